import CalendarFiles
import ReminderCompiler
import TextSafety

/// The arguments with which a renewal compiles the same again, from any directory.
///
/// The instant is left out, for it is another one then; and so is what nobody asked for, for a
/// default may be another one then, too.
struct RenewalArguments {
  /// The arguments; nil where the input can't be read again.
  let arguments: [String]?

  /// The program that is running.
  static var program: String {
    SystemText.target(ofLink: Array("/proc/self/exe".utf8)).map(RawByte.text)
      ?? UserDirectories.absolute(CommandLine.arguments[0])
  }

  /// Makes arguments of those of this run.
  ///
  /// - Parameters:
  ///   - shared: The options of every subcommand.
  ///   - output: The directory of the units; nil for that of the user's own.
  ///   - isPersistent: Whether timers make up for what they missed.
  ///   - zoneData: The version of the time zone data that systemd is said to read.
  init(_ shared: SharedArguments, output: String?, isPersistent: Bool, zoneData: String?) {
    guard !shared.paths.contains(where: \.isHyphen) else {
      arguments = nil
      return
    }
    var words = ["compile", "--install"]
    if let output { words.append("--output=\(UserDirectories.absolute(output))") }
    if isPersistent { words.append("--persistent") }
    if let zoneData { words.append("--system-zone-data=\(zoneData)") }
    // Before the horizon: see RecordedRenewal.
    if let limit = shared.limit { words.append("--limit=\(limit)") }
    if shared.allowOverLimit { words.append("--allow-over-limit") }
    if shared.reserve != 0 { words.append("--reserve=\(shared.reserve)") }
    if let horizon = shared.horizon { words.append("--horizon=\(horizon)") }
    if let duration = shared.renewWithin { words.append("--renew-within=\(duration)") }
    if let zone = shared.timeZone { words.append("--time-zone=\(zone)") }
    if let pass = shared.repeatedHour { words.append("--repeated-hour=\(pass.rawValue)") }
    words += shared.defaultAlarm.map { "--default-alarm=\($0)" }
    if let time = shared.allDayAlarm { words.append("--all-day-alarm=\(time)") }
    if let nag = shared.nag { words.append("--nag=\(nag)") }
    words += shared.level.map { "--level=\($0)" } + shared.texts.renewal
    if shared.mergeSources { words.append("--merge-sources") }
    if shared.strict { words.append("--strict") }
    if let jobs = shared.jobs { words.append("--jobs=\(jobs)") }
    if shared.quiet { words.append("--quiet") }
    arguments = words + ["--"] + shared.paths.map(\.absolute.argument)
  }
}
