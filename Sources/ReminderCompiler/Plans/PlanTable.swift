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
  private let width: Int?

  /// The fewest columns that lines are made to fit, of tables and of agendas.
  public static let leastWidth = 30

  /// Makes the table of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - zone: The zone of local times.
  ///   - width: The columns that lines have, from ``leastWidth``: titles are shortened, and what
  ///     doesn't fit is left out in the order calendar, level, how often, rank. Nil for as many as
  ///     it takes.
  public init(_ plan: Plan, zone: Zone, width: Int? = nil) {
    self.plan = plan
    self.zone = zone
    self.width = width.map { max($0, PlanTable.leastWidth) }
  }

  /// The table, and a sentence on what the plan does and leaves out: in one line, unless a width is
  /// given.
  public var text: String {
    let summary = PlanSummary(plan, zone: zone).text
    return lines.map { $0 + "\n" }.joined()
      + (width.map { summary.dropLast().wrapped(toColumns: $0) + "\n" } ?? summary)
  }

  private var lines: [String] {
    guard !plan.requests.isEmpty else { return [] }
    // A column in which all is alike, as most calendars have it, says nothing.
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
