import CivilTime
import ICalendar
import NotificationTriggers
import ReminderExpansion
import ReminderPlanning

extension Timeline {
  init(
    _ app: SimulatedApp, renewals: Renewals, expansion: Expansion, controls: SystemControls?,
    findings: [Diagnostic]
  ) {
    var writer = TimelineBuilder(app, renewals: renewals, expansion: expansion, controls: controls)
    writer.write(expansion)
    let series = Timeline.chosen(from: writer.series)
    let missing = { (series: [SeriesTimeline]) in series.count { $0.missedCount > 0 } }
    self.init(
      plan: app.firstPlan, renewals: renewals, verdict: writer.verdict, renewBy: app.renewBy,
      delays: writer.delays, diagnostics: findings + (writer.delays?.diagnostics ?? []),
      days: writer.days, series: series,
      counts: FireOutcome.allCases.map { outcome in
        writer.series.reduce(0) { $0 + $1.count(outcome) }
      }, omitted: writer.series.count - series.count,
      omittedMissing: missing(writer.series) - missing(series),
      hasCalendars: Set(writer.series.map(\.calendarName)).count > 1, cut: app.cut)
  }

  /// Returns the series to show: first those with the earliest missed fires, then those with the
  /// earliest answered fires.
  ///
  /// If there are too many, each file gets the same share of rows.
  private static func chosen(from all: [SeriesTimeline]) -> [SeriesTimeline] {
    func isFirst(_ left: Int, _ right: Int) -> Bool {
      let pairs = [
        (all[left].firstMissed, all[right].firstMissed), (all[left].next, all[right].next),
      ]
      for (own, other) in pairs where own != other {
        guard let own, let other else { return own != nil }
        return own < other
      }
      return left < right
    }
    let order = all.indices.sorted(by: isFirst)
    var needs: [String?: Int] = [:]
    for series in all { needs[series.location?.file, default: 0] += 1 }
    let share = max(
      1, FairShare.limit(of: maximumSeries, for: Array(needs.values), atMost: maximumSeries))
    var taken: [String?: Int] = [:]
    return order.filter { place in
      taken[all[place].location?.file, default: 0] += 1
      return taken[all[place].location?.file, default: 0] <= share
    }.prefix(maximumSeries).map { all[$0] }
  }
}

private struct TimelineBuilder {
  private(set) var series: [SeriesTimeline] = []
  private(set) var verdict = Verdict()
  private(set) var delays: Delays?
  package let days: TimelineDays
  private let app: SimulatedApp
  /// The fires with the times at which they are seen.
  private let fires: [ListedFire]
  /// The instant from which fires are missed only without a renewal; nil for never.
  private let renewal: Instant?
  private let limit: Int

  init(
    _ app: SimulatedApp, renewals: Timeline.Renewals, expansion: Expansion,
    controls: SystemControls?
  ) {
    self.app = app
    days = TimelineDays(app.options.window, in: app.options.deviceZone)
    if case .within = renewals { renewal = app.options.renewal } else { renewal = nil }
    limit =
      Timeline.maximumEvents / max(1, min(expansion.series.count, Timeline.maximumSeries))
    var fires = app.fires.map { app.request(of: $0).listed(at: $0.at) }
    delays = controls.map {
      DelaySimulator(expansion: expansion, controls: $0, itinerary: app.itinerary)
        .present(&fires) { [fires = app.fires] in app.request(of: fires[$0]) }
    }
    self.fires = fires
  }

  mutating func write(_ expansion: Expansion) {
    let fired = app.firesByReminder
    var current: Reminder.ID?
    // The reminders of a series are adjacent.
    let reminders = expansion.mapReminders { ($0.id, written($0, fired: fired[$0.id] ?? [])) }
    for (id, reminder) in reminders {
      verdict.add(reminder.verdict)
      guard let timeline = reminder.timeline else { continue }
      // Compare UIDs as bytes, because String comparison treats canonically equivalent texts as
      // equal.
      let isNext =
        current.map { $0.distinction == id.distinction && $0.uid.utf8.elementsEqual(id.uid.utf8) }
        ?? false
      if isNext, let last = series.indices.last {
        series[last].add(timeline)
        series[last].keepFirst(limit)
      } else {
        series.append(timeline)
      }
      current = id
    }
    writeOthers()
  }

  /// Writes the requests without an alarm: those that nag about overdue to-dos and the one that
  /// asks the user to open the app.
  private mutating func writeOthers() {
    var places: [String: Int] = [:]
    for (place, fire) in app.fires.enumerated() {
      let request = app.request(of: fire)
      guard request.reminder == nil else { continue }
      let own = places[request.identifier] ?? series.count
      if own == series.count {
        places[request.identifier] = own
        series.append(
          SeriesTimeline(title: request.content.title, calendarName: request.calendarName))
      }
      series[own].add(event(at: place, outcome: .fired, title: nil), calendar: days)
    }
    for own in places.values { series[own].keepFirst(limit) }
  }

  private func written(
    _ reminder: Reminder, fired: [Int]
  ) -> (verdict: Verdict, timeline: SeriesTimeline?) {
    let expected = app.simulated(reminder)
    let compared = app.compared(fired, against: expected)
    let verdict = SimulatedApp.Validated(compared, of: expected, in: app).verdict
    let dueNow = expected.instantsDue(at: app.options.now)
    guard !compared.isEmpty || !dueNow.isEmpty else { return (verdict, nil) }
    let title =
      compared.first { $0.content != nil }?.content?.title ?? expected.contents.first?.title ?? ""
    var timeline = SeriesTimeline(
      title: title, calendarName: AlarmTexts.line(expected.contents.first?.calendarName ?? ""),
      location: expected.location)
    timeline.cut = expected.fires.cut
    for instant in dueNow {
      timeline.add(
        SeriesTimeline.Event(at: instant, outcome: .dueNow, title: nil, seenAt: nil),
        calendar: days)
    }
    for compared in compared { add(compared, to: &timeline) }
    timeline.keepFirst(limit)
    return (verdict, timeline)
  }

  private func add(_ compared: SimulatedApp.ComparedFires, to timeline: inout SeriesTimeline) {
    let title = compared.content.flatMap { $0.title == timeline.title ? nil : $0.title }
    for instant in compared.outcome.missed.joined() {
      let isLater = renewal.map { instant >= $0 } ?? false
      let outcome: FireOutcome =
        compared.isRepeat
        ? (isLater ? .unrenewedRepeat : .missedRepeat) : (isLater ? .unrenewed : .missed)
      timeline.add(
        SeriesTimeline.Event(at: instant, outcome: outcome, title: title, seenAt: nil),
        calendar: days)
    }
    for (place, outcome) in app.outcomes(of: compared) {
      timeline.add(event(at: place, outcome: outcome, title: title), calendar: days)
    }
  }

  /// Returns a fire with its outcome.
  ///
  /// An expected fire includes the time at which it is seen.
  private func event(
    at place: Int, outcome: FireOutcome, title: String?
  ) -> SeriesTimeline.Event {
    let presentation = fires[place].presentation
    let isDelayed = outcome == .fired && presentation?.isDelayed ?? false
    return SeriesTimeline.Event(
      at: fires[place].at,
      outcome: isDelayed ? presentation?.tooLateFor == nil ? .delayed : .tooLate : outcome,
      title: title,
      seenAt: isDelayed ? presentation?.seenAt : nil)
  }
}
