import CivilTime
import ICalendar
import ICalendarReader
import ReminderCompiler
import TimerCompiler

/// Compares the promises of plans and timers with the list of fires, for calendars with options.
struct AgreementFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(
      separator: UInt8(ascii: "\n"), vocabulary: CompilationInput.optionLines + CalendarLines.all)
  }

  /// The most fires of one input, so that many inputs can be tried.
  private static let maximumFires = 2_000

  func run(_ input: [UInt8]) {
    guard let input = CompilationInput(input), let components = input.components(isBounded: true),
      let all = input.components(isBounded: false)
    else { return }
    guard let expected = ExpectedFireSet(components, input.options.compiler),
      expected.all.count <= AgreementFuzzer.maximumFires
    else { return }
    expectEqual(
      expected.all.map(ExpectedFireKey.init),
      ExpectedFireSet(all, input.options.compiler)?.all.map(ExpectedFireKey.init) ?? [],
      "the fires if past components are read, too")
    PlanAgreement(Compilation(of: components, input.options).plan, input.options, expected).check()
    let timers = input.timers
    TimerAgreement(TimerPlan(of: components, timers), timers, expected)
      .check()
  }
}

/// The expected fires of a calendar between now and the horizon.
struct ExpectedFireSet {
  /// All fires, including those due now.
  let all: [ListedFire]

  /// Lists the fires; nil if the list is incomplete.
  init?(_ components: [CalendarComponent], _ options: CompilerOptions) {
    var fires: [ListedFire] = []
    let cuts = FireListing(components, options: options).forEachBatch { fires += $0 }
    guard cuts.isEmpty else { return nil }
    all = fires
  }
}

/// The parts in which a planned fire and an expected fire must agree.
struct ExpectedFireKey: Hashable, Comparable, CustomStringConvertible {
  let at: Instant
  let uid: String
  let repetition: Int
  let title: String

  init(_ fire: ListedFire) {
    (at, uid, repetition, title) = (fire.at, fire.uid ?? "", fire.repetition, fire.title)
  }

  var description: String { "\(at) \(uid) +\(repetition) \"\(title)\"" }

  static func < (left: ExpectedFireKey, right: ExpectedFireKey) -> Bool {
    (left.at, left.uid, left.repetition, left.title)
      < (right.at, right.uid, right.repetition, right.title)
  }
}

/// An input of the agreement fuzzer: command-line options in the first line, then a calendar.
///
/// The reader ignores lines before BEGIN:VCALENDAR, so `ics2notify $(head -n 1 FILE) FILE` compiles
/// the same input.
struct CompilationInput {
  /// The options of the compilation.
  let options: NotificationOptions
  /// The bytes of the calendar.
  let calendar: [UInt8]

  private static let zones = ZoneDatabase()

  static let optionLines = [
    "--now 2026-01-05T07:00:00Z --time-zone Europe/Berlin --limit 6 --horizon P30D",
    "--now 2026-03-27T12:00:00Z --time-zone Europe/Berlin --limit 16 --horizon P5D",
    "--now 2025-10-25T22:00:00Z --time-zone Europe/Berlin --limit 3 --horizon P2D",
    "--now 2026-04-04T12:00:00Z --time-zone Australia/Lord_Howe --limit 8 --horizon P3D",
    "--now 2026-10-31T20:00:00Z --time-zone America/New_York --limit 9 --horizon P10D --nag 2xPT5M",
    "--now 1969-12-30T23:00:00Z --time-zone GMT --limit 6 --horizon P60D --renew-within P20D",
    "--now 1911-03-10T00:00:00Z --time-zone Europe/Paris --limit 6 --horizon P7D",
    "--now 2399-11-20T00:00:00Z --time-zone Europe/Berlin --limit 6 --horizon P30D",
    "--now 2026-01-05T07:00:00Z --time-zone Asia/Kolkata --limit 5 --reserve 2 --horizon P20D",
    "--now 2026-01-05T07:00:00Z --time-zone GMT --limit 4 --horizon P60D --default-alarm -PT15M",
    "--now 2026-01-05T07:00:00Z --time-zone GMT --limit 4 --horizon P60D --renew-within P1D",
    "--now 2025-10-25T22:00:00Z --time-zone Europe/Berlin --horizon P2D --repeated-hour once",
  ]

