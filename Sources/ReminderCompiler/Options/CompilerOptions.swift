public import CivilTime

/// What calendars are asked for, whatever system reminds of it: from when, how far, and in which
/// zone.
///
/// What a system adds of its own stands beside it: ``NotificationOptions`` for an app's requests.
///
/// In JSON they are an object with the keys `now` and `timeZone`. These keys are present if their
/// values differ from the defaults: `horizon`, `renewWithin`, `only`, `ignored`, `ignoredAlarms`,
/// `userAddresses`, `defaultAlarms`, `allDayAlarm`, `ruledDefaultAlarms`, `allDayMoves`,
/// `repeatedHour`, `nag`, `levels`, `quietHours`, `quietHoursDrop`, `noOverrun`, `bodies`, `thread`
/// and `language`. Their texts are those of the command line: `"nag": "10xPT5M"`.
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
  /// How far fires are looked at.
  public var horizon: CalendarDuration
  /// When the plan is made anew, at the latest.
  public var renewWithin: CalendarDuration
  /// The zone of the device, for floating and all-day values.
  public var deviceZone: Zone
  /// What reminds at all; nothing for everything.
  public var only: [ReminderRule] = []
  /// What doesn't remind, also of what ``only`` lets through.
  public var ignored: [ReminderRule] = []
  /// Which alarms count as if they weren't there, so that default alarms take their place.
  public var ignoredAlarms: [ReminderRule] = []
  /// The addresses of who is reminded: rules ask for what he answered to invitations.
  public var userAddresses: [String] = []
  /// Triggers for series without any alarm, from the start; negative is before.
  ///
  /// Those of less than a day apply to components with a time of day only.
  public var defaultAlarms: [CalendarDuration]
  /// The time of day of the alarm of all-day series without any alarm.
  public var allDayAlarm: TimeOfDay?
  /// Alarms for certain series without any: where rules of some are about a series, these count for
  /// it, and ``defaultAlarms`` and ``allDayAlarm`` don't.
  public var ruledDefaultAlarms: [DefaultAlarm] = []
  /// Times for own alarms of all-day components that would be due at midnight; the first one whose
  /// rule is about a component counts.
  public var allDayMoves: [AllDayMove] = []
  /// What rules with steps of an hour or less ask for in a repeated hour.
  public var repeatedHour = RepeatedHour.either

  /// How many compilations of one run share what is looked at.
  package var sharers = 1

  /// Repeats for alarms that have none of their own; nil for none.
  public var nag: Nag?
  /// Which components have which level; the first rule that matches counts.
  public var levels: [LevelRule]
  /// When components should not ring, by the device's wall clock; the first rule that matches counts,
  /// and for what is time-sensitive or critical none.
  public var quietHours: [QuietHoursRule] = []
  /// Whether fires in quiet hours are left out rather than moved to their end.
  public var dropsQuietFires = false
  /// Components and alarms whose requests never have to be removed; any of the rules may match.
  ///
  /// Without a rule, a request can carry a `removeBy` where one-shots would reach less far. It rings
  /// once too often if the app isn't opened by then. The rule `UID:*` matches everything. Timers and
  /// pushes end by themselves, so the rules don't change them.
  public var noOverrun: [ReminderRule] = []
  /// What components show below their titles; the first rule that matches counts, and without one
  /// the alarm's own text and the place are shown.
  public var bodies: [BodyRule] = []
  /// What the system groups notifications by.
  public var threads = ThreadGrouping.series
  /// The language of generated words.
  public var language = ReminderLanguage.english

  /// What the user has done about reminders before.
  public var handled = HandledReminders()

  /// Whether series without an alarm can be given some.
  public var hasDefaultAlarms: Bool {
    !defaultAlarms.isEmpty || allDayAlarm != nil || !ruledDefaultAlarms.isEmpty
  }

  /// Whether rules ask for what a reader keeps only where it is asked for.
  public var asksForAttributes: Bool { rules.contains { $0.rule.asksForAttributes } }

  /// Whether rules ask for PARTSTAT, of which there is none without ``userAddresses``.
  public var asksForParticipation: Bool { rules.contains { $0.rule.asksForParticipation } }

  /// Whether a template shows what a component's DESCRIPTION says: a reader need not keep it
  /// otherwise.
  public var showsDetails: Bool { bodies.contains { $0.has(.description) } }

  /// Makes options with the defaults of the command line.
  public init(now: Instant, deviceZone: Zone) {
    self.now = now
    self.deviceZone = deviceZone
    horizon = CalendarDuration(months: 12)
    renewWithin = CalendarDuration(days: 7)
    defaultAlarms = []
    levels = []
  }

  /// The fires that are looked at: from now to the horizon's end.
  ///
  /// Durations from now count in UTC, so that they are the same on every device.
  public var window: Range<Instant> {
    now..<max(now, end(of: horizon))
  }

  /// The longest duration that is added, in days: a thousand years, beyond which all tables end.
  package static let longestDays = 366_000

  /// The longest template, in bytes, and the longest pattern, in characters; also how many
  /// characters of a text are held against a pattern.
  package static let longestText = 4_096

  /// Now and a duration, in UTC.
  private func end(of duration: CalendarDuration) -> Instant {
    let most = CompilerOptions.longestDays
    // No part is so large that a sum could overflow.
    let bounded = CalendarDuration(
      months: min(max(duration.months, -most / 28), most / 28),
      days: min(max(duration.days, -most), most),
      seconds: min(max(duration.seconds, -most * 86_400), most * 86_400))
    return bounded.end(from: now, in: .gmt)
  }

  /// The first instant at which an alert may lie whose repeats matter.
  public var earliestAlert: Instant {
    // Quiet hours put a fire off by less than two days, over the date line.
    let now = quietHours.isEmpty ? now : now - 2 * 86_400
    return nag.map { now - $0.count * $0.interval.nominalSeconds } ?? now
  }

  /// The next renewal: the instant until which the plan has to hold.
  public var renewal: Instant {
    min(max(now, end(of: renewWithin)), window.upperBound)
  }

  /// The instant before which a repeating trigger must not have to be taken away: two renewals on.
  package var earliestRemoval: Instant {
    let twice = CalendarDuration(
      months: renewWithin.months &* 2, days: renewWithin.days &* 2,
      seconds: renewWithin.seconds &* 2)
    return end(of: twice)
  }
}

