import CivilTime
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
///
/// What zone data its systemd reads, ``SystemZoneData`` finds out where units are made.
struct Settings {
  /// What to compile for on a device.
  var notifications: NotificationOptions
  /// What to compile for on a desktop.
  let timers: TimerOptions
  /// The zones, shared by everything.
  let zones: ZoneDatabase
  /// What to read.
  let paths: [FilePath]
  /// Whether components of one file may change those of another.
  let mergesSources: Bool
  /// Whether anything refused is refused whole.
  let isStrict: Bool
  /// Whether only errors are shown.
  let isQuiet: Bool
  /// The files that are read besides calendars.
  let otherFiles: [FilePath]
  /// The threads that work at once.
  let workers: Workers

  /// What calendars are asked for, whatever reminds of it.
  var compiler: CompilerOptions { notifications.compiler }

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - options: The options as typed.
  ///   - isForDevice: Whether the result is for a system that keeps 64 requests.
  /// - Throws: What makes no sense.
  init(_ options: SharedArguments, isForDevice: Bool) throws(Failure) {
    zones = ZoneDatabase()
    paths = options.paths
    otherFiles = options.texts.files
    mergesSources = options.mergeSources
    isStrict = options.strict
    isQuiet = options.quiet
    workers = try Settings.workers(options.jobs)
    let now = try Settings.now(options.now)
    let zone = try Settings.deviceZone(options.timeZone, zones, now)
    var compiler = CompilerOptions(now: now, deviceZone: zone)
    let horizon = options.horizon ?? SharedArguments.defaultHorizon
    compiler.horizon = try OptionValue.duration(horizon, "--horizon")
    compiler.renewWithin = try OptionValue.duration(
      options.renewWithin ?? SharedArguments.defaultRenewWithin, "--renew-within")
    guard compiler.window.upperBound <= CompilerOptions.knownInstants.upperBound else {
      throw Failure(
        .usage, "--horizon \(TerminalText.oneLine(horizon)) reaches beyond the year 2399")
    }
    try Settings.check(options, isForDevice: isForDevice)
    // Loops, since a closure of map can't say what it throws.
    for text in options.defaultAlarm {
      compiler.defaultAlarms.append(try OptionValue.trigger(text))
    }
    for text in options.level { compiler.levels.append(try OptionValue.level(text)) }
    compiler.allDayAlarm = try options.allDayAlarm.map(OptionValue.timeOfDay)
    compiler.repeatedHour = options.repeatedHour ?? .either
    compiler.nag = try options.nag.map(OptionValue.nag)
    try options.texts.apply(to: &compiler)
    var notifications = NotificationOptions(compiler)
    notifications.limit = options.limit ?? NotificationOptions.systemLimit
    notifications.reserve = options.reserve
    self.notifications = notifications
    var timers = TimerOptions(compiler)
    timers.limit = options.limit
    timers.reserve = options.reserve
    self.timers = timers
  }

  /// Refuses numbers of slots that make no sense.
  private static func check(_ options: SharedArguments, isForDevice: Bool) throws(Failure) {
    if let limit = options.limit {
      guard limit > 0 else {
        throw Failure(.usage, "--limit \(limit) leaves no slot for any reminder")
      }
      guard limit <= NotificationOptions.largestLimit else {
        throw Failure(.usage, "--limit \(limit) is more than \(NotificationOptions.largestLimit)")
      }
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
    guard let jobs else { return Workers(ProcessInfo.processInfo.activeProcessorCount) }
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
    return try OptionValue.zone(identifier, zones)
  }

  private static func now(_ text: String?) throws(Failure) -> Instant {
    guard let text else { return Instant(Date()) }
    return try OptionValue.instant(text, "--now")
  }
}
