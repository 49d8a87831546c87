import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// Checks the subtitle of repeating requests at each of their fires.
@Suite struct TrueTextTests {
  /// The words of a text: `tomorrow`, `14:00`, `(new`, `york)`.
  private static func words(_ text: String) -> Set<String> {
    Set(text.lowercased().split { " ,".contains($0) }.map(String.init))
  }

  /// Whether each word of a text is among the words of the moment alone.
  ///
  /// If a text names the city of the event's zone, its times are those of the event's clock.
  private static func isTrue(_ text: String, at moment: Moment) -> Bool {
    let phrase = WhenPhrase(.english)
    var text = text.lowercased()
    let lead = phrase.lead(to: moment).lowercased()
    if text.hasSuffix(lead) { text.removeLast(lead.count) }
    var known = words(phrase.once(moment))
    if let own = moment.ownZone, own !== moment.deviceZone {
      let city = words(phrase.zone(own.identifier))
      if city.isSubset(of: words(text)) {
        let there = Moment(
          moment.kind, fire: moment.fire, start: moment.start, end: moment.end, deviceZone: own,
          ownZone: own)
        known.formUnion(city)
        known.insert(
          phrase.formatter.weekday(Weekday(dayNumber: there.pointOnDevice.dayNumber)).lowercased())
        return words(text).isSubset(
          of: known.filter { !$0.contains(":") }.union(words(phrase.once(there)))
            .union(words(phrase.common([there]))))
      }
    }
    return words(text).isSubset(of: known.union(words(phrase.common([moment]))))
  }

  /// The values that determine the words of a moment.
  private struct Look: Hashable {
    let days, lead: Int
    let weekday: Int
    let point, own: TimeOfDay

    init(_ moment: Moment) {
      days = moment.daysAhead
      lead = moment.point - moment.fire
      weekday = moment.pointOnDevice.dayNumber % 7
      point = moment.pointOnDevice.time
      own = moment.pointOnOwnClock.time
    }
  }

  private static let rules = [
    "FREQ=HOURLY", "FREQ=HOURLY", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU,MO,SA",
  ]

  private static let zones = [
    "Europe/London", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo",
  ]

  /// Exact durations, so that a start is the fire date less one of them.
  private static let offsets = [
    "PT24H", "PT25H", "PT23H30M", "PT48H", "PT0S", "-PT15M", "-PT24H", "-PT23H", "-PT36H", "-PT8H",
  ]

  @Test(arguments: 0..<4)
  func `the text of a repeating request is true at each fire`(_ batch: Int) throws {
    for seed in (batch * 6)..<(batch * 6 + 6) {
      var random = SplitMix(seed: UInt64(seed))
      let rule = random.pick(TrueTextTests.rules) ?? ""
      let own = random.pick(TrueTextTests.zones) ?? ""
      let device = random.pick(TrueTextTests.zones) ?? ""
      let offset = random.pick(TrueTextTests.offsets) ?? ""
      let hour = random.number(0...23)
      let event = try TestCalendars.event(
        start: "\(own):20281201T\(hour < 10 ? "0" : "")\(hour)\(random.oneIn(2) ? "30" : "00")00",
        rule: rule, alarms: [offset])
      let month = random.number(1...9)
      let options = try TestCalendars.options(
        now: "2029-0\(month)-1\(random.number(0...9))T16:42:00Z", zone: device,
        horizon: random.oneIn(2) ? "P1Y" : "P30D", limit: random.number(1...3))
      let ahead = -(try TestCalendars.duration(offset)).nominalSeconds
      for request in Compilation(of: [event], options).plan.requests {
        let text = request.content.subtitle
        guard request.trigger.repeats, !text.isEmpty, let trigger = request.trigger.calendar else {
          continue
        }
        var seen: Set<Look> = []
        let end = min(request.removeBy ?? .endOfProof, options.now + 450 * 86_400)
        for fire in trigger.fires(
          addedAt: options.now, until: end, deviceZone: options.deviceZone)
        where !request.echoes.contains(fire) {
          let start = fire + ahead
          let moment = Moment(
            .timed, fire: fire, start: start, end: start, deviceZone: options.deviceZone,
            ownZone: try TestCalendars.zone(own))
          guard seen.insert(Look(moment)).inserted else { continue }
          let isTrue = TrueTextTests.isTrue(text, at: moment)
          #expect(
            isTrue,
            "seed \(seed): \(text) at \(fire), \(rule) \(own) on \(device), \(offset)")
          guard isTrue else { break }
        }
      }
    }
  }

  @Test func `a start two days ago is not yesterday in the night of a clock change`() throws {
    let event = try TestCalendars.event(
      start: "Europe/London:20281201T000000", rule: "FREQ=HOURLY", alarms: ["PT24H"])
    let requests = try TestCalendars.plan(
      [event], now: "2028-12-29T16:42:00Z", zone: "Europe/London", limit: 1
    ).requests
    // 25 March 2029 has 23 hours: the reminder of 23:00 on the 24th fires at 00:00 on the 26th.
    #expect(requests.count == 1 && requests[0].trigger.repeats)
    #expect(requests[0].content.subtitle.isEmpty)
  }
}

