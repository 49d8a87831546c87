import CivilTime
import Foundation
import ReminderCompiler

/// Two stored plans with a form feed between them, and what leads from one to the other.
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
    let plans = files.compactMap { try? StoredPlan(json: Data($0)) }
    guard let old = plans.first, let new = plans.last,
      let difference = try? PlanDifference(from: old, to: new)
    else { return }
    expect(!difference.text.isEmpty, "a difference has no text")
    guard let json = try? difference.json(),
      let steps = try? JSONDecoder().decode(Steps.self, from: json).steps
    else { fatalError("a difference can't be written or read") }
    apply(steps, to: old.identifiers, for: new.identifiers)
    expectEqual(difference.isEmpty, steps.isEmpty, "whether there is nothing to do")
  }

  /// Reads a plan as an app does: what is read is written to what reads the same again.
  private func read(_ json: Data) {
    guard let plan = try? Plan(json: json, zones: StoredPlanFuzzer.zones) else { return }
    guard let written = try? plan.json(),
      let again = try? Plan(json: written, zones: StoredPlanFuzzer.zones).json()
    else { fatalError("a plan that was read can't be written, or not read again") }
    expectEqual(again, written, "a plan that is read again")
  }

  private static let zones = ZoneDatabase()

  /// What an app reads of a difference.
  private struct Steps: Decodable {
    struct Step: Decodable {
      let remove, replace, add: String?
    }
    let steps: [Step]
  }

  /// Does what the steps say, as an app does; what is pending then is the new plan and others'.
  private func apply(_ steps: [Steps.Step], to old: [String], for new: [String]) {
    var pending = Set(old)
    let wanted = Set(new)
    let kept = wanted.intersection(pending)
    for step in steps {
      if let identifier = step.remove {
        expect(pending.remove(identifier) != nil, "\(identifier) is removed and not pending")
      } else if let identifier = step.replace {
        expect(pending.contains(identifier), "\(identifier) is replaced and not pending")
      } else if let identifier = step.add {
        expect(pending.insert(identifier).inserted, "\(identifier) is added and pending")
      } else {
        fatalError("a step says nothing")
      }
      expect(kept.isSubset(of: pending), "a request that both plans have goes for a while")
    }
    let others = Set(old.filter { !$0.hasPrefix("ics2notify.") })
    expectEqual(pending, wanted.union(others), "what is pending after all steps")
  }
}
