public import CivilTime
import NotificationTriggers
import TextSafety

/// A plan as a table for a person: rank, when next, how often, title.
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
    let rows = plan.requests.map { request in
      [
        "\(request.rank)", "\(LocalTime(request.nextFire, in: zone))", often(request),
        TerminalText.oneLine(request.content.title)
          + (request.repetition > 0 ? " (repeat \(request.repetition))" : ""),
      ]
    }
    let table = rows.isEmpty ? "" : PlanTable.aligned([["#", "next", "how often", "title"]] + rows)
    return table + PlanSummary(plan, zone: zone).text
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

  private static func aligned(_ rows: [[String]]) -> String {
    let columns = rows[0].indices
    let widths = columns.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = columns.map { column -> String in
        // The last column ends the line: no blanks behind it.
        guard column < columns.last ?? 0 else { return row[column] }
        let padding = String(repeating: " ", count: max(0, widths[column] - row[column].count))
        return column == 0 ? padding + row[column] : row[column] + padding
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
