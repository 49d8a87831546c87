import CivilTime
import ICalendar
import NotificationTriggers

extension Chronicle {
  init(
    _ app: PlayedApp, _ renewals: Renewals, _ expansion: Expansion, _ controls: SystemControls?,
    findings: [Diagnostic]
  ) {
    var writer = ChronicleWriter(app, renewals, expansion, controls)
    writer.write(expansion)
    let series = Chronicle.chosen(from: writer.series)
    let missing = { (series: [SeriesChronicle]) in series.count { $0.missedCount > 0 } }
    self.init(
      plan: app.firstPlan, renewals: renewals, verdict: writer.verdict, renewBy: app.renewBy,
      delays: writer.delays, diagnostics: findings + (writer.delays?.diagnostics ?? []),
      days: writer.days, series: series,
      counts: FireFate.allCases.map { fate in
        writer.series.reduce(0) { $0 + $1.count(fate) }
      }, omitted: writer.series.count - series.count,
      omittedMissing: missing(writer.series) - missing(series),
      hasCalendars: Set(writer.series.map(\.calendarName)).count > 1, cut: app.cut)
  }

  /// Returns the series to show: first those with the earliest missed fires, then those with the
  /// earliest answered fires.
  ///
  /// If there are too many, each file gets the same share of rows.
  private static func chosen(from all: [SeriesChronicle]) -> [SeriesChronicle] {
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

private struct ChronicleWriter {
  private(set) var series: [SeriesChronicle] = []
  private(set) var verdict = Verdict()
  private(set) var delays: Delays?
  let days: ChronicleDays
  private let app: PlayedApp
  /// The fires with the times at which they are seen.
  private let fires: [ListedFire]
  /// The instant from which fires are missed only without a renewal; nil for never.
  private let renewal: Instant?
  private let limit: Int

  init(
    _ app: PlayedApp, _ renewals: Chronicle.Renewals, _ expansion: Expansion,
    _ controls: SystemControls?
  ) {
    self.app = app
    days = ChronicleDays(app.options.window, in: app.options.deviceZone)
    if case .within = renewals { renewal = app.options.renewal } else { renewal = nil }
    limit =
      Chronicle.maximumEvents / max(1, min(expansion.series.count, Chronicle.maximumSeries))
    var fires = app.fires.map { app.request(of: $0).listed(at: $0.at) }
    delays = controls.map {
      FirePresenter(expansion: expansion, controls: $0, zone: app.options.deviceZone)
        .present(&fires) { [fires = app.fires] in app.request(of: fires[$0]) }
    }
    self.fires = fires
  }

  mutating func write(_ expansion: Expansion) {
    let fired = app.firesByReminder
    var current: Reminder.ID?
    // The reminders of a series are adjacent.
    for (id, reminder) in expansion.mapReminders({ ($0.id, written($0, fired[$0.id] ?? [])) }) {
      verdict.add(reminder.verdict)
      guard let chronicle = reminder.chronicle else { continue }
      // Compare UIDs as bytes, because String comparison treats canonically equivalent texts as
      // equal.
      let isNext =
        current.map { $0.distinction == id.distinction && $0.uid.utf8.elementsEqual(id.uid.utf8) }
        ?? false
      if isNext, let last = series.indices.last {
        series[last].add(chronicle)
        series[last].keepFirst(limit)
      } else {
        series.append(chronicle)
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
          SeriesChronicle(title: request.content.title, calendarName: request.calendarName))
      }
      series[own].add(event(place, .fired, title: nil), days)
    }
    for own in places.values { series[own].keepFirst(limit) }
  }

  private func written(
    _ reminder: Reminder, _ fired: [Int]
  ) -> (verdict: Verdict, chronicle: SeriesChronicle?) {
    let asked = app.played(reminder)
    let held = app.held(fired, against: asked)
    let verdict = PlayedApp.Validated(held, of: asked, in: app).verdict
    let dueNow = asked.instantsDue(at: app.options.now)
    guard !held.isEmpty || !dueNow.isEmpty else { return (verdict, nil) }
    let title =
      held.first { $0.content != nil }?.content?.title ?? asked.contents.first?.title ?? ""
    var chronicle = SeriesChronicle(
      title: title, calendarName: AlarmTexts.line(asked.contents.first?.calendarName ?? ""),
      location: asked.location)
    chronicle.cut = asked.fires.cut
    for instant in dueNow {
      chronicle.add(
        SeriesChronicle.Event(at: instant, fate: .dueNow, title: nil, seenAt: nil), days)
    }
    for held in held { add(held, to: &chronicle) }
    chronicle.keepFirst(limit)
    return (verdict, chronicle)
  }

  private func add(_ held: PlayedApp.HeldFires, to chronicle: inout SeriesChronicle) {
    let title = held.content.flatMap { $0.title == chronicle.title ? nil : $0.title }
    for instant in held.outcome.missed.joined() {
      let isLater = renewal.map { instant >= $0 } ?? false
      let fate: FireFate =
        held.isRepeat
        ? (isLater ? .unrenewedRepeat : .missedRepeat) : (isLater ? .unrenewed : .missed)
      chronicle.add(
        SeriesChronicle.Event(at: instant, fate: fate, title: title, seenAt: nil), days)
    }
    for (place, fate) in app.fates(of: held) {
      chronicle.add(event(place, fate, title: title), days)
    }
  }

  /// Returns a fire with its fate.
  ///
  /// An expected fire includes the time at which it is seen.
  private func event(
    _ place: Int, _ fate: FireFate, title: String?
  ) -> SeriesChronicle.Event {
    let presentation = fires[place].presentation
    let isDelayed = fate == .fired && presentation?.isDelayed ?? false
    return SeriesChronicle.Event(
      at: fires[place].at,
      fate: isDelayed ? presentation?.tooLateFor == nil ? .delayed : .tooLate : fate, title: title,
      seenAt: isDelayed ? presentation?.seenAt : nil)
  }
}
