import CivilTime
import ICalendar
import NotificationTriggers

/// What a request reminded of when it was shown: found by its identifier, which names the series
/// and the alarm, and by when.
///
/// Not by its UID: an invitation can have that of somebody else's event.
struct FiredReminder {
  let uid: String
  /// What tells the series from others with its UID.
  let distinction: String
  /// The alarm's place; nil for what nags about a to-do that is overdue, and for a snooze.
  let alarm: Int?
  /// What names the occurrence; empty for an absolute trigger, which belongs to none of several.
  let occurrence: String
  let source: String
  /// The instant of its trigger where that is absolute.
  let absolute: Instant?
  let at: Instant
  let isToDo: Bool
  /// Whether it nags about a to-do that is overdue.
  let isOverdue: Bool
  /// The last fire of any alarm of the occurrence after the one that was shown; nil for none.
  let lastFire: Instant?
  /// The last repeat of the same alarm for the occurrence after it; nil for none.
  let lastRepeat: Instant?

  /// How far ahead other alarms of an occurrence are looked for, in seconds: a year and a month.
  private static let reach = 396 * 86_400

  /// Finds the shown reminder, and the equal reminders that it rang for.
  static func all(
    _ response: ReminderResponse, _ components: [CalendarComponent], _ options: NotificationOptions
  ) -> [FiredReminder] {
    var options = options
    options.compiler.now = response.deliveredAt
    let expansion = Expansion(components, options.compiler)
    if let nag = options.overdueNag {
      let overdue = expansion.allOverdue(nag)
      if let shown = overdue.first(where: { $0.identifier == response.requestIdentifier }) {
        return overdue.filter { $0.appearance == shown.appearance }
          .map { FiredReminder($0, response.deliveredAt) }
      }
    }
    let request = RequestForm(of: response.requestIdentifier)
    let series = expansion.series.filter {
      request.identifier.hasPrefix(RequestIdentifier.prefix(ofUID: $0.series.uid))
    }
    for shown in series {
      let contents = SeriesContents(shown, expansion.options)
      for alarm in shown.alarms {
        let own = contents.contents(of: alarm)
        guard let fire = fire(of: alarm, own, in: shown, request, response.deliveredAt) else {
          continue
        }
        var numbers = EqualFires.ContentNumbers()
        let candidate = EqualFires.Source(
          own.contents, of: alarm, in: shown, place: 0, &numbers
        ).candidate(fire)
        let title = own.contents[fire.component].title
        return [FiredReminder(fire, of: alarm, in: shown)]
          + expansion.series.compactMap { other in
            let isShown =
              other.series.uid.utf8.elementsEqual(shown.series.uid.utf8)
              && other.series.distinction == shown.series.distinction
            return isShown
              ? nil : twin(of: candidate, title, at: fire.at, other, expansion.options, &numbers)
          }
      }
    }
    return []
  }

  /// The fire of another series that shows the same at the same instant, so that it rang with it.
  private static func twin(
    of shown: EqualFires.Candidate, _ title: String, at instant: Instant,
    _ other: SeriesExpansion, _ options: CompilerOptions,
    _ numbers: inout EqualFires.ContentNumbers
  ) -> FiredReminder? {
    guard AlarmTexts.titles(of: other.series, options.language).contains(title) else { return nil }
    let contents = SeriesContents(other, options)
    for alarm in other.alarms {
      let source = EqualFires.Source(
        contents.contents(of: alarm).contents, of: alarm, in: other, place: 1, &numbers)
      for fire in other.fires(of: alarm, in: instant..<instant + 1)
      where source.candidate(fire).showsSame(as: shown) {
        return FiredReminder(fire, of: alarm, in: other)
      }
    }
    return nil
  }

  private init(_ overdue: OverdueToDo, _ deliveredAt: Instant) {
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
    // What exporters copy into overrides is of no occurrence.
    let isCopy =
      fire.component > 0
      && absolute.map { instant in
        series.series.components[0].alarms.contains { $0?.trigger == .absolute(instant) }
      } ?? false
    occurrence = isCopy ? "" : series.occurrenceName(of: fire) ?? ""
    isToDo = series.series.components[fire.component].kind == .toDo
    isOverdue = false
    let original = isCopy ? nil : series.originalStart(of: fire)
    let range = fire.at + 1..<fire.at + FiredReminder.reach
    /// The last fire of an alarm for the occurrence.
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
    of alarm: SeriesAlarm, _ contents: AlarmContents, in series: SeriesExpansion,
    _ request: RequestForm, _ deliveredAt: Instant
  ) -> Fire? {
    guard contents.identifierPrefixes.contains(request.prefix) else { return nil }
    /// Whether the requests of a component's alarm are named like this one.
    func isNamed(_ component: Int) -> Bool {
      contents.identifierPrefixes[contents.firstAlike[component]] == request.prefix
    }
    if alarm == .snooze {
      // Put off again, it is remembered with another instant.
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
      contents.identifierPrefixes[contents.firstAlike[fire.component]] == request.prefix
        && fire.repetition == request.repetition
        && request.instant.map { $0 == fire.at } != false
    }
  }
}