  /// Parses an input.
  ///
  /// Nil if the program would reject the options, or if the input is too slow for fuzzing.
  ///
  /// - Parameter input: The bytes.
  init?(_ input: [UInt8]) {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: input[..<end], as: UTF8.self)
      .split(separator: " ").map(String.init)
    guard words.count.isMultiple(of: 2) else { return nil }
    var values: [String: String] = [:]
    for index in stride(from: 0, to: words.count, by: 2) { values[words[index]] = words[index + 1] }
    calendar = Array(input[(end + 1)...])
    guard let options = CompilationInput.options(values),
      options.horizon.seconds <= CompilationInput.longestHorizon(for: calendar)
    else { return nil }
    self.options = options
  }

  /// Options for timers with the same settings, with as many timers as slots.
  var timers: TimerOptions {
    var timers = TimerOptions(options.compiler)
    timers.limit = options.limit
    timers.reserve = options.reserve
    return timers
  }

  private static func options(_ values: [String: String]) -> NotificationOptions? {
    guard let now = values["--now"].flatMap({ Instant(iso8601: $0) }),
      earliest <= now, now < latest,
      let zone = values["--time-zone"].flatMap({ zones.zone(named: $0) }),
      let horizon = seconds(values["--horizon"])
    else { return nil }
    var options = NotificationOptions(now: now, deviceZone: zone)
    options.horizon = CalendarDuration(seconds: horizon)
    guard options.window.upperBound <= latest else { return nil }
    if let text = values["--renew-within"] {
      guard let renewal = seconds(text) else { return nil }
      options.renewWithin = CalendarDuration(seconds: renewal)
    }
    options.limit = values["--limit"].flatMap { Int($0) } ?? 16
    options.reserve = values["--reserve"].flatMap { Int($0) } ?? 0
    guard (1...maximumLimit).contains(options.limit), (0...options.limit).contains(options.reserve)
    else { return nil }
    options.defaultAlarms = [values["--default-alarm"].flatMap { CalendarDuration(rfc5545: $0) }]
      .compactMap { $0 }
    if let text = values["--nag"] {
      guard let nag = Nag(text), nag.count <= maximumLimit else { return nil }
      options.nag = nag
    }
    options.repeatedHour =
      values["--repeated-hour"].flatMap { RepeatedHour(rawValue: $0) } ?? .either
    return options
  }

  /// The range that the program accepts: 1900-01-01 to before 2400-01-01.
  private static let earliest = Instant(secondsSince1970: -2_208_988_800)
  private static let latest = Instant(secondsSince1970: 13_569_465_600)
  /// The most slots; more don't change the plan of a small calendar.
  private static let maximumLimit = 24

  /// The seconds of a duration of days and shorter units.
  private static func seconds(_ text: String?) -> Int? {
    guard let duration = text.flatMap({ CalendarDuration($0) }), duration.months == 0,
      (0...366).contains(duration.days), (0...31_622_400).contains(duration.seconds)
    else { return nil }
    let seconds = duration.days * 86_400 + duration.seconds
    return seconds > 0 ? seconds : nil
  }

  /// The longest horizon in seconds, by the shortest steps of the calendar.
  ///
  /// It limits an input to some hundred fires, so that many inputs can be tried.
  private static func longestHorizon(for calendar: [UInt8]) -> Int {
    let text = String(decoding: calendar, as: UTF8.self).uppercased()
    if text.contains("SECONDLY") || text.contains("BYSECOND") { return 600 }
    if text.contains("MINUTELY") || text.contains("BYMINUTE") { return 6 * 3_600 }
    if text.contains("HOURLY") || text.contains("BYHOUR") { return 5 * 86_400 }
    return 62 * 86_400
  }

  /// The components of the calendar; nil if it isn't a calendar.
  ///
  /// - Parameter isBounded: Whether past components may be left out, as in the program.
  /// - Returns: The components.
  func components(isBounded: Bool) -> [CalendarComponent]? {
    let reader = CalendarReader(
      zones: CompilationInput.zones,
      options: ReadingOptions(
        includesComponentsWithoutAlarms: !options.defaultAlarms.isEmpty,
        firesFrom: isBounded ? options.earliestAlert : nil,
        zoneWindow: ReadingOptions(firesFrom: options.now).zoneWindow))
    guard let scan = try? reader.scan(calendar, file: "input.ics") else { return nil }
    return reader.documents(selecting: [scan]).flatMap(\.components)
  }

  /// The zone with a name, as on a machine.
  static func zone(named name: String) -> Zone? { zones.zone(named: name) }
}