@Suite struct PushLineWriterTests {
  struct Line: Decodable {
    enum CodingKeys: String, CodingKey {
      case collapse = "apns-collapse-id"
      case expiration = "apns-expiration"
      case id = "apns-id"
      case type = "apns-push-type"
      case at, payload, identifier
    }

    struct Payload: Decodable {
      struct Alert: Decodable {
        let title: String
        let subtitle, body: String?
      }
      struct Service: Decodable {
        enum CodingKeys: String, CodingKey {
          case level = "interruption-level"
          case alert, category
        }
        let alert: Alert
        let level, category: String
      }
      let aps: Service
      let uid, url, start, end, occurrence: String?
    }

    let collapse, id, type, identifier: String
    let expiration: Int
    let at: Date
    let payload: Payload
  }

  private func lines(
    _ components: [CalendarComponent], now: String = "2026-01-05T06:00:00Z"
  ) throws -> [(line: Line, payloadSize: Int)] {
    let options = try TestCalendars.options(now: now, horizon: "P30D")
    let listing = FireListing(components, options: options.compiler)
    let lines = PushLineWriter(listing)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var found: [(Line, Int)] = []
    var failures: [any Error] = []
    _ = listing.forEachBatch { fires in
      for place in fires.indices {
        var bytes: [UInt8] = []
        lines.append(fireAt: place, of: fires, to: &bytes)
        do {
          let text = String(decoding: bytes, as: UTF8.self)
          let start = try #require(text.range(of: "\"payload\":")).upperBound
          let end = try #require(text.range(of: ",\"version\":1}\n", options: .backwards))
            .lowerBound
          found.append(
            (try decoder.decode(Line.self, from: Data(bytes)), text[start..<end].utf8.count))
        } catch { failures.append(error) }
      }
    }
    #expect(failures.isEmpty)
    return found
  }

  @Test func `each fire is a separate push, the same in every compilation`() throws {
    let event = try TestCalendars.event(
      start: "20260105T090000Z", rule: "FREQ=DAILY;COUNT=40", alarms: ["-PT15M+1xPT5M", "PT0S"])
    let first = try lines([event]).map(\.line)
    let later = try lines([event], now: "2026-01-06T06:00:00Z").map(\.line)
    #expect(first.count == 30 * 3)
    #expect(Set(first.map(\.id)).count == first.count)
    #expect(
      first.allSatisfy {
        $0.id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
          != nil
      })
    let known = Dictionary(uniqueKeysWithValues: first.map { ($0.identifier, $0.id) })
    let shared = later.filter { known[$0.identifier] != nil }
    #expect(shared.count == 29 * 3)
    #expect(shared.allSatisfy { known[$0.identifier] == $0.id })
    // A repeat replaces its alert; another alarm doesn't.
    let day = first.prefix(3).map(\.collapse)
    #expect(day[0] == day[1] && day[0] != day[2])
    #expect(first.allSatisfy { $0.collapse.utf8.count <= 64 })
    #expect(Set(first.map(\.collapse)).count == 30 * 2)
  }

  @Test func `a push expires at the end of the event, but not within an hour`() throws {
    var long = try TestCalendars.event("long", start: "20260105T090000Z", alarms: ["-PT15M"])
    long.extent = .lasting(try TestCalendars.duration("PT3H"))
    let short = try TestCalendars.event("short", start: "20260105T090000Z", alarms: ["-PT15M"])
    let found = try lines([long, short]).map(\.line)
    let fire = try TestCalendars.instant("2026-01-05T08:45:00Z").secondsSince1970
    #expect(found.map(\.expiration) == [fire + 15 * 60 + 3 * 3_600, fire + 3_600])
    #expect(found.map(\.payload.aps.alert.subtitle) == ["Today 10:00-13:00", "Today 10:00"])
  }

  /// The repeated text and the number of repeats, since test logs print arguments.
  @Test(arguments: [
    ("a", 100_000), ("👨‍👩‍👧‍👦", 9_000), ("\u{301}", 50_000), ("\"\\", 50_000), ("\u{200E}", 30_000),
  ])
  func `a payload fits the service's limit and is cut between characters`(
    piece: String, count: Int
  ) throws {
    let text = "e" + String(repeating: piece, count: count)
    var event = try TestCalendars.event(text, start: "20260105T090000Z", title: text)
    event.place = text
    event.calendarName = text
    event.url = "https://example.org/" + String(repeating: "a", count: 2_000)
    event.alarms[0]?.text = text + "."
    let found = try lines([event])
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.payloadSize <= 4_096 })
    #expect(found.allSatisfy { !$0.line.payload.aps.alert.title.isEmpty })
    let family: Character = "👨‍👩‍👧‍👦"
    if piece == "\(family)" {
      for part in [found[0].line.payload.aps.alert.title, found[0].line.payload.aps.alert.body] {
        #expect(
          part?.dropFirst().allSatisfy { $0 == family || $0 == "e" || $0 == "\n" || $0 == "…" }
            == true)
      }
    }
  }

  @Test func `names are those of the push service`() throws {
    var event = try TestCalendars.event(start: "20260105T090000Z")
    event.priority = 1
    let line = try #require(try lines([event]).first?.line)
    #expect(line.payload.aps.level == "time-sensitive")
    #expect(line.type == "alert")
    #expect(line.payload.occurrence == "2026-01-05T09:00:00Z")
  }
}
