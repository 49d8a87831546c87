import CSystem
import CalendarFiles
import CalendarReminders
import CivilTime
import ICalendar
import ICalendarReader
import ReminderCompiler
import TextSafety
import TimerCompiler
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the options mean: the only place that asks the clock, and the machine for its zone.
struct Settings {
  /// What to compile for on a device.
  var notifications: NotificationOptions
  /// What to compile for on a desktop.
  private(set) var timers: TimerOptions
  /// The zones, shared by everything.
  let zones: ZoneDatabase
  /// What to read.
  var paths: [FilePath]
  /// The zone of local times without a zone; nil for that of the device.
  private let floatingZone: ReadingOptions.FloatingZone?
  /// Whether components of one file may change those of another.
  let mergesSources: Bool
  /// Whether anything refused is refused whole.
  let isStrict: Bool
  /// Whether only errors are shown.
  let isQuiet: Bool
  /// Whether each diagnostic is shown, however many there are.
  let isVerbose: Bool
  /// The files that are read besides calendars.
  private(set) var otherFiles: [FilePath]
  /// The threads that work at once.
  var workers: Workers
  /// What of the past is read beside what may still fire.
  var past = Past.nothing

  /// How much of the past a command tells about.
  enum Past {
    case nothing, lastYear, everything
  }

  /// What calendars are asked for, whatever reminds of it.
  var compiler: CompilerOptions { notifications.compiler }

  /// What reads calendars.
  var reader: CalendarReader {
    var options = ReadingOptions(for: notifications, answeredWithin: 0)
    options.floatingZone = floatingZone
    switch past {
    case .nothing: break
    case .lastYear: options.remembersFrom = compiler.now - 366 * 86_400
    case .everything: options.remembersFrom = SeriesExpansion.calendar.lowerBound
    }
    return CalendarReader.ofProgram(zones: zones, options)
  }

  /// Reads the options; `isForDevice` is true for a system that keeps 64 requests.
  init(_ options: SharedArguments, isForDevice: Bool) throws(Failure) {
    zones = .ofMachine
    paths = options.paths
    otherFiles = options.texts.files + options.rules
    mergesSources = options.mergeSources
    isStrict = options.strict
    isQuiet = options.quiet
    isVerbose = options.verbose
    workers = try Settings.workers(options.jobs)
    floatingZone = try Settings.floatingZone(options.floatingZone, zones)
    let now = try Settings.now(options, zones)
    let zone = try Settings.deviceZone(options.timeZone, zones, now)
    var compiler = CompilerOptions(now: now, deviceZone: zone)
    let horizon = options.horizon ?? SharedArguments.defaultHorizon
    compiler.horizon = try OptionValue.duration(horizon, "--horizon")
    compiler.renewWithin = try OptionValue.duration(
      options.renewWithin ?? SharedArguments.defaultRenewWithin, "--renew-within")
    try Settings.check(options, isForDevice: isForDevice)
    try options.filters.apply(to: &compiler)
    // Loops, since a closure of map can't say what it throws.
    for text in options.defaultAlarm { try OptionValue.defaultAlarm(text, into: &compiler) }
    for text in options.allDayAlarm { try OptionValue.allDayAlarm(text, into: &compiler) }
    for text in options.moveAllDay {
      compiler.allDayMoves.append(try OptionValue.allDayMove(text))
    }
    for text in options.level { compiler.levels.append(try OptionValue.level(text)) }
    for text in options.quietHours {
      compiler.quietHours.append(try OptionValue.quietHours(text))
    }
    compiler.dropsQuietFires = options.quietHoursDrop
    guard !options.quietHoursDrop || !options.quietHours.isEmpty else {
      throw Failure(.usage, "--quiet-hours-drop goes with --quiet-hours")
    }
    for text in options.noOverrun {
      compiler.noOverrun.append(try OptionValue.rule(text, "--no-overrun"))
    }
    compiler.repeatedHour = options.repeatedHour ?? .either
    compiler.nag = try options.nag.map(OptionValue.nag)
    try options.texts.apply(to: &compiler)
    guard !compiler.userAddresses.isEmpty || !compiler.asksForParticipation else {
      throw Failure(
        .usage, "PARTSTAT is what you answered to an invitation: --me says which address is yours")
    }
    var notifications = NotificationOptions(compiler)
    notifications.limit = options.limit ?? NotificationOptions.systemLimit
    notifications.reserve = options.reserve
    self.notifications = notifications
    var timers = TimerOptions(compiler)
    timers.limit = options.limit
    timers.reserve = options.reserve
    self.timers = timers
    try requireKnownHorizon()
  }

