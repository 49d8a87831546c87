public import CivilTime
import NotificationTriggers
import ReminderOptions
package import ReminderPlans
import TextSafety

/// A plan as a table for users: rank, next fire, schedule and title.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let plan = Compilation(of: [standUp], options).plan
/// let lines = PlanTable(plan, zone: options.deviceZone).text.split(separator: "\n")
/// print(lines[1])  // 1  Mon 2028-01-03 08:50  every Monday at 08:50     Stand-up
/// ```
public struct PlanTable {
  private let plan: Plan
  private let zone: Zone
  private let width: Int?

  /// The smallest width of tables and agendas, in columns.
  public static let leastWidth = 30

  /// Makes the table of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - zone: The time zone of local times.
  ///   - width: The width of lines in columns, at least ``leastWidth``; nil for no limit. Titles
  ///     are shortened, and columns that do not fit are left out in the order calendar, level,
  ///     schedule, rank.
  public init(_ plan: Plan, zone: Zone, width: Int? = nil) {
    self.plan = plan
    self.zone = zone
    self.width = width.map { max($0, PlanTable.leastWidth) }
  }

  /// The table, followed by a summary of the plan.
  ///
  /// The summary is one line unless a width is given.
  public var text: String {
    let summary = PlanSummary(plan, zone: zone).text
    return lines.map { $0 + "\n" }.joined()
      + (width.map { summary.dropLast().wrapped(toColumns: $0) + "\n" } ?? summary)
  }

  private var lines: [String] {
    guard !plan.requests.isEmpty else { return [] }
    // A column whose values are all equal is left out, as in most calendars.
    let hasLevels = plan.requests.contains { $0.content.interruptionLevel != .active }
    let hasCalendars = plan.hasCalendars
    var table = TextTable(
      [
        .numbers("#").leaving(1), .words("next"),
        .words("how often").shortened(to: 16).leaving(2), .words("title").shortened(to: 12),
      ] + (hasLevels ? [.words("level").leaving(3)] : [])
        + (hasCalendars ? [.words("calendar").shortened(to: 8).leaving(4)] : []))
    for request in plan.requests {
      table.add(
        [
          TextTable.Cell("\(request.rank)"),
          TextTable.Cell("\(LocalTime(request.nextFire, in: zone))"),
          TextTable.Cell(often(request)), title(request),
        ]
          + (hasLevels ? [TextTable.Cell(request.content.interruptionLevel.hyphenatedName)] : [])
          + (hasCalendars ? [TextTable.Cell(TerminalText.oneLine(request.calendarName))] : []))
    }
    return table.lines(in: width)
  }

  private func title(_ request: Plan.Request) -> TextTable.Cell {
    TextTable.Cell(
      TerminalText.oneLine(request.content.title),
      remark: (request.repetition > 0 ? " (repeat \(request.repetition))" : "")
        + (request.movedFrom.map { " \(MovedPhrase(request.nextFire, from: $0, in: zone))" } ?? ""))
  }

  private func often(_ request: Plan.Request) -> String {
    let phrase = "\(TriggerPhrase(request, onDeviceIn: zone))"
    guard let removeBy = request.removeBy else { return phrase }
    return "\(phrase), remove by \(LocalTime(removeBy, in: zone))"
  }
}