/// What a rule with steps of an hour or less asks for in an hour that a clock change repeats.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var hourly = standUp
/// hourly.rules = [RecurrenceRule(.hourly)]
/// print(Compiler.plan(for: [hourly], options).requests.count)  // 1
/// var once = options
/// once.repeatedHour = .once
/// print(Compiler.plan(for: [hourly], once).requests.count)  // 64
/// ```
public enum RepeatedHour: String, CaseIterable, Codable, Sendable {
  /// One of the two passes, and either: a fire in the other one is an echo, neither asked for nor
  /// unasked.
  case either
  /// The one pass that the rule names: a fire in the other one isn't asked for.
  case once
}

/// What the system groups notifications by (`threadIdentifier`).
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var grouped = options
/// grouped.threads = .calendar
/// let one = Compiler.plan(for: [standUp], options).requests[0].content
/// let other = Compiler.plan(for: [standUp], grouped).requests[0].content
/// print(one.threadIdentifier == other.threadIdentifier)  // false
/// ```
public enum ThreadGrouping: String, CaseIterable, Codable, Sendable {
  /// All notifications of one series.
  case series
  /// All notifications of one calendar, by its name.
  case calendar
}

/// With the names and the values' texts of the command line: `"horizon": "P12M"`.
extension CompilerOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case now, timeZone, horizon, renewWithin, only, ignored, ignoredAlarms, userAddresses
    case defaultAlarms, allDayAlarm, ruledDefaultAlarms, allDayMoves, repeatedHour, nag, levels
    case quietHours, quietHoursDrop, noOverrun, bodies, thread, language, handled
  }

  /// Reads options; those that are absent are as ``init(now:deviceZone:)`` has them.
  ///
  /// - Parameter decoder: What has them; its `userInfo` may have a database of zones, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` with the path of an option that can't be what it is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ usual: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? usual
    }
    let zone = try container.zone(forKey: .timeZone, decoder)
    self.init(now: try container.decode(Instant.self, forKey: .now), deviceZone: zone)
    try container.require(isNowKnown, .now, "is not between the years 1900 and 2399")
    horizon = try read(.horizon, horizon)
    try container.require(horizon.isForward, .horizon, "is not a time to come")
    renewWithin = try read(.renewWithin, renewWithin)
    try container.require(renewWithin.isForward, .renewWithin, "is not a time to come")
    only = try read(.only, only)
    ignored = try read(.ignored, ignored)
    ignoredAlarms = try read(.ignoredAlarms, ignoredAlarms)
    userAddresses = try read(.userAddresses, userAddresses)
    defaultAlarms = try read(.defaultAlarms, defaultAlarms)
    try container.require(
      defaultAlarms.allSatisfy { $0.months == 0 }, .defaultAlarms,
      "have months, which no alarm has (RFC 5545, 3.3.6)")
    allDayAlarm = try container.decodeIfPresent(TimeOfDay.self, forKey: .allDayAlarm)
    ruledDefaultAlarms = try read(.ruledDefaultAlarms, ruledDefaultAlarms)
    allDayMoves = try read(.allDayMoves, allDayMoves)
    repeatedHour = try read(.repeatedHour, repeatedHour)
    nag = try container.decodeIfPresent(Nag.self, forKey: .nag)
    levels = try read(.levels, levels)
    quietHours = try read(.quietHours, quietHours)
    dropsQuietFires = try read(.quietHoursDrop, dropsQuietFires)
    noOverrun = try read(.noOverrun, noOverrun)
    bodies = try read(.bodies, bodies)
    threads = try read(.thread, threads)
    language = try read(.language, language)
    handled = try read(.handled, handled)
  }

  /// Writes all options; what there is none of is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(now, forKey: .now)
    try container.encode(deviceZone.identifier, forKey: .timeZone)
    try container.encode(horizon, forKey: .horizon)
    try container.encode(renewWithin, forKey: .renewWithin)
    func encode<Value: Encodable>(_ values: [Value], _ key: CodingKeys) throws {
      if !values.isEmpty { try container.encode(values, forKey: key) }
    }
    try encode(only, .only)
    try encode(ignored, .ignored)
    try encode(ignoredAlarms, .ignoredAlarms)
    try encode(userAddresses, .userAddresses)
    try container.encode(defaultAlarms, forKey: .defaultAlarms)
    try container.encodeIfPresent(allDayAlarm, forKey: .allDayAlarm)
    try encode(ruledDefaultAlarms, .ruledDefaultAlarms)
    try encode(allDayMoves, .allDayMoves)
    try container.encode(repeatedHour, forKey: .repeatedHour)
    try container.encodeIfPresent(nag, forKey: .nag)
    try container.encode(levels, forKey: .levels)
    if !quietHours.isEmpty { try container.encode(quietHours, forKey: .quietHours) }
    if dropsQuietFires { try container.encode(true, forKey: .quietHoursDrop) }
    try encode(noOverrun, .noOverrun)
    try container.encode(bodies, forKey: .bodies)
    try container.encode(threads, forKey: .thread)
    try container.encode(language, forKey: .language)
    if !handled.isEmpty { try container.encode(handled, forKey: .handled) }
  }
}
