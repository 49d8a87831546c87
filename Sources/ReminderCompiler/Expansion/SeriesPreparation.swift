import CivilTime
package import ICalendar
import NotificationTriggers

/// Series on their way to being expanded: grouped one after another, prepared each by itself.
///
/// What rules, nagging and deeds make of a series depends on no other one, and so does what is
/// counted of its rules: several threads can do it at once.
struct SeriesPreparation: Sendable {
  /// What becomes of some of the series.
  struct Part: Sendable {
    /// Those that can ask for something.
    var series: [SeriesExpansion] = []
    /// For each of them the titles that its alarms show.
    var titles: [Set<String>] = []
    /// What is odd about them.
    var diagnostics: [Diagnostic] = []
    /// What rules leave out of them.
    var leftOut: [LeftOutReminder] = []
    /// The most fires that each of their reminders can have in the window.
    var needs: [Int] = []
    /// The same for each of the series.
    var seriesNeeds: [Int] = []
  }

  /// The options, the nearest that there are.
  let options: CompilerOptions
  /// All series by UID, as they stand in the files, but for what rules leave out.
  let grouped: [EventSeries]
  /// What was found while they were grouped.
  let diagnostics: [Diagnostic]
  /// The series before rules leave anything out of them.
  private let prepared: [EventSeries]
  private let rules: RuledSeries
  private let handled: HandledSeries
  private let stepLimit: Int

  /// Groups components.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The device and the default alarms.
  init(_ components: [CalendarComponent], _ options: CompilerOptions) {
    let faults = options.faults
    let checked = CheckedComponents(options.isNowKnown ? components : [])
    let options = faults.isEmpty ? options : options.corrected
    let grouping = SeriesGrouping(
      checked.components, onDeviceIn: options.deviceZone,
      areTiedToFiles: options.rules.contains { $0.rule.asksForFile })
    self.options = options
    let whole = grouping.series.enumerated().sorted { left, right in
      let (own, other) = (left.element.uid.utf8, right.element.uid.utf8)
      return own.elementsEqual(other)
        ? left.offset < right.offset : own.lexicographicallyPrecedes(other)
    }.map(\.element)
    rules = RuledSeries(options)
    prepared = rules.prepare(whole)
    grouped = rules.silence(prepared)
    stepLimit = ExpansionBudget.stepLimit(for: grouped)
    handled = HandledSeries(options.handled, at: options.now)
    diagnostics = faults + options.ruleFaults + checked.diagnostics + grouping.diagnostics
  }

  /// Prepares some of the series.
  ///
  /// - Parameter places: Their places among those that are grouped.
  /// - Returns: What becomes of them.
  func part(_ places: Range<Int>) -> Part {
    var part = Part()
    let seconds = options.window.upperBound - options.window.lowerBound
    part.series.reserveCapacity(places.count)
    for place in places {
      let alarmed = grouped[place].addingDefaultAlarms(options)
      let filtered = rules.filtered(alarmed)
      if rules.hasFilters {
        part.leftOut += LeftOutReminder.all(
          of: prepared[place].addingDefaultAlarms(options), filtered, options,
          stepLimit: stepLimit)
      }
      let own = handled.applied(to: filtered.adding(options.nag), onDeviceIn: options.deviceZone)
      // A snooze puts an alarm off; without any there is none.
      guard own.alarmCount > 0 else { continue }
      var series = SeriesExpansion(own, onDeviceIn: options.deviceZone, stepLimit: stepLimit)
      series.quiet = options.quiet(of: own)
      series.prepare(for: options.now)
      part.diagnostics += series.diagnostics
      let needs = series.alarms.map {
        min(series.mostFires(of: $0, in: seconds), SeriesExpansion.maximumFires)
      }
      part.needs += needs
      part.seriesNeeds.append(needs.reduce(0, +))
      part.series.append(series)
      part.titles.append(AlarmTexts.titles(of: own, options.language))
    }
    return part
  }
}

/// The caps on what one run looks at.
///
/// Sparse reminders get all that they need, and dense ones the same limit, so that no reminder takes
/// anything from a sparser one.
enum ExpansionBudget {
  /// The most fires of all reminders together: twenty thousand reminders of every day of a year.
  static let maximumFires = 8_000_000

