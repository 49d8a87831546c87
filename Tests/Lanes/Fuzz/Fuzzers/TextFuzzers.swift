import CivilTime
import Foundation
import ICalendar
import ICalendarReader
import LayerDocuments
import Libical
import ReminderCompiler
import SystemdTimers

/// Bytes of calendar files, with a form feed between two files that are read together.
struct ReaderFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(separator: UInt8(ascii: "\n"), vocabulary: CalendarLines.all)
  }

  private static let zones = ZoneDatabase()
  private static let fileSeparator: UInt8 = 0x0C

  func run(_ input: [UInt8]) {
    let files = input.split(separator: ReaderFuzzer.fileSeparator, omittingEmptySubsequences: false)
    for options in [
      ReadingOptions(),
      ReadingOptions(
        includesComponentsWithoutAlarms: true, includesAllToDos: true,
        firesFrom: Instant(secondsSince1970: 0)),
    ] {
      let files = files.map { Array($0) }
      let own = read(files, CalendarReader(zones: ReaderFuzzer.zones, options: options))
      let checked = read(
        files,
        CalendarReader(
          zones: ReaderFuzzer.zones, options: options, grammar: CheckedGrammar.init))
      expectEqual(own, checked, "the documents read without libical")
    }
  }

  private func read(_ files: [[UInt8]], _ reader: CalendarReader) -> [CalendarDocument] {
    var scans: [CalendarScan] = []
    for (index, bytes) in files.enumerated() {
      do {
        scans.append(try reader.scan(bytes, file: "\(index).ics"))
      } catch {
        expect(!"\(error)".isEmpty, "a file is rejected without a reason")
      }
    }
    let documents = reader.documents(selecting: scans)
    expectEqual(documents.map(\.file), scans.map(\.file), "the files of documents")
    for (document, scan) in zip(documents, scans) {
      expect(
        document.components.count <= document.componentCounts.components,
        "more components are read than exist")
      for diagnostic in document.diagnostics {
        expect(!diagnostic.message.isEmpty, "\(diagnostic.code) lacks a message")
        guard let location = diagnostic.location else { continue }
        expect(
          location.line >= 1 && scan.text(ofLine: location.line, limit: 1) != nil,
          "\(diagnostic.code) is reported in line \(location.line), which doesn't exist")
      }
    }
    return documents
  }
}

/// Recurrence rules: parsing the printed text of a rule gives an equal rule.
struct RuleFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(
      separator: UInt8(ascii: ";"),
      vocabulary: [
        "FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY", "FREQ=DAILY", "FREQ=WEEKLY",
        "FREQ=MONTHLY", "FREQ=YEARLY", "INTERVAL=2", "INTERVAL=2147483647", "COUNT=1",
        "UNTIL=19691231", "UNTIL=20260105T080000", "UNTIL=00010101T000000Z",
        "UNTIL=99991231T235959Z", "BYSECOND=0,60", "BYMINUTE=59", "BYHOUR=23",
        "BYDAY=MO,-1FR,53SU", "BYMONTHDAY=31,-31", "BYYEARDAY=366,-366", "BYWEEKNO=53,-53",
        "BYMONTH=2,12", "BYSETPOS=1,-1,366", "WKST=SU", "RSCALE=GREGORIAN", "SKIP=FORWARD",
        "SKIP=BACKWARD", "X-OF=OURS",
      ])
  }

  func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    do {
      let rule = try RecurrenceRule(text)
      guard let again = try? RecurrenceRule(rule.description) else {
        fatalError("the printed text of a rule is rejected: \(rule)")
      }
      expectEqual(again, rule, "the printed text of a rule is another rule")
    } catch {
      expect(!"\(error)".isEmpty, "a rule is refused without a word")
    }
  }
}

