public import CivilTime

/// The options of a compilation that all targets share: the instant, the horizon, the time zone and
/// the rules.
///
/// Each target adds its own options: ``NotificationOptions`` for an app's requests.
///
/// In JSON, the options are an object with the keys `now` and `timeZone`.
///
/// These keys are present if their values differ from the defaults: `horizon`, `renewWithin`,
/// `only`, `ignored`, `ignoredAlarms`, `userAddresses`, `defaultAlarms`, `allDayAlarm`,
/// `ruledDefaultAlarms`, `allDayMoves`, `repeatedHour`, `nag`, `levels`, `quietHours`,
/// `quietHoursLead`, `quietHoursDrop`, `noOverrun`, `bodies`, `badge`, `thread` and `language`.
/// Their values are written as on the command line: `"nag": "10xPT5M"`.
///
/// ```swift
/// let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
/// var options = CompilerOptions(now: now, deviceZone: .gmt)
/// options.renewWithin = CalendarDuration("P2D")!
/// options.defaultAlarms = [CalendarDuration("-PT15M")!]
/// options.allDayAlarm = TimeOfDay(hour: 9)
/// print(options.renewal, options.window.upperBound)  // 2028-01-05T07:00:00Z 2029-01-03T07:00:00Z
/// ```
public struct CompilerOptions: Hashable, Sendable {
  /// The instant at which the requests are added.
  public var now: Instant
  /// The time from now for which fires are planned; a year by default.
  public var horizon = CalendarDuration(months: 12)
  /// The time from now within which the plan is renewed; a week by default.
  public var renewWithin = CalendarDuration(days: 7)
  /// The time zone of the device, for floating and all-day values.
  public var deviceZone: Zone
  /// The rules for reminders to include; empty for all.
  ///
  /// A reminder must match one of them.
  public var only: [ReminderRule] = []
  /// The rules for reminders to exclude, also from those that ``only`` includes.
  public var ignored: [ReminderRule] = []
  /// The rules for alarms to treat as absent, so that default alarms apply.
  public var ignoredAlarms: [ReminderRule] = []
  /// The user's addresses.
  ///
  /// PARTSTAT in rules is the answer of these addresses to invitations.
  public var userAddresses: [String] = []
  /// Alarms for series without alarms, as durations from the start, or from the due time of a
  /// to-do; negative is before.
  ///
  /// Durations of less than a day do not apply to all-day components.
  public var defaultAlarms: [CalendarDuration] = []
  /// The time of day of an alarm for all-day series without alarms, on the first day, or on the day
  /// on which a to-do is due; nil for no alarm.
  public var allDayAlarm: TimeOfDay?
  /// Alarms for series that match a rule and lack alarms.
  ///
  /// If any of these rules matches a series, ``defaultAlarms`` and ``allDayAlarm`` do not apply to
  /// it.
  public var ruledDefaultAlarms: [DefaultAlarm] = []
  /// Times for alarms of all-day components that would be due at midnight.
  ///
  /// The first rule that matches a component applies.
  public var allDayMoves: [AllDayMove] = []
  /// The meaning of rules with steps of an hour or less in a repeated hour.
  public var repeatedHour = RepeatedHour.either

  private static let usualQuietHoursLead = CalendarDuration(seconds: 900)

  /// Whether a duration can be ``quietHoursLead``.
  package static func isQuietHoursLead(_ duration: CalendarDuration) -> Bool {
    duration.months == 0 && (0...86_400).contains(duration.nominalSeconds)
  }

  /// Whether only the first alerts of critical reminders are expected, as for AlarmKit.
  package var takesAlarmsOnly = false

  /// The number of compilations in one run that share the search limits.
  package var sharers = 1

  /// Repeats for alarms without REPEAT; nil for none.
  public var nag: Nag?
  /// The rules for interruption levels.
  ///
  /// The first rule that matches applies.
  public var levels: [LevelRule] = []
  /// The rules for quiet hours, in the device's local time.
  ///
  /// The first rule that matches applies. Time-sensitive and critical notifications have no quiet
  /// hours.
  public var quietHours: [QuietHoursRule] = []
  /// The least time between a fire that quiet hours move and its event, from nothing to a day.
  ///
  /// A fire that would be due later is not moved.
  public var quietHoursLead = CompilerOptions.usualQuietHoursLead
  /// Whether fires in quiet hours are dropped rather than moved to the end of the hours.
  public var dropsQuietFires = false
  /// The pauses, and the days of other calendars on which alarms are silent.
  ///
  /// Each rule that matches applies, to every level. In JSON, `pauses` has the pauses.
  public var silences: [SilenceRule] = []
  /// The rules for components and alarms whose requests must not need removal.
  ///
  /// One match is enough.
  ///
  /// Other requests can have a `removeBy` if one-shots would reach less far. Such a request rings
  /// once too often if the app isn't opened by then. The rule `UID:*` matches everything. Timers
  /// and pushes end by themselves, so the rules don't change them.
  public var noOverrun: [ReminderRule] = []
  /// The rules for the text below the title.
  ///
  /// The first rule that matches applies. Without a match, the alarm's own text and the location
  /// are shown.
  public var bodies: [BodyRule] = []
  /// The number on the app's icon; nil to leave it unchanged.
  public var badge: Badge?
  /// The rules for sound files on a desktop.
  ///
  /// The first rule that matches applies.
  package var sounds: [SoundRule] = []
  /// The rules for reminders that repeat their sound on a desktop.
  ///
  /// One match is enough.
  package var rings: [ReminderRule] = []
  /// The grouping of notifications by the system.
  public var threads = ThreadGrouping.series
  /// The language of generated texts.
  public var language = ReminderLanguage.english