  /// The fewest fires to which the limit of a single reminder may come down: eleven years of every
  /// day.
  private static let fewestFires = 4_000

  /// The most fires of one reminder that are looked at.
  ///
  /// - Parameters:
  ///   - needs: The most fires that each reminder can have.
  ///   - sharers: How many compilations run at once.
  /// - Returns: The limit, `SeriesExpansion.maximumFires` at most.
  static func fireLimit(for needs: [Int], sharers: Int) -> Int {
    let ofOne = max(fewestFires, SeriesExpansion.maximumFires / max(1, sharers))
    return max(1, FairShare.limit(of: maximumFires, for: needs, atMost: ofOne))
  }

  /// The most intervals that a look at each rule goes through: an equal part of what one rule gets,
  /// but every day of a cycle of the calendar, so that a rule of days is always known to match or not.
  static func stepLimit(for series: [EventSeries]) -> Int {
    let rules = series.indices.reduce(0) { count, place in
      guard series[place].hasMaster else { return count }
      let master = series[place].components[0]
      return count + master.rules.count + master.exceptionRules.count
    }
    return max(RuleExpansion.daysOfCycle + 366, RuleExpansion.maximumSteps / max(1, rules))
  }
}

extension EventSeries {
  /// The series with the alarms that the options ask for, where it has none of its own.
  ///
  /// One VALARM anywhere in the series, even one that never fires, is the owner's word on its
  /// alarms: an override without alarms beside a master that has some stays silent.
  ///
  /// An alarm less than a day before or after the start is for times of day, so a birthday doesn't
  /// ring at 23:45 the evening before.
  ///
  /// Where rules of default alarms are about the series, those count; else those without a rule.
  ///
  /// - Parameter options: The default alarms.
  /// - Returns: The series itself, or one with default alarms on each component.
  package func addingDefaultAlarms(_ options: CompilerOptions) -> EventSeries {
    guard options.hasDefaultAlarms,
      components.indices.allSatisfy({ components[$0].alarms.isEmpty }),
      let first = components.first
    else { return self }
    // The whole series has the same ones, so that an override's stand in for its master's.
    let ruled = options.ruledDefaultAlarms.filter { $0.rule.matches(first, nil, options.user) }
    return mapComponents { component in
      guard let anchor = component.anchor else { return component }
      let alarms = ruled.compactMap { $0.alarm(onWholeDays: anchor.isDate) }
      guard !alarms.isEmpty else { return component.addingAlarms(options) }
      var component = component
      component.alarms = alarms
      return component
    }
  }
}

extension CalendarComponent {
  fileprivate func addingAlarms(_ options: CompilerOptions) -> CalendarComponent {
    guard let anchor else { return self }
    var component = self
    if anchor.isDate, let time = options.allDayAlarm {
      // The time of day on the wall clock, also on a day on which the clock is changed, is not a
      // duration from midnight; the day's own zone turns it into one.
      component.alarms = [Alarm(.timeOfDay(time))]
    } else {
      component.alarms = options.defaultAlarms.filter { !anchor.isDate || $0.isWholeDay }
        .map { Alarm(.relative($0, to: .start)) }
    }
    return component
  }
}

extension CompilerOptions {
  /// The quiet hours of a series; nil where none of its components has any.
  ///
  /// What interrupts more than an ordinary reminder rings at any time.
  func quiet(of series: EventSeries) -> SeriesQuiet? {
    guard !quietHours.isEmpty else { return nil }
    let components = series.components
    let alarms = (0..<series.alarmCount).map(SeriesAlarm.alarm) + [.snooze]
    var hours: [SeriesAlarm: [QuietHours?]] = [:]
    for alarm in alarms {
      hours[alarm] = components.map { component in
        quietHoursRule(for: component, component.alarm(at: alarm))?.hours
      }
    }
    guard hours.values.contains(where: { $0.contains { $0 != nil } }) else { return nil }
    return SeriesQuiet(
      components.map { _ in nil }, hoursByAlarm: hours, dropsFires: dropsQuietFires)
  }
}

extension CalendarComponent {
  /// Its alarm of those of its series; nil where it hasn't got it, and for what was put off.
  fileprivate func alarm(at alarm: SeriesAlarm) -> Alarm? {
    alarm.place.flatMap { alarms.indices.contains($0) ? alarms[$0] : nil }
  }
}