/// Calendar expressions: the normal form is stable, and elapses are ascending.
struct ExpressionFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(
      separator: UInt8(ascii: " "),
      vocabulary: [
        "Mon", "Mon..Fri", "Sat,Sun", "*-*-*", "1970-01-01", "2199-12-31", "*-02-29", "*-*~1",
        "*-*~07/1", "*-1..12/3-8..14", "00:00", "23:59:59", "*:*:*", "*:0/15", "02:30:00",
        "0..23/7:0,30", "UTC", "Europe/Berlin", "Australia/Lord_Howe", "daily", "quarterly",
        "@-1", "@1774744200",
      ])
  }

  /// The bases for the next elapses: before 1970, at clock changes, late.
  private static let bases = [
    -2_208_988_800, -1, 0, 1_774_745_999, 1_792_889_999, 7_258_118_399,
  ].map(Instant.init(secondsSince1970:))
  /// The number of elapses after each base.
  private static let elapseCount = 3

  private static let zones = ZoneDatabase()
  private static let berlin = zones.zone(named: "Europe/Berlin") ?? .gmt
  private static let lordHowe = zones.zone(named: "Australia/Lord_Howe") ?? .gmt

  func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    guard let expression = try? CalendarExpression(parsing: text) else { return }
    guard let again = try? CalendarExpression(parsing: expression.description) else {
      fatalError("the normal form of an expression is rejected: \(expression)")
    }
    expectEqual(again, expression, "the normal form of an expression is another expression")
    guard
      var search = ElapseSearch(
        expression, localZone: ExpressionFuzzer.berlin, zone: { _ in ExpressionFuzzer.lordHowe })
    else { fatalError("an expression never elapses, because its zone is missing") }
    for base in ExpressionFuzzer.bases { expectElapses(&search, after: base, of: expression) }
  }

  /// Expects an elapse before its base only within the second pass of a repeated hour.
  private func expectElapses(
    _ search: inout ElapseSearch, after base: Instant, of expression: CalendarExpression
  ) {
    var base = base
    for _ in 0..<ExpressionFuzzer.elapseCount {
      guard let next = search.next(after: base) else { return }
      guard next > base else {
        expect(
          expression.zone != .utc,
          "\(expression) elapses at \(next) after \(base), where no hour repeats")
        return
      }
      base = next
    }
  }
}

/// Two stored plans with a form feed between them, and the difference between them.
struct StoredPlanFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(
      separator: UInt8(ascii: ","),
      vocabulary: [
        #"{"version":1"#, #""limit":64"#, #""limit":0"#, #""limit":-9223372036854775808"#,
        #""limit":9223372036854775807"#, #""slots":1"#, #""slots":-9223372036854775808"#,
        #""slots":9223372036854775807"#, #""requests":[{"identifier":"ics2notify.a.1""#,
        #""identifier":"ics2notify.a.2""#, #""identifier":"other""#, #""rank":1"#, #""rank":2"#,
        #""content":{"title":"A"}"#, #""content":null"#, #""trigger":{"repeats":true}}"#,
        #""trigger":{}}]}"#, "null", "1e400", "-0", #""ics2notify.a.1"]"#, #"["ics2notify.""#,
      ])
  }

  private static let separator: UInt8 = 0x0C

  func run(_ input: [UInt8]) {
    let files = input.split(
      separator: StoredPlanFuzzer.separator, maxSplits: 1, omittingEmptySubsequences: false)
    for file in files { read(Data(file)) }
    let plans = files.compactMap { try? StoredPlan(layerJSON: Data($0)) }
    guard let old = plans.first, let new = plans.last,
      let difference = try? PlanDifference(from: old, to: new)
    else { return }
    expect(!difference.text.isEmpty, "a difference lacks a text")
    guard let json = try? difference.json(),
      let steps = try? JSONDecoder().decode(Steps.self, from: json).steps
    else { fatalError("a difference can't be written or read") }
    let pending = new.now.map(old.identifiers(at:)) ?? old.identifiers
    apply(
      steps, to: pending, ended: Set(old.identifiers).subtracting(pending), for: new.identifiers)
    expectEqual(difference.isEmpty, steps.isEmpty, "whether the difference is empty")
  }

  /// Reads a plan as an app does, and expects that writing and reading gives an equal plan.
  private func read(_ json: Data) {
    guard let plan = try? Plan(json: json, zones: StoredPlanFuzzer.zones) else { return }
    guard let written = try? plan.json(),
      let again = try? Plan(json: written, zones: StoredPlanFuzzer.zones).json()
    else { fatalError("a plan that was read can't be written or read again") }
    expectEqual(again, written, "a plan that is read again")
  }

  private static let zones = ZoneDatabase()

  /// The parts of a difference that an app reads.
  private struct Steps: Decodable {
    struct Step: Decodable {
      let remove, replace, add: String?
    }
    let steps: [Step]
  }

  /// Applies the steps as an app does, and expects the new plan's and foreign requests to be
  /// pending.
  ///
  /// Ended requests can still be pending.
  private func apply(
    _ steps: [Steps.Step], to old: [String], ended: Set<String>, for new: [String]
  ) {
    var pending = Set(old)
    let wanted = Set(new)
    let kept = wanted.intersection(pending)
    for step in steps {
      if let identifier = step.remove {
        expect(
          pending.remove(identifier) != nil || ended.contains(identifier),
          "\(identifier) is removed and not pending")
      } else if let identifier = step.replace {
        expect(pending.contains(identifier), "\(identifier) is replaced and not pending")
      } else if let identifier = step.add {
        expect(pending.insert(identifier).inserted, "\(identifier) is added and pending")
      } else {
        fatalError("a step is empty")
      }
      expect(kept.isSubset(of: pending), "a request of both plans is missing for a while")
    }
    let others = Set(old.filter { !$0.hasPrefix("ics2notify.") })
    expectEqual(pending, wanted.union(others), "the pending requests after all steps")
  }
}
