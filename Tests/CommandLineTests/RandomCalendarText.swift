import CalendarFixtures
import Foundation
import SeededRandom

/// A random calendar of events and to-dos of all kinds, with hostile texts.
///
/// Each has a valid event, so that the output is never empty.
struct RandomCalendarText {
  private var random: SplitMix
  private var lines: [String] = []

  /// Creates a calendar from a seed.
  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    add("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//tests//EN")
    maybe(1, of: 2) { ["X-WR-CALNAME:\($0.text())"] }
    for number in 0..<random.number(1...4) {
      addSeries(uid: random.oneIn(4) ? uid() : "\(seed).\(number)@example.org")
    }
    if random.oneIn(8) { addLong() }
    add("BEGIN:VEVENT", "UID:right.\(seed)@example.org", "DTSTART:20280105T090000Z")
    add("SUMMARY:Right", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM")
    add("END:VEVENT", "END:VCALENDAR", "")
  }

  /// The content of the file, in which texts may have bytes that aren't UTF-8.
  var data: Data {
    var bytes: [UInt8] = []
    for scalar in lines.joined(separator: "\r\n").unicodeScalars {
      if scalar == RandomCalendarText.noCharacter {
        bytes += [0xFF, 0xC3]
      } else {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return Data(bytes)
  }

  /// A placeholder for bytes that aren't UTF-8.
  private static let noCharacter: Unicode.Scalar = "\u{E000}"

  private mutating func add(_ more: String...) { lines += more }

  /// Adds lines in `share` of `whole` cases.
  private mutating func maybe(
    _ share: Int, of whole: Int, _ made: (inout RandomCalendarText) -> [String]
  ) {
    guard random.number(1...whole) <= share else { return }
    let more = made(&self)
    lines += more
  }

  private mutating func addSeries(uid: String) {
    let isEvent = !random.oneIn(3)
    let kind = isEvent ? "VEVENT" : "VTODO"
    let start = self.start()
    add("BEGIN:\(kind)", "UID:\(uid)", "DTSTAMP:20280101T000000Z")
    addTimes(start, isEvent: isEvent)
    maybe(1, of: 2) { ["RRULE:" + ($0.random.pick(RandomCalendarText.rules) ?? "")] }
    maybe(1, of: 6) { _ in ["EXDATE\(start.prefix)\(start.value)"] }
    maybe(1, of: 6) { _ in ["RDATE;VALUE=PERIOD:20280110T120000Z/PT45M,20280301T080000Z/PT1H"] }
    addTexts()
    addAlarms()
    add("END:\(kind)")
    guard random.oneIn(3) else { return }
    // An override; its occurrence usually exists.
    add("BEGIN:\(kind)", "UID:\(uid)", "RECURRENCE-ID\(start.prefix)\(start.value)")
    addTimes(self.start(), isEvent: isEvent)
    maybe(1, of: 5) { _ in ["STATUS:CANCELLED"] }
    addTexts()
    addAlarms()
    add("END:\(kind)")
  }

  /// Adds an event with texts of the greatest length, which don't fit in a push.
  private mutating func addLong() {
    func long(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    add("BEGIN:VEVENT", "UID:\(long("u", 512))", "DTSTART:20280106T090000Z")
    add("SUMMARY:\(long("日", 900))", "LOCATION:\(long("ß", 900))", "CATEGORIES:Long")
    add("URL:https://example.org/\(long("x", 1_000))", "BEGIN:VALARM", "ACTION:DISPLAY")
    add("DESCRIPTION:\(long("ü", 3_000))", "TRIGGER:-PT5M", "END:VALARM", "END:VEVENT")
  }

  private mutating func addTimes(_ start: (prefix: String, value: String), isEvent: Bool) {
    let isDate = start.prefix.contains("VALUE=DATE")
    if !isEvent, random.oneIn(2) {
      add("DUE\(start.prefix)\(start.value)")
      return
    }
    add("DTSTART\(start.prefix)\(start.value)")
    let end = isEvent ? "DTEND" : "DUE"
    switch random.number(0...3) {
    case 0: add(isDate ? "DURATION:P2D" : "DURATION:PT50M")
    case 1: add(isDate ? "\(end);VALUE=DATE:20290101" : "\(end):20290101T000000Z")
    default: break
    }
  }

  private mutating func addTexts() {
    maybe(5, of: 6) { ["SUMMARY:\($0.text())"] }
    maybe(1, of: 2) { ["LOCATION:\($0.text())"] }
    maybe(1, of: 2) { ["DESCRIPTION:\($0.text())"] }
    maybe(1, of: 2) { ["CATEGORIES:\($0.text()),\($0.text())"] }
    maybe(1, of: 2) { ["PRIORITY:\($0.random.number(0...9))"] }
    maybe(1, of: 3) { ["URL:\($0.link())"] }
    maybe(1, of: 5) { ["CONFERENCE;VALUE=URI:\($0.link())"] }
    maybe(1, of: 12) { _ in ["STATUS:COMPLETED"] }
  }

  private mutating func addAlarms() {
    for _ in 0..<random.number(0...3) {
      add("BEGIN:VALARM")
      maybe(1, of: 4) { ["ACTION:AUDIO", "ATTACH:" + ($0.random.pick(["Basso", "a/b"]) ?? "")] }
      maybe(3, of: 4) { ["ACTION:DISPLAY", "DESCRIPTION:\($0.text())"] }
      add(random.pick(RandomCalendarText.triggers) ?? "TRIGGER:PT0S")
      maybe(1, of: 3) { ["REPEAT:\($0.random.number(1...3))", "DURATION:PT10M"] }
      maybe(1, of: 12) { _ in ["RELATED-TO;RELTYPE=SNOOZE:x"] }
      add("END:VALARM")
    }
  }

  private mutating func start() -> (prefix: String, value: String) {
    let day = "20280\(random.number(1...3))\(random.number(10...28))"
    let time = "T\(random.number(10...22))\(random.number(10...59))00"
    switch random.number(0...9) {
    case 0...2: return (";VALUE=DATE:", day)
    case 3, 4: return (":", day + time)
    case 5, 6: return (":", day + time + "Z")
    case 7: return (";TZID=America/New_York:", day + time)
    case 8: return (";TZID=Europe/Berlin:", "20280326T023000")
    default: return (";TZID=Europe/Berlin:", "1984" + day.suffix(4) + time)
    }
  }

  private mutating func uid() -> String {
    random.pick([
      "shared@example.org", "café", "cafe\u{301}", "a b;c,d", "\u{202E}uid", "🎂",
      String(repeating: "long", count: 200), "\\n", RandomCalendarText.invalid,
    ]) ?? ""
  }

  private mutating func text() -> String {
    let text = random.pick(RandomCalendarText.texts) ?? ""
    switch random.number(0...19) {
    case 0, 1: return String(repeating: text, count: 700)
    case 2...4: return text + " " + (random.pick(RandomCalendarText.texts) ?? "")
    default: return text
    }
  }

  private mutating func link() -> String { random.pick(RandomCalendarText.links) ?? "" }

  private static let invalid = "bad \(noCharacter) bytes"

  private static let texts = [
    "Stand-up", "Review", "Reminder", "Alarm notification", "", "   ", "Zürich, 会議\\, Köln",
    "one\\ntwo\\n\\nthree", "👩‍👩‍👧‍👦 family 🇩🇪", "\u{202E}desrever\u{202C}", "\u{200B}\u{2060}",
    "<b>bold</b><script>alert(1)</script>&amp;&#x202E;", "\u{0}\u{1}\u{7F}\u{85}\u{2028}\u{2029}",
    "\"quotes\" and \\\\ backslashes", "\"\"\"\"\"", "{n} of {count}",
    "e\u{301}\u{301}\u{301}", "\u{FFFD}\u{10FFFD}",
    "https://meet.google.com/abc-defg-hij", "join https://zoom.us/j/123456789?pwd=a%20b now",
    "tel:+491234", "NaN", "null", invalid,
  ]

  private static let links = [
    "https://example.org/agenda", "http://example.org/a b?utm_source=x&id=1", "tel:+4930123456",
    "javascript:alert(1)", "file:///etc/passwd", "https://user:password@example.org/",
    "https://例え.jp/", "mailto:ada@example.org", "facetime:ada@example.org",
    "https://example.org/" + String(repeating: "x", count: 1_200),
    "https://meet.google.com/abc-defg-hij", "zoommtg://zoom.us/join?confno=1", "", invalid,
  ]

  private static let rules = [
    "FREQ=DAILY", "FREQ=DAILY;COUNT=5", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=WEEKLY;INTERVAL=2", "FREQ=WEEKLY;UNTIL=20280401T000000Z", "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=HOURLY;INTERVAL=6", "FREQ=HOURLY;COUNT=9", "FREQ=DAILY;BYHOUR=9,18",
    "FREQ=DAILY;BYHOUR=24",
  ]

  private static let triggers = [
    "TRIGGER:PT0S", "TRIGGER:-PT10M", "TRIGGER:-P1D", "TRIGGER:P1DT9H", "TRIGGER:-P1W",
    "TRIGGER;RELATED=END:-PT5M", "TRIGGER;VALUE=DATE-TIME:20280120T074500Z",
    "TRIGGER;VALUE=DATE-TIME:20280103T070000Z", "TRIGGER:soon",
  ]
}

/// Random options that change an output.
struct RandomOptions {
  private var random: SplitMix

  /// Creates options from a seed.
  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  /// Options of all commands that read calendars.
  mutating func shared() -> [String] {
    let fixed = ["--quiet", "--now=2028-01-03T07:00:00Z"]
    return fixed + one(of: RandomOptions.horizons) + one(of: RandomOptions.zones)
      + one(of: RandomOptions.languages) + some(RandomOptions.texts) + some(RandomOptions.alarms)
  }

  /// Options of plans.
  mutating func planning() -> [String] {
    ["--limit=\(random.number(1...24))"]
      + some(["--nag-overdue=PT30M", "--renewal-nudge", "--reserve=1"])
  }

  /// Options of `simulate` about opening the app.
  mutating func openings() -> [String] {
    random.oneIn(2) ? [] : one(of: RandomOptions.openings)
  }

  /// Options of `simulate` that delay notifications.
  mutating func controls() -> [String] { some(RandomOptions.controls) }

  /// Returns about a third of the options.
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
