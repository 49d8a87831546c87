package import ICalendar
import ReminderExpansion
package import ReminderOptions

/// The part of calendars that responses can be about.
package enum ResponseScope {
  /// Returns the components of the series that requests belong to, and of those with an equal title,
  /// which can have rung with them.
  ///
  /// Each response expands all components that it gets, so this saves most of the time.
  package static func components(
    for identifiers: [String], of all: [CalendarComponent], language: ReminderLanguage
  ) -> [CalendarComponent] {
    guard !identifiers.isEmpty else { return [] }
    // Prefixes are compared in place of UIDs, because Swift takes canonically equivalent ones for equal.
    let prefixes = all.map { RequestIdentifier.prefix(ofUID: $0.uid) }
    var answered = Set(identifiers.map { String($0.prefix(RequestIdentifier.lengthOfUIDPrefix)) })
    let own = zip(all, prefixes).filter { answered.contains($0.1) }
    let titles = Set(own.flatMap { AlarmTexts.titles(of: $0.0, language: language) })
    guard !titles.isEmpty else { return [] }
    for (component, prefix) in zip(all, prefixes) where !answered.contains(prefix) {
      let others = AlarmTexts.titles(of: component, language: language)
      if !others.isDisjoint(with: titles) { answered.insert(prefix) }
    }
    return zip(all, prefixes).filter { answered.contains($0.1) }.map(\.0)
  }
}
