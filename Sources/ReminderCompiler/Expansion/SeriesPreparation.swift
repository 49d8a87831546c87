import CivilTime
import ICalendar
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
    /// What their reminders can need.
    var needs: ExpansionNeeds
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
  private let limits: RuleLimits

  /// Groups components.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The device and the default alarms.
  ///   - mayBeFaulty: Whether anything may be wrong with any component.
  init(_ components: [CalendarComponent], _ options: CompilerOptions, mayBeFaulty: Bool) {
    let faults = options.faults
    let checked = CheckedComponents(
      options.isNowKnown ? components : [], mayBeFaulty: mayBeFaulty)
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
    limits = ExpansionBudget.ruleLimits(for: grouped)
    handled = HandledSeries(options.handled, at: options.now)
    diagnostics = faults + options.ruleFaults + checked.diagnostics + grouping.diagnostics
  }

  /// Prepares some of the series.
  ///
  /// - Parameter places: Their places among those that are grouped.
  /// - Returns: What becomes of them.
  func part(_ places: Range<Int>) -> Part {
    var part = Part(needs: ExpansionNeeds(in: options.window))
    part.series.reserveCapacity(places.count)
    for place in places {
      let alarmed = grouped[place].addingDefaultAlarms(options)
      let filtered = rules.filtered(alarmed)
      if rules.hasFilters {
        part.leftOut += LeftOutReminder.all(
          of: prepared[place].addingDefaultAlarms(options), filtered, options,
          limits: limits)
      }
      let own = handled.applied(to: filtered.adding(options.nag), onDeviceIn: options.deviceZone)
      // A snooze puts an alarm off; without any there is none.
      guard own.alarmCount > 0 else { continue }
      var series = SeriesExpansion(own, onDeviceIn: options.deviceZone, limits: limits)
      series.quiet = options.quiet(of: own)
      series.prepare(for: options.now)
      part.diagnostics += series.diagnostics
      series.fireLimit = ExpansionBudget.fireLimit(ofSeries: part.needs.add(series))
      part.series.append(series)
      part.titles.append(AlarmTexts.titles(of: own, options.language))
    }
    return part
  }
}
