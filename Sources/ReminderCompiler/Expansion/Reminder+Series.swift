import CivilTime
package import ICalendar
import NotificationTriggers

extension Reminder {
  /// All reminders of a series, with their fires in the options' window.
  ///
  /// - Parameters:
  ///   - seriesExpansion: The series, default alarms added.
  ///   - options: The window and the device.
  ///   - patternLimit: The most patterns that lowering looks at for each group.
  /// - Returns: The reminders by alarm, those that never fire included.
  package static func all(
    of seriesExpansion: SeriesExpansion, _ options: CompilerOptions, patternLimit: Int
  ) -> [Reminder] {
    let alarms = seriesExpansion.alarms
    return all(
      of: seriesExpansion, alarms, fires: seriesExpansion.fires(ofAll: alarms, in: options.window),
      options, patternLimit: patternLimit)
  }

  /// All reminders of a series, or none of one that asks for nothing in the window: of that nothing
  /// has to be named.
  ///
  /// - Parameters:
  ///   - seriesExpansion: The series, default alarms added.
  ///   - options: The window and the device.
  ///   - patternLimit: The most patterns that lowering looks at for each group.
  /// - Returns: The reminders by alarm.
  package static func askedFor(
    by seriesExpansion: SeriesExpansion, _ options: CompilerOptions, patternLimit: Int
  ) -> [Reminder] {
    let alarms = seriesExpansion.alarms
    let fires = seriesExpansion.fires(ofAll: alarms, in: options.window)
    // What others with its UID take from each other is told by all of them.
    guard
      seriesExpansion.series.hasNamesakes || fires.contains(where: { !$0.isEmpty || $0.cut != nil })
    else { return [] }
    return all(of: seriesExpansion, alarms, fires: fires, options, patternLimit: patternLimit)
  }

  private static func all(
    of seriesExpansion: SeriesExpansion, _ alarms: [SeriesAlarm], fires: [Fires],
    _ options: CompilerOptions, patternLimit: Int
  ) -> [Reminder] {
    let series = seriesExpansion.series
    let name = RequestIdentifier.SeriesName(uid: series.uid, distinction: series.distinction)
    let components = series.components
    let levels = components.indices.map { options.levels.level(of: components[$0]) }
    let identities = series.components.map { AlarmIdentity.all(of: $0.alarms) }
    let occurrences = series.components.map(seriesExpansion.originalStart)
    return alarms.enumerated().map { number, alarm in
      let contents = zip(series.components, levels).map {
        NotificationContent($0, alarm: alarm.place, level: $1, thread: name.prefix)
      }
      let own = identities.map { identities in
        switch alarm {
        case .alarm(let place): identities.indices.contains(place) ? identities[place] : nil
        case .snooze: AlarmIdentity.snooze
        }
      }
      return Reminder(
        id: ID(uid: series.uid, distinction: series.distinction, alarm: number), alarm: alarm,
        fires: fires[number], contents: contents,
        firstAlike: firstAlike(contents, own),
        identifierPrefixes: zip(own, occurrences).map { identity, occurrence in
          identity.map {
            RequestIdentifier.prefix(of: name, recurrenceID: occurrence, alarm: $0)
          } ?? ""
        },
        zone: seriesExpansion.zone, isFloating: seriesExpansion.isFloating,
        location: series.components.first?.location, expansion: seriesExpansion,
        repeatedHour: options.repeatedHour, window: options.window,
        patternLimit: patternLimit)
    }
  }
}

extension Reminder {
  private struct ShownAlarm: Hashable {
    let content: NotificationContent
    let alarm: AlarmIdentity?
  }

  /// For each component the first one whose alarm says and shows the same.
  private static func firstAlike(
    _ contents: [NotificationContent], _ alarms: [AlarmIdentity?]
  ) -> [Int] {
    var first: [ShownAlarm: Int] = [:]
    return contents.indices.map { index in
      let shown = ShownAlarm(content: contents[index], alarm: alarms[index])
      if let known = first[shown] { return known }
      first[shown] = index
      return index
    }
  }
}
