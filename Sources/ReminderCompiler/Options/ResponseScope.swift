package import ICalendar

/// The part of calendars that responses can be about.
package enum ResponseScope {
  /// Returns the components of the series that requests belong to, and of those with an equal title,
  /// which can have rung with them.
  ///
  /// Each response expands all components that it gets, so this saves most of the time.
  package static func components(
    for identifiers: [String], of all: [CalendarComponent], _ language: ReminderLanguage
  ) -> [CalendarComponent] {
    let prefixes = Set(identifiers.map { $0.prefix(RequestIdentifier.lengthOfUIDPrefix) })
    var answered: Set<String> = []
    var others: Set<String> = []
    for component in all where !answered.contains(component.uid) && !others.contains(component.uid)
    {
      let isAnswered = prefixes.contains(RequestIdentifier.prefix(ofUID: component.uid)[...])
      if isAnswered { answered.insert(component.uid) } else { others.insert(component.uid) }
    }
    guard !answered.isEmpty else { return [] }
    let titles = Set(
      all.lazy.filter { answered.contains($0.uid) }
        .flatMap { AlarmTexts.titles(of: $0, language) })
    for component in all where !answered.contains(component.uid) {
      let own = AlarmTexts.titles(of: component, language)
      if !own.isDisjoint(with: titles) { answered.insert(component.uid) }
    }
    return all.filter { answered.contains($0.uid) }
  }
}
