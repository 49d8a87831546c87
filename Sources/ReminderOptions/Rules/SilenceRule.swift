package import CivilTime
package import ICalendar

/// Days on which alarms are silent: a pause, or the days of another calendar.
///
/// Nothing that matches rings on these days of the device, and repeats of an alert on them don't
/// ring afterwards.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var away = options
/// away.silences = [SilenceRule("2028-01-03..2028-01-07")!]
/// print(Compilation(of: [standUp], away).plan.fireCount)  // 257
/// ```
public struct SilenceRule: Hashable, Sendable {
  /// The days.
  package enum Days: Hashable, Sendable {
    /// The days of a pause, both ends inclusive.
    case pause(ClosedRange<CivilDate>)
    /// Days of a calendar, or all others.
    case calendar(CalendarDays, isInverted: Bool)
  }

  package let days: Days
  /// The rule for components and alarms; nil for all.
  let rule: ReminderRule?
  /// The zone of the days; nil for the device's.
  private let zone: Zone?

  /// Parses a pause.
  ///
  /// - Parameter text: `FROM..TO` or `FROM..TO=RULE`: two days, both inclusive, such as
  ///   `2026-12-24..2027-01-06`, or one day. For the rule see ``ReminderRule``. The result is nil
  ///   for other texts.
  public init?(_ text: String) {
    guard let (value, rule) = ReminderRule.cutFirst(text),
      let days = SilenceRule.days(value)
    else { return nil }
    self.days = .pause(days)
    self.rule = rule
    zone = nil
  }

  /// Makes a pause of series with given UIDs, by the days of a zone; nil for the device's.
  package init(
    _ days: ClosedRange<CivilDate>, uids: some Sequence<String>, in zone: Zone?
  ) {
    self.days = .pause(days)
    rule = ReminderRule(uids: uids)
    self.zone = zone
  }

  /// Makes a rule for the days of a calendar.
  ///
  /// - Parameters:
  ///   - calendar: The days.
  ///   - isInverted: Whether alarms are silent on all other days.
  ///   - rule: The rule for components and alarms; nil for all.
  public init(_ calendar: CalendarDays, isInverted: Bool, for rule: ReminderRule? = nil) {
    days = .calendar(calendar, isInverted: isInverted)
    self.rule = rule
    zone = nil
  }

  /// Parses two days, or one.
  package static func days(_ text: String) -> ClosedRange<CivilDate>? {
    func day(_ text: some StringProtocol) -> CivilDate? {
      CivilDateTime(iso8601: "\(text)T00:00:00")?.date
    }
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = day(parts[0]), let last = parts.count > 1 ? day(parts[1]) : first,
      first <= last
    else { return nil }
    return first...last
  }

  /// Returns the time of a pause; nil for a calendar of days.
  package func pause(onDeviceIn deviceZone: Zone) -> Range<Instant>? {
    guard case .pause(let days) = days else { return nil }
    let zone = zone ?? deviceZone
    func start(_ day: Int) -> Instant {
      zone.instant(of: CivilDateTime(dayNumber: day, time: .midnight))
    }
    return start(days.lowerBound.dayNumber)..<start(days.upperBound.dayNumber + 1)
  }

  package func times(onDeviceIn deviceZone: Zone) -> SilentTimes {
    let zone = zone ?? deviceZone
    return switch days {
    case .pause(let days):
      SilentTimes([days.lowerBound.dayNumber..<days.upperBound.dayNumber + 1], in: zone)
    case .calendar(let calendar, false): SilentTimes(calendar.ranges, in: zone)
    case .calendar(let calendar, true): SilentTimes(except: calendar.ranges, in: zone)
    }
  }

  /// Whether the text form is the whole rule.
  var isPauseOnDevice: Bool { if case .pause = days { zone == nil } else { false } }

  /// The option of the command line.
  var option: String {
    switch days {
    case .pause: "pause"
    case .calendar(_, let isInverted): isInverted ? "only-on" : "skip-on"
    }
  }
}

extension SilenceRule: CustomStringConvertible {
  /// The text form; that of a pause parses back to an equal rule.
  public var description: String {
    let value =
      switch days {
      case .pause(let days):
        days.lowerBound == days.upperBound
          ? "\(days.lowerBound)" : "\(days.lowerBound)..\(days.upperBound)"
      case .calendar(let calendar, _): calendar.name
      }
    return value + (rule.map { "=\($0)" } ?? "")
  }
}

/// The days of a calendar's all-day events, such as public holidays.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// let newYear = CalendarTime(CivilDateTime(iso8601: "2028-01-03T00:00")!, isDate: true)
/// let holiday = CalendarComponent(uid: "holiday@example.org", start: newYear)
/// let days = CalendarDays(
///   "holidays", components: [holiday], from: options.now, onDeviceIn: options.deviceZone)
/// var atWork = options
/// atWork.silences = [SilenceRule(days, isInverted: false)]
/// print(Compilation(of: [standUp], atWork).plan.fireCount)  // 261
/// ```
public struct CalendarDays: Hashable, Sendable {
  /// The name of the calendar, for messages.
  public let name: String
  /// Ranges of days since 1970-01-01, ascending and disjoint.
  package let ranges: [Range<Int>]
  /// The diagnostics of the calendar and of the expansion of its all-day series.
  package let diagnostics: [Diagnostic]

  package init(_ name: String, ranges: [Range<Int>], diagnostics: [Diagnostic]) {
    self.name = name
    self.ranges = ranges
    self.diagnostics = diagnostics
  }

  /// The longest event that began before now and still counts, in seconds: a year.
  package static let longestEvent = 366 * 86_400

  /// The last day; nil without days, or if they go on to the end of the proof.
  package var lastDay: CivilDate? {
    let distant = Instant.endOfProof.civilInUTC.dayNumber - 2 * 366
    return ranges.last.flatMap {
      $0.upperBound < distant ? CivilDate(dayNumber: $0.upperBound - 1) : nil
    }
  }
}

extension CompilerOptions {
  /// Returns whether a silence applies to an alarm of a component.
  package func matches(_ silence: SilenceRule, component: CalendarComponent, alarm: Alarm?)
    -> Bool
  {
    silence.rule?.matches(component, alarm: alarm, user: user) ?? true
  }
}
