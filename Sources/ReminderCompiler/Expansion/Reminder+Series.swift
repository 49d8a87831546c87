import CivilTime
package import ICalendar

extension Reminder {
  /// All reminders of a series.
  ///
  /// - Parameters:
  ///   - seriesExpansion: The series, default alarms added.
  ///   - fires: The fires of each of its alarms in the options' window.
  ///   - context: What all reminders have in common.
  /// - Returns: The reminders by alarm, those that never fire included.
  package static func all(
    of seriesExpansion: SeriesExpansion, fires: [Fires], _ context: Context
  ) -> [Reminder] {
    let series = seriesExpansion.series
    let contents = SeriesContents(seriesExpansion, context.options)
    return seriesExpansion.alarms.enumerated().map { number, alarm in
      Reminder(
        id: ID(uid: series.uid, distinction: series.distinction, alarm: number), alarm: alarm,
        fires: fires[number], shown: contents.contents(of: alarm),
        zone: seriesExpansion.zone, isFloating: seriesExpansion.isFloating,
        expansion: seriesExpansion, context: context)
    }
  }

  /// All reminders of a series, or none of one that asks for nothing in the window: of that nothing
  /// has to be named.
  ///
  /// - Parameters:
  ///   - seriesExpansion: The series, default alarms added.
  ///   - fires: The fires of each of its alarms in the options' window.
  ///   - context: What all reminders have in common.
  /// - Returns: The reminders by alarm.
  package static func askedFor(
    by seriesExpansion: SeriesExpansion, fires: [Fires], _ context: Context
  ) -> [Reminder] {
    guard fires.contains(where: { !$0.isEmpty || $0.cut != nil }) else { return [] }
    return all(of: seriesExpansion, fires: fires, context)
  }
}