  /// The user's actions on earlier reminders: done, stopped and snoozed.
  public var handled = HandledReminders()

  /// Whether any option adds alarms to series without alarms.
  public var hasDefaultAlarms: Bool {
    !defaultAlarms.isEmpty || allDayAlarm != nil || !ruledDefaultAlarms.isEmpty
  }

  /// Whether rules use properties that a reader keeps only on request, or attendees are compared
  /// with ``userAddresses``.
  public var testsAttributes: Bool {
    !userAddresses.isEmpty || rules.contains { $0.rule.testsAttributes }
  }

  /// Whether rules use PARTSTAT, which requires ``userAddresses``.
  public var testsParticipation: Bool { rules.contains { $0.rule.testsParticipation } }

  /// Whether a template shows the DESCRIPTION of a component, which a reader keeps only on request.
  public var showsDetails: Bool { bodies.contains { $0.has(.description) } }

  /// Makes options with the defaults of the command line.
  public init(now: Instant, deviceZone: Zone) {
    self.now = now
    self.deviceZone = deviceZone
  }

  /// The range of the planned fires: from now to the end of the horizon.
  ///
  /// Durations from now are added in UTC, so the range is the same on every device.
  public var window: Range<Instant> {
    now..<max(now, end(of: horizon))
  }

  /// The longest duration that is added to now, in days: a thousand years.
  ///
  /// All tables end before.
  package static let longestDays = 366_000

  /// The limit of a template in bytes and of a pattern in characters.
  ///
  /// Only that many characters of a text are compared with a pattern.
  package static let longestText = 4_096

  private func end(of duration: CalendarDuration) -> Instant {
    let most = CompilerOptions.longestDays
    // Bound each part, so that their sum cannot overflow.
    let bounded = CalendarDuration(
      months: min(max(duration.months, -most / 28), most / 28),
      days: min(max(duration.days, -most), most),
      seconds: min(max(duration.seconds, -most * 86_400), most * 86_400))
    return bounded.end(from: now, in: .gmt)
  }

  /// The earliest alert whose repeats can be due after now.
  public var earliestAlert: Instant {
    // Quiet hours move a fire by less than two days, even across the date line.
    let now = quietHours.isEmpty ? now : now - 2 * 86_400
    return nag.map { now - $0.count * $0.interval.nominalSeconds } ?? now
  }

  /// The next renewal.
  ///
  /// The plan must be correct until then.
  public var renewal: Instant {
    min(max(now, end(of: renewWithin)), window.upperBound)
  }

  /// The earliest `removeBy` of a repeating trigger: two renewals from now.
  package var earliestRemoval: Instant {
    let twice = CalendarDuration(
      months: renewWithin.months &* 2, days: renewWithin.days &* 2,
      seconds: renewWithin.seconds &* 2)
    return end(of: twice)
  }
}

/// The meaning of a rule with steps of an hour or less in an hour that a clock change repeats.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var hourly = standUp
/// hourly.rules = [RecurrenceRule(.hourly)]
/// print(Compilation(of: [hourly], options).plan.requests.count)  // 1
/// var once = options
/// once.repeatedHour = .once
/// print(Compilation(of: [hourly], once).plan.requests.count)  // 64
/// ```
public enum RepeatedHour: String, CaseIterable, Codable, Sendable {
  /// One fire, in either of the two passes.
  ///
  /// A fire in the other pass is an echo, which is neither expected nor unexpected.
  case either
  /// One fire, in the pass that the rule selects.
  ///
  /// A fire in the other pass is unexpected.
  case once
}

/// The property by which the system groups notifications (`threadIdentifier`).
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var grouped = options
/// grouped.threads = .calendar
/// let one = Compilation(of: [standUp], options).plan.requests[0].content
/// let other = Compilation(of: [standUp], grouped).plan.requests[0].content
/// print(one.threadIdentifier == other.threadIdentifier)  // false
/// ```
public enum ThreadGrouping: String, CaseIterable, Codable, Sendable {
  /// Groups the notifications of each series.
  case series
  /// Groups the notifications of each calendar, by its name.
  case calendar
}

