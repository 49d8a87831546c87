import CivilTime
import ICalendar
import TextSafety

/// Writes fires as an agenda: a heading for each day, followed by its fires with their events.
///
/// The device's time zone is at the top. An event names its zone only if it differs. Fires at the
/// same instant share their time.
package final class FireAgenda {
  private let expansion: Expansion
  private let phrases: WhenPhrase
  private let today: Int
  private let width: Int?
  private let hasCalendars: Bool
  private let zone: Zone
  private var cursor: ZoneCursor
  private var last: (day: Int, instant: Instant)?
  private let timeWidth: Int

  private static let gap = "  "

  /// Makes a writer of an agenda.
  ///
  /// - Parameters:
  ///   - listing: The listing of the fires.
  ///   - width: The width of lines in columns, at least ``PlanTable/leastWidth``; nil for no limit.
  ///     Locations and calendars are left out and titles shortened until lines fit.
  package init(_ listing: FireListing, width: Int? = nil) {
    expansion = listing.expansion
    let options = listing.expansion.options
    zone = options.deviceZone
    cursor = ZoneCursor(zone)
    today = zone.civil(at: options.now).dayNumber
    phrases = WhenPhrase(options.language)
    self.width = width.map { max($0, PlanTable.leastWidth) }
    var calendars: Set<String> = []
    for series in listing.expansion.series {
      calendars.formUnion(series.series.components.map(\.calendarName))
    }
    hasCalendars = calendars.count > 1
    // This is a time with the greatest width in every language.
    let evening = TimeOfDay(hour: 22, minute: 55, second: 0) ?? .midnight
    timeWidth = phrases.formatter.time(evening).terminalWidth
  }

  /// Appends the lines of the next fire in UTF-8, after a heading if it is the first of its day.
  package func append(
    _ fires: ListedFires, _ place: Int, to bytes: inout [UInt8], painted: (String) -> String
  ) {
    let fire = fires[place]
    let civil = cursor.civil(at: fire.at)
    if last == nil { bytes += "\(zone.identifier)\n".utf8 }
    if last?.day != civil.dayNumber {
      let heading = phrases.heading(civil.dayNumber, today: today)
      bytes += "\n\(painted(fitting(heading)))\n".utf8
    }
    let time = last?.instant == fire.at ? "" : phrases.formatter.time(civil.time)
    last = (civil.dayNumber, fire.at)
    let space = String(repeating: " ", count: max(0, timeWidth - time.terminalWidth))
    let before = FireAgenda.gap + space + time + FireAgenda.gap
    bytes += "\(before)\(texts(fire, fires, place, behind: before.terminalWidth))\n".utf8
  }

  private func fitting(_ text: String) -> String {
    width.map { text.shortened(toColumns: $0) } ?? text
  }

  private func texts(
    _ fire: ListedFire, _ fires: ListedFires, _ place: Int, behind used: Int
  ) -> String {
    let (listed, numbers) = fires.listed(place)
    let component = expansion.series[listed.series].series.components[numbers.component]
    let moment = fire.occurrence.flatMap { Moment($0, fire: fire.at, zone) }
    let remarks =
      (fire.repetition > 0 ? " (repeat \(fire.repetition))" : "")
      + (fire.movedFrom.map { " \(MovedPhrase(fire.at, from: $0, in: zone))" } ?? "")
    let title = TerminalText.oneLine(fire.title)
    var parts = [
      TerminalText.oneLine(moment.map(phrases.agenda) ?? ""),
      TerminalText.oneLine(component.place),
      hasCalendars ? TerminalText.oneLine(component.calendarName) : "",
    ]
    func text(_ title: String) -> String {
      ([title + remarks] + parts).filter { !$0.isEmpty }.joined(separator: FireAgenda.gap)
    }
    guard let width else { return text(title) }
    let room = width - used
    func excess() -> Int { text(title).terminalWidth - room }
    // A shortened title keeps a few words. Leave out the least important part first.
    let short = 12
    let spare = max(0, title.terminalWidth - short)
    for place in [2, 1, 0] where excess() > spare { parts[place] = "" }
    guard excess() > 0 else { return text(title) }
    return text(
      title.shortened(toColumns: max(short, title.terminalWidth - excess()))
    ).shortened(toColumns: room)
  }
}
