import ICalendar
import NotificationTriggers

/// What the alarms of a series show.
struct SeriesContents {
  private let series: SeriesExpansion
  private let options: CompilerOptions
  private let name: RequestIdentifier.SeriesName
  private let identities: [[AlarmIdentity?]]
  private let occurrences: [String?]

  /// Looks at a series.
  init(_ series: SeriesExpansion, _ options: CompilerOptions) {
    self.series = series
    self.options = options
    let own = series.series
    name = RequestIdentifier.SeriesName(uid: own.uid, distinction: own.distinction)
    identities = own.components.map { AlarmIdentity.all(of: $0.alarms) }
    occurrences = own.components.map(series.originalStart)
  }

  /// What an alarm shows.
  func contents(of alarm: SeriesAlarm) -> AlarmContents {
    let components = series.series.components
    let contents = components.map { ReminderContent($0, alarm: alarm.place, options) }
    let own = identities.map { identities in
      switch alarm {
      case .alarm(let place): identities.indices.contains(place) ? identities[place] : nil
      case .snooze: AlarmIdentity.snooze
      }
    }
    return AlarmContents(
      contents: contents, firstAlike: SeriesContents.firstAlike(contents, own),
      identifierPrefixes: zip(own, occurrences).map { identity, occurrence in
        identity.map {
          RequestIdentifier.prefix(of: name, recurrenceID: occurrence, alarm: $0)
        } ?? ""
      })
  }

  private struct ShownAlarm: Hashable {
    let content: ReminderContent
    let alarm: AlarmIdentity?
  }

  private static func firstAlike(
    _ contents: [ReminderContent], _ alarms: [AlarmIdentity?]
  ) -> [Int] {
    guard contents.count > 1 else { return contents.indices.map { $0 } }
    var first: [ShownAlarm: Int] = [:]
    return contents.indices.map { index in
      let shown = ShownAlarm(content: contents[index], alarm: alarms[index])
      if let known = first[shown] { return known }
      first[shown] = index
      return index
    }
  }
}
