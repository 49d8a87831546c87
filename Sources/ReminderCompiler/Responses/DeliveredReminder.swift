import CivilTime
import ICalendar
import NotificationTriggers
import ReminderExpansion
import ReminderOptions
import TextSafety

/// The series, alarm and occurrence of a notification that was shown.
///
/// They are found by the request identifier and the delivery time. The UID is not enough, because
/// an invitation can have the UID of another person's event.
struct DeliveredReminder {
  let uid: String
  let distinction: String
  /// The index of the alarm; nil for an overdue to-do and for a snooze.
  let alarm: Int?
  /// The name of the occurrence; empty for an absolute trigger, which does not belong to one
  /// occurrence.
  let occurrence: String
  let source: String
  let absolute: Instant?
  let at: Instant
  let isToDo: Bool
  /// Whether the notification nagged about an overdue to-do.
  let isOverdue: Bool
  /// The last later fire of any alarm of the occurrence; nil for none.
  let lastFire: Instant?
  /// The last later repeat of the same alarm for the occurrence; nil for none.
  let lastRepeat: Instant?

  /// The range in which fires of other alarms of an occurrence are searched, in seconds: a year and
  /// a month.
  private static let reach = 396 * 86_400

  /// Returns the shown reminder, followed by the equal reminders that rang with it; empty if it is
  /// unknown.
  static func all(
    for response: ReminderResponse, components: [CalendarComponent], options: NotificationOptions
  ) -> [DeliveredReminder] {
    var options = options
    options.compiler.now = response.deliveredAt
    let expansion = Expansion(components, options: options.compiler)
    if let nag = options.overdueNag {
      let overdue = expansion.allOverdue(nag)
      if let shown = overdue.first(where: { $0.identifier == response.requestIdentifier }) {
        return overdue.filter { $0.appearance == shown.appearance }
          .map { DeliveredReminder($0, deliveredAt: response.deliveredAt) }
      }
    }
    let request = IdentifierSuffix(of: response.requestIdentifier)
    let series = expansion.series.filter {
      request.identifier.hasPrefix(RequestIdentifier.prefix(ofUID: $0.series.uid))
    }
    for shown in series {
      let contents = SeriesContentBuilder(shown, options: expansion.options)
      for alarm in shown.alarms {
        let own = contents.contents(of: alarm)
        guard
          let fire = fire(
            of: alarm, contents: own, in: shown, request: request,
            deliveredAt: response.deliveredAt)
        else { continue }
        var numbers = FireDeduplication.ContentNumbers(from: fire.at)
        let candidate = FireDeduplication.ComparedReminder(
          own.contents, of: alarm, in: shown, place: 0, numbers: &numbers
        ).candidate(fire)
        let title = own.contents[fire.component].title
        return [DeliveredReminder(fire, of: alarm, in: shown)]
          + expansion.series.compactMap { other in
            let isShown =
              other.series.uid.utf8.elementsEqual(shown.series.uid.utf8)
              && other.series.distinction == shown.series.distinction
            return isShown
              ? nil
              : twin(
                of: candidate, title: title, at: fire.at, in: other, options: expansion.options,
                numbers: &numbers)
          }
      }
    }
    return []
  }

  /// Returns the fire of another series with the same content at the same instant, which rang with
  /// the shown one; nil for none.
  private static func twin(
    of shown: FireDeduplication.ComparedFire, title: String, at instant: Instant,
    in other: SeriesExpansion, options: CompilerOptions,
    numbers: inout FireDeduplication.ContentNumbers
  ) -> DeliveredReminder? {
    guard
      AlarmTexts.titles(of: other.series, language: options.language).contains(
        title.withoutInvisibles)
    else { return nil }
    let contents = SeriesContentBuilder(other, options: options)
    for alarm in other.alarms {
      let source = FireDeduplication.ComparedReminder(
        contents.contents(of: alarm).contents, of: alarm, in: other, place: 1, numbers: &numbers)
      for fire in other.fires(of: alarm, in: instant..<instant + 1)
      where source.candidate(fire).showsSame(as: shown) {
        return DeliveredReminder(fire, of: alarm, in: other)
      }
    }
    return nil
  }

  private init(_ overdue: OverdueToDo, deliveredAt: Instant) {
    at = deliveredAt
    (uid, distinction) = (overdue.uid, overdue.distinction)
    (occurrence, alarm, absolute) = (overdue.occurrenceName, nil, nil)
    source = overdue.source
    (isToDo, isOverdue, lastFire, lastRepeat) = (true, true, nil, nil)
  }

  private init(_ fire: Fire, of alarm: SeriesAlarm, in series: SeriesExpansion) {
    (uid, distinction) = (series.series.uid, series.series.distinction)
    at = fire.at
    self.alarm = alarm.place
    let component = series.series.components[fire.component]
    source = component.source
    absolute =
      if case .absolute(let instant)? = component.alarm(at: alarm.place)?.trigger { instant } else {
        nil
      }
    // Exporters copy absolute alarms into overrides. Such a copy does not belong to the override.
    let isCopy =
      fire.component > 0
      && absolute.map { instant in
        series.series.components[0].alarms.contains { $0?.trigger == .absolute(instant) }
      } ?? false
    occurrence = isCopy ? "" : series.occurrenceName(of: fire) ?? ""
    isToDo = series.series.components[fire.component].kind == .toDo
    isOverdue = false
    let original = isCopy ? nil : series.originalStart(of: fire)
    let range = fire.at + 1..<fire.at + DeliveredReminder.reach
    func last(_ other: SeriesAlarm) -> Instant? {
      guard let original else { return nil }
      return series.fires(of: other, in: range)
        .last { series.originalStart(of: $0) == original }?.at
    }
    lastRepeat =
      original == nil
      ? series.fires(of: alarm, in: range).last { $0.occurrenceStart == nil }?.at : last(alarm)
    lastFire = series.alarms.compactMap(last).max()
  }

  private static func fire(
    of alarm: SeriesAlarm, contents: ContentsByComponent, in series: SeriesExpansion,
    request: IdentifierSuffix, deliveredAt: Instant
  ) -> Fire? {
    guard contents.identifierPrefixes.contains(request.prefix) else { return nil }
    func isNamed(_ component: Int) -> Bool {
      contents.identifierPrefixes[contents.firstAlike[component]] == request.prefix
    }
    if alarm == .snooze {
      // A snooze that was snoozed again has another instant in memory.
      return series.fires(of: .snooze, in: SeriesExpansion.calendar)
        .first { isNamed($0.component) }.map {
          Fire(
            at: deliveredAt, repetition: 0, component: $0.component,
            occurrenceStart: $0.occurrenceStart)
        }
    }
    return series.fires(
      of: alarm, in: deliveredAt - HandledReminders.longestDelay..<deliveredAt + 1
    )
    .last { fire in
      isNamed(fire.component) && fire.repetition == request.repetition
        && request.instant.map { $0 == fire.at } != false
    }
  }
}
