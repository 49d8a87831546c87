public import CivilTime
import NotificationTriggers
import TextSafety

/// A plan as a table for a person: rank, when next, how often, title.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let lines = PlanTable(plan, zone: options.deviceZone).text.split(separator: "\n")
/// print(lines[1])  // 1  Mon 2028-01-03 08:50  every Monday at 08:50     Stand-up
/// ```
public struct PlanTable {
  private let plan: Plan
  private let zone: Zone

  /// Makes the table of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - zone: The zone of local times.
  public init(_ plan: Plan, zone: Zone) {
    self.plan = plan
    self.zone = zone
  }

  /// The table, and one line on what the plan does and leaves out.
  public var text: String {
    var table = TextTable(
      .numbers("#"), .words("next"), .words("how often"), .words("title"))
    for request in plan.requests {
      table.add(
        "\(request.rank)", "\(LocalTime(request.nextFire, in: zone))", often(request),
        TerminalText.oneLine(request.content.title)
          + (request.repetition > 0 ? " (repeat \(request.repetition))" : "")
          + (request.movedFrom.map { " \(MovedPhrase(request.nextFire, from: $0, in: zone))" } ?? "")
      )
    }
    return (plan.requests.isEmpty ? "" : table.text + "\n") + PlanSummary(plan, zone: zone).text
  }

  private func often(_ request: Plan.Request) -> String {
    var phrase = "\(TriggerPhrase(request.trigger))"
    // The first fire stands in the device's time; a zone of its own has to be said.
    if request.trigger.repeats, case .pinned(let own)? = request.trigger.calendar?.zone, own != zone
    {
      phrase += " \(own.identifier)"
    }
    guard let removeBy = request.removeBy else { return phrase }
    return "\(phrase), until \(LocalTime(removeBy, in: zone))"
  }
}
