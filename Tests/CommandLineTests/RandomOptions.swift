import SeededRandom

/// Options that change what stands in an output.
struct RandomOptions {
  private var random: SplitMix

  /// Chooses from a seed.
  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  /// Those that every subcommand takes that reads calendars.
  mutating func shared() -> [String] {
    let fixed = ["--quiet", "--now=2028-01-03T07:00:00Z"]
    return fixed + one(of: RandomOptions.horizons) + one(of: RandomOptions.zones)
      + one(of: RandomOptions.languages) + some(RandomOptions.texts) + some(RandomOptions.alarms)
  }

  /// Those of a plan.
  mutating func planning() -> [String] {
    ["--limit=\(random.number(1...24))"]
      + some(["--nag-overdue=PT30M", "--renewal-nudge", "--reserve=1"])
  }

  /// Those of `simulate`: how often an app is opened.
  mutating func openings() -> [String] {
    random.oneIn(2) ? [] : one(of: RandomOptions.openings)
  }

  /// Those of `simulate`: what keeps notifications for later.
  mutating func controls() -> [String] { some(RandomOptions.controls) }

  /// Each of some options in one of three cases.
  private mutating func some(_ options: [String]) -> [String] {
    options.filter { _ in random.oneIn(3) }
  }

  private mutating func one(of options: [String]) -> [String] {
    random.pick(options).map { [$0] } ?? []
  }

  private static let horizons = ["--horizon=P7D", "--horizon=P40D"]
  private static let zones = [
    "--time-zone=Europe/Berlin", "--time-zone=Asia/Kolkata", "--time-zone=America/New_York",
  ]
  private static let languages = ["en", "de", "fr", "es", "ja", "en-US"].map { "--language=\($0)" }
  private static let openings = [
    "--never-open", "--open-every=P7D", "--open=2028-01-06T12:00:00Z",
  ]

  private static let controls = [
    "--summary=08:00,18:00", "--focus=22:00-07:00", "--focus=09:00-10:30=critical",
  ]

  private static let texts = [
    "--body=Day {n} of {count}, {age}", "--body={description}=SUMMARY:*e*",
    "--body={day} {start}-{end} {lead}: {title} {location} {calendar}=CATEGORIES:*",
    "--thread=calendar",
  ]

  private static let alarms = [
    "--nag=2xPT10M", "--level=critical=SUMMARY:*e*", "--level=passive=CATEGORIES:*",
    "--quiet-hours=22:00-07:00", "--quiet-hours=01:30-02:30=SUMMARY:*a*",
    "--default-alarm=-PT15M", "--all-day-alarm=09:00", "--ignore=KIND:birthday",
    "--move-all-day=08:00",
    "--only=!SUMMARY:x", "--default-alarm=-PT5M=KIND:todo", "--repeated-hour=once",
    "--floating-zone=Asia/Tokyo",
  ]
}