  /// The instant to compile for.
  var now: Instant {
    get { compiler.now }
    set {
      notifications.compiler.now = newValue
      timers.compiler.now = newValue
    }
  }

  /// The zone of the device.
  var deviceZone: Zone {
    get { compiler.deviceZone }
    set {
      notifications.compiler.deviceZone = newValue
      timers.compiler.deviceZone = newValue
    }
  }

  /// Refuses a horizon that nobody knows the zones of.
  func requireKnownHorizon() throws(Failure) {
    guard compiler.window.upperBound > CompilerOptions.knownInstants.upperBound else { return }
    throw Failure(.usage, "--horizon \(compiler.horizon) reaches beyond the year 2399")
  }

  /// Reads the options of a subcommand that makes a plan of requests, and what is pending.
  init(_ options: SharedArguments, _ planning: PlanArguments) throws(Failure) {
    self = try Settings(options, isForDevice: true)
    try planning.apply(to: &self)
    guard let pending = planning.pending else { return }
    notifications.pending = PendingIdentifiers(try StoredPlanFile.read(pending).identifiers)
    otherFiles.append(pending)
  }

  /// Refuses numbers of slots that make no sense.
  private static func check(_ options: SharedArguments, isForDevice: Bool) throws(Failure) {
    if let limit = options.limit {
      guard limit > 0 else {
        throw Failure(.usage, "--limit \(limit) leaves no slot for any reminder")
      }
      let most = isForDevice ? NotificationOptions.largestLimit : TimerOptions.largestLimit
      guard limit <= most else { throw Failure(.usage, "--limit \(limit) is more than \(most)") }
      guard !isForDevice || options.allowOverLimit || limit <= NotificationOptions.systemLimit
      else {
        throw Failure(
          .usage,
          "--limit \(limit) is more than the \(NotificationOptions.systemLimit) requests that "
            + "Apple's systems keep; --allow-over-limit takes it all the same")
      }
    }
    // A timer and its service are two units.
    let slots =
      options.limit
      ?? (isForDevice ? NotificationOptions.systemLimit : TimerPlan.maximumUnits / 2)
    guard options.reserve >= 0, options.reserve <= slots else {
      throw Failure(.usage, "--reserve \(options.reserve) is not within the limit of \(slots)")
    }
  }

  private static func workers(_ jobs: Int?) throws(Failure) -> Workers {
    guard let jobs else { return Workers(Int(processorCount())) }
    guard jobs > 0, jobs <= Workers.maximumCount else {
      throw Failure(.usage, "--jobs \(jobs) is not from 1 to \(Workers.maximumCount)")
    }
    return Workers(jobs)
  }

  private static func deviceZone(
    _ identifier: String?, _ zones: ZoneDatabase, _ now: Instant
  ) throws(Failure) -> Zone {
    guard let identifier else {
      return try MachineZone(zones, now: now).zone()
    }
    return try OptionValue.zone(identifier, zones, "--time-zone")
  }

  private static func floatingZone(
    _ text: String?, _ zones: ZoneDatabase
  ) throws(Failure) -> ReadingOptions.FloatingZone? {
    guard let text else { return nil }
    if text == "calendar" { return .calendar }
    return .zone(try OptionValue.zone(text, zones, "--floating-zone"))
  }

  private static func now(
    _ options: SharedArguments, _ zones: ZoneDatabase
  ) throws(Failure) -> Instant {
    guard let text = options.now else { return Instant(Date()) }
    return try OptionValue.instant(text, "--now") { instant throws(Failure) in
      try deviceZone(options.timeZone, zones, instant)
    }
  }
}
