import CivilTime
import Foundation
import ReminderCompiler

/// What the options mean: the only place that asks the clock and the machine.
struct Settings {
  /// What to compile for.
  let compiler: CompilerOptions
  /// The zones, shared by everything.
  let zones: ZoneDatabase
  /// What to read.
  let paths: [String]
  /// Whether anything refused is refused whole.
  let isStrict: Bool
  /// Whether only errors are shown.
  let isQuiet: Bool

  /// The latest instant that a horizon may reach: 2400-01-01T00:00:00Z, where rules end.
  private static let latest = Instant(secondsSince1970: 13_569_465_600)
  /// The earliest now: 1900-01-01T00:00:00Z.
  private static let earliest = Instant(secondsSince1970: -2_208_988_800)

  /// The most slots: twice what a systemd manager reloads without delay, and more than any system
  /// keeps.
  private static let largestLimit = 4_096

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - options: The options as typed.
  ///   - isForDevice: Whether the result is for a system that keeps 64 requests.
  /// - Throws: What makes no sense.
  init(_ options: SharedOptions, isForDevice: Bool) throws(Failure) {
    zones = ZoneDatabase()
    paths = options.paths
    isStrict = options.strict
    isQuiet = options.quiet
    let zone = try Settings.deviceZone(options.timeZone, zones)
    var compiler = CompilerOptions(now: try Settings.now(options.now), deviceZone: zone)
    compiler.horizon = try Settings.duration(options.horizon, "--horizon")
    compiler.renewWithin = try Settings.duration(options.renewWithin, "--renew-within")
    guard compiler.window.upperBound <= Settings.latest else {
      throw Failure(
        .usage, "--horizon \(TerminalText.oneLine(options.horizon)) reaches beyond the year 2399")
    }
    guard options.limit > 0 else {
      throw Failure(.usage, "--limit \(options.limit) leaves no slot for any reminder")
    }
    guard options.limit <= Settings.largestLimit else {
      throw Failure(.usage, "--limit \(options.limit) is more than \(Settings.largestLimit)")
    }
    guard !isForDevice || options.allowOverLimit || options.limit <= CompilerOptions.systemLimit
    else {
      throw Failure(
        .usage,
        "--limit \(options.limit) is more than the \(CompilerOptions.systemLimit) requests that "
          + "Apple's systems keep; --allow-over-limit takes it all the same")
    }
    guard options.reserve >= 0, options.reserve <= options.limit else {
      throw Failure(
        .usage, "--reserve \(options.reserve) is not within the limit of \(options.limit)")
    }
    compiler.limit = options.limit
    compiler.reserve = options.reserve
    var alarms: [CalendarDuration] = []
    for text in options.defaultAlarm {
      guard let duration = CalendarDuration(rfc5545: text) else {
        throw Failure(
          .usage,
          "--default-alarm \"\(TerminalText.oneLine(text))\" is no duration such as -PT15M "
            + "(RFC 5545, 3.3.6)")
      }
      alarms.append(duration)
    }
    compiler.defaultAlarms = alarms
    compiler.allDayAlarm = try options.allDayAlarm.map(Settings.timeOfDay)
    self.compiler = compiler
  }

  private static func deviceZone(
    _ identifier: String?, _ zones: ZoneDatabase
  ) throws(Failure) -> Zone {
    guard let identifier else {
      return zones.zone(named: TimeZone.current.identifier) ?? .gmt
    }
    guard let zone = zones.zone(named: identifier) else {
      throw Failure(
        .usage, "--time-zone \"\(TerminalText.oneLine(identifier))\" is no IANA time zone")
    }
    return zone
  }

  private static func now(_ text: String?) throws(Failure) -> Instant {
    guard let text else { return Instant(Date()) }
    guard let instant = Instant(iso8601: text), (earliest..<latest).contains(instant) else {
      throw Failure(
        .usage,
        "--now \"\(TerminalText.oneLine(text))\" is no instant such as 2026-01-05T08:00:00Z "
          + "between 1900 and 2399")
    }
    return instant
  }

  /// The most days of a duration: a thousand years, beyond which the calendar ends anyway.
  private static let maximumDays = 366_000

  private static func duration(_ text: String, _ option: String) throws(Failure) -> CalendarDuration
  {
    guard let duration = CalendarDuration(text), duration.isForward, duration != .zero,
      duration.months <= maximumDays / 30, duration.days <= maximumDays,
      duration.seconds <= maximumDays * 86_400
    else {
      throw Failure(
        .usage, "\(option) \"\(TerminalText.oneLine(text))\" is no duration such as P7D")
    }
    return duration
  }

  private static func timeOfDay(_ text: String) throws(Failure) -> Int {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (2...3).contains(parts.count), numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else {
      throw Failure(
        .usage, "--all-day-alarm \"\(TerminalText.oneLine(text))\" is no time of day such as 09:00")
    }
    return (numbers[0] * 60 + numbers[1]) * 60 + (numbers.count == 3 ? numbers[2] : 0)
  }
}
