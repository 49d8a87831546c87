import CivilTime
package import ICalendar
import NotificationTriggers
package import ReminderOptions
import WorkSharing

/// Prepares the series of a compilation for expansion: first all components are grouped, then each
/// series is prepared by itself.
///
/// The effects of rules, nagging and user actions on a series do not depend on other series. So
/// several threads can prepare series at the same time.
struct SeriesPreparation: Sendable {
  struct PreparedSeries: Sendable {
    /// The series that can have fires.
    var series: [SeriesExpansion] = []
    /// The titles of each series' alarms.
    var titles: [Set<String>] = []
    var diagnostics: [Diagnostic] = []
    var leftOut: [ExcludedReminder] = []
    /// The upper bound of the fires in the window for each reminder.
    var needs: [Int] = []
    /// The upper bound of the fires in the window for each series.
    var seriesNeeds: [Int] = []
  }

  let options: CompilerOptions
  /// All series in order of UID, with excluded components silent.
  let grouped: [EventSeries]
  let diagnostics: [Diagnostic]
  /// The series before rules exclude components.
  private let prepared: [EventSeries]
  private let rules: RuleApplication
  private let handled: SeriesActions
  private let stepLimit: Int

  init(_ components: [CalendarComponent], options: CompilerOptions, workers: Workers) {
    let faults = options.faults
    let checked = CheckedComponents(options.isNowKnown ? components : [], workers: workers)
    let options = faults.isEmpty ? options : options.corrected
    let grouping = SeriesGrouping(
      checked.components, onDeviceIn: options.deviceZone,
      areTiedToFiles: options.rules.contains { $0.rule.testsFile })
    self.options = options
    let whole = grouping.series.enumerated().sorted { left, right in
      let (own, other) = (left.element.uid.utf8, right.element.uid.utf8)
      return own.elementsEqual(other)
        ? left.offset < right.offset : own.lexicographicallyPrecedes(other)
    }.map(\.element)
    rules = RuleApplication(options)
    prepared = rules.prepare(whole)
    grouped = rules.silence(prepared)
    stepLimit = ExpansionBudget.stepLimit(for: grouped)
    handled = SeriesActions(options.handled, at: options.now)
    diagnostics =
      faults + options.ruleFaults + options.addressFaults(in: checked.components)
      + options.silenceNotes + checked.diagnostics + grouping.diagnostics
  }

  func part(_ places: Range<Int>) -> PreparedSeries {
    var part = PreparedSeries()
    let seconds = options.window.upperBound - options.window.lowerBound
    part.series.reserveCapacity(places.count)
    for place in places {
      let alarmed = grouped[place].addingDefaultAlarms(options)
      let filtered = rules.filtered(alarmed)
      if rules.hasFilters {
        part.leftOut += ExcludedReminder.all(
          of: prepared[place].addingDefaultAlarms(options), missingFrom: filtered, options: options,
          stepLimit: stepLimit)
      }
      let own = handled.applied(
        to: filtered.adding(options.takesAlarmsOnly ? nil : options.nag),
        onDeviceIn: options.deviceZone)
      // A snooze belongs to an alarm, so a series without alarms has no fires.
      guard own.alarmCount > 0 else { continue }
      var series = SeriesExpansion(own, onDeviceIn: options.deviceZone, stepLimit: stepLimit)
      series.quiet = options.quiet(of: own)
      series.prepare(for: options.now)
      part.diagnostics += series.diagnostics
      let most = series.alarms.map { series.mostFires(of: $0, in: seconds) }
      series.fireLimit = FairShare.limit(
        of: ExpansionOrder.maximumFires, for: most, atMost: SeriesExpansion.maximumFires)
      let needs = most.map { min($0, series.fireLimit) }
      part.needs += needs
      part.seriesNeeds.append(needs.reduce(0, +))
      part.series.append(series)
      part.titles.append(AlarmTexts.titles(of: own, language: options.language))
    }
    return part
  }
}