/// The JSON form uses the names and texts of the command line: `"horizon": "P12M"`.
extension CompilerOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case now, timeZone, horizon, renewWithin, only, ignored, ignoredAlarms, userAddresses
    case defaultAlarms, allDayAlarm, ruledDefaultAlarms, allDayMoves, repeatedHour, nag, levels
    case quietHours, quietHoursLead, quietHoursDrop, pauses, noOverrun, bodies, thread, language
    case badge, handled
  }

  /// Decodes options.
  ///
  /// Missing ones have the defaults of ``init(now:deviceZone:)``.
  ///
  /// - Parameter decoder: The decoder. Its `userInfo` can contain a zone database, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` with the path of an invalid option.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, usual: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? usual
    }
    let zone = try container.zone(forKey: .timeZone, decoder)
    self.init(now: try container.decode(Instant.self, forKey: .now), deviceZone: zone)
    try container.require(isNowKnown, key: .now, fault: "is not between the years 1900 and 2399")
    horizon = try read(.horizon, usual: horizon)
    try container.require(horizon.isForward, key: .horizon, fault: "is not a positive duration")
    renewWithin = try read(.renewWithin, usual: renewWithin)
    try container.require(
      renewWithin.isForward, key: .renewWithin, fault: "is not a positive duration")
    only = try read(.only, usual: only)
    ignored = try read(.ignored, usual: ignored)
    ignoredAlarms = try read(.ignoredAlarms, usual: ignoredAlarms)
    userAddresses = try read(.userAddresses, usual: userAddresses)
    defaultAlarms = try read(.defaultAlarms, usual: defaultAlarms)
    try container.require(
      defaultAlarms.allSatisfy { $0.months == 0 }, key: .defaultAlarms,
      fault: "have months, which RFC 5545, 3.3.6 doesn't allow in durations")
    allDayAlarm = try container.decodeIfPresent(TimeOfDay.self, forKey: .allDayAlarm)
    ruledDefaultAlarms = try read(.ruledDefaultAlarms, usual: ruledDefaultAlarms)
    allDayMoves = try read(.allDayMoves, usual: allDayMoves)
    repeatedHour = try read(.repeatedHour, usual: repeatedHour)
    nag = try container.decodeIfPresent(Nag.self, forKey: .nag)
    levels = try read(.levels, usual: levels)
    quietHours = try read(.quietHours, usual: quietHours)
    quietHoursLead = try read(.quietHoursLead, usual: quietHoursLead)
    try container.require(
      CompilerOptions.isQuietHoursLead(quietHoursLead), key: .quietHoursLead,
      fault: "is not from PT0S to P1D")
    dropsQuietFires = try read(.quietHoursDrop, usual: dropsQuietFires)
    silences = try read(.pauses, usual: [String]()).map { text in
      guard let rule = SilenceRule(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .pauses, in: container,
          debugDescription: "\"\(text)\" is not a pause such as 2026-12-24..2027-01-06")
      }
      return rule
    }
    noOverrun = try read(.noOverrun, usual: noOverrun)
    bodies = try read(.bodies, usual: bodies)
    badge = try container.decodeIfPresent(Badge.self, forKey: .badge)
    threads = try read(.thread, usual: threads)
    language = try read(.language, usual: language)
    handled = try read(.handled, usual: handled)
  }

  /// Encodes all options except those without a value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(now, forKey: .now)
    try container.encode(deviceZone.identifier, forKey: .timeZone)
    try container.encode(horizon, forKey: .horizon)
    try container.encode(renewWithin, forKey: .renewWithin)
    func encode<Value: Encodable>(_ values: [Value], forKey key: CodingKeys) throws {
      if !values.isEmpty { try container.encode(values, forKey: key) }
    }
    try encode(only, forKey: .only)
    try encode(ignored, forKey: .ignored)
    try encode(ignoredAlarms, forKey: .ignoredAlarms)
    try encode(userAddresses, forKey: .userAddresses)
    try container.encode(defaultAlarms, forKey: .defaultAlarms)
    try container.encodeIfPresent(allDayAlarm, forKey: .allDayAlarm)
    try encode(ruledDefaultAlarms, forKey: .ruledDefaultAlarms)
    try encode(allDayMoves, forKey: .allDayMoves)
    try container.encode(repeatedHour, forKey: .repeatedHour)
    try container.encodeIfPresent(nag, forKey: .nag)
    try container.encode(levels, forKey: .levels)
    try encode(quietHours, forKey: .quietHours)
    if quietHoursLead != CompilerOptions.usualQuietHoursLead {
      try container.encode(quietHoursLead, forKey: .quietHoursLead)
    }
    if dropsQuietFires { try container.encode(true, forKey: .quietHoursDrop) }
    try encode(silences.filter(\.isPauseOnDevice).map(\.description), forKey: .pauses)
    try encode(noOverrun, forKey: .noOverrun)
    try container.encode(bodies, forKey: .bodies)
    try container.encodeIfPresent(badge, forKey: .badge)
    try container.encode(threads, forKey: .thread)
    try container.encode(language, forKey: .language)
    if !handled.isEmpty { try container.encode(handled, forKey: .handled) }
  }
}