/// The work limits of one run.
///
/// Sparse reminders get all the fires that they need, and dense ones share the same limit. So no
/// reminder takes anything from a sparser one.
package enum ExpansionBudget {
  /// The limit of fires of all reminders together: five thousand daily reminders for a year.
  package static let maximumFires = 2_000_000

  /// The limit of intervals of all rules together.
  private static let maximumSteps = 150_000_000

  /// The least value of the limit of a single reminder: eleven years of daily fires.
  private static let fewestFires = 4_000

  /// Returns the limit of fires of one reminder.
  static func fireLimit(for needs: [Int], sharers: Int) -> Int {
    let ofOne = max(fewestFires, SeriesExpansion.maximumFires / max(1, sharers))
    return max(1, FairShare.limit(of: maximumFires, for: needs, atMost: ofOne))
  }

  /// Returns the limit of intervals for expanding each rule: an equal share of the limit for one
  /// rule.
  ///
  /// It is at least one cycle of the calendar in days, so that daily rules are searched completely,
  /// unless a thousand rules would need more than ``maximumSteps`` together.
  static func stepLimit(for series: [EventSeries]) -> Int {
    let rules = series.indices.reduce(0) { count, place in
      guard series[place].hasMaster else { return count }
      let master = series[place].components[0]
      return count + master.rules.count + master.exceptionRules.count
    }
    let cycle = min(RuleExpansion.daysOfCycle + 366, maximumSteps / max(1, rules))
    return max(cycle, RuleExpansion.maximumSteps / max(1, rules))
  }
}

extension EventSeries {
  /// Adds the default alarms of the options if the series has no alarms.
  ///
  /// A VALARM anywhere in the series, even one that never fires, means that the series has alarms.
  /// So an override without alarms stays silent if its master has some.
  ///
  /// The alarms of a to-do with a due time count from it. Alarms of less than a day apply only to
  /// components at a time of day, so that a birthday does not ring at 23:45 on the evening before.
  ///
  /// If any ruled default alarm matches the series, only ruled ones apply; otherwise those without
  /// a rule.
  package func addingDefaultAlarms(_ options: CompilerOptions) -> EventSeries {
    guard options.hasDefaultAlarms,
      components.indices.allSatisfy({ components[$0].alarms.isEmpty }),
      let first = components.first
    else { return self }
    // Match only the first component, so that overrides get the same alarms as their master.
    let ruled = options.ruledDefaultAlarms.enumerated().filter {
      $1.rule.matches(first, alarm: nil, user: options.user)
    }
    return mapComponents { component in
      guard component.anchor != nil else { return component }
      let alarms = ruled.compactMap { place, rule in
        var alarm = rule.alarm(for: component)
        alarm?.origin = .defaultAlarm(place)
        return alarm
      }
      guard !alarms.isEmpty else { return component.addingAlarms(options) }
      var component = component
      component.alarms = alarms
      return component
    }
  }
}

extension CalendarComponent {
  fileprivate func addingAlarms(_ options: CompilerOptions) -> CalendarComponent {
    guard anchor != nil else { return self }
    var component = self
    if isAboutDate, let time = options.allDayAlarm {
      component.alarms = [Alarm(at: time, onDayOf: self)]
    } else {
      component.alarms = options.defaultAlarms.filter { !isAboutDate || $0.isWholeDay }
        .map { Alarm($0, from: self) }
    }
    return component
  }
}

extension CompilerOptions {
  /// Returns the quiet hours and silent times of a series; nil if none of its components has any.
  ///
  /// Time-sensitive and critical alarms have no quiet hours.
  func quiet(of series: EventSeries) -> SeriesQuietHours? {
    guard !quietHours.isEmpty || !silences.isEmpty else { return nil }
    let times = silences.map { $0.times(onDeviceIn: deviceZone) }
    let components = series.components
    let alarms = (0..<series.alarmCount).map(SeriesAlarm.alarm) + [.snooze]
    var hours: [SeriesAlarm: [QuietHours?]] = [:]
    for alarm in alarms {
      hours[alarm] = components.map { component in
        quietHoursRule(for: component, component.alarm(at: alarm.place))?.hours
      }
    }
    var silence: [SeriesAlarm: [[SilentTimes]]] = [:]
    for alarm in alarms where !silences.isEmpty {
      let own = components.map { component in
        let alarm = component.alarm(at: alarm.place)
        return silences.indices.filter { matches(silences[$0], component: component, alarm: alarm) }
          .map { times[$0] }
      }
      if own.contains(where: { !$0.isEmpty }) { silence[alarm] = own }
    }
    let hasHours = hours.values.contains { $0.contains { $0 != nil } }
    guard hasHours || !silence.isEmpty else { return nil }
    return SeriesQuietHours(
      hours, dropsFires: dropsQuietFires, lead: quietHoursLead.nominalSeconds, silence: silence)
  }
}
