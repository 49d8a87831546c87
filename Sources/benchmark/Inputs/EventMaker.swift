import CivilTime
import SeededRandom

/// Events made up from a seed: all that their sizes, times and rules depend on.
struct EventMaker {
  /// The instant at which everything is compiled: 2028-01-03T07:00:00Z.
  static let now = Instant(secondsSince1970: 1_830_495_600)

  private static let words =
    ("agenda budget café Besprechung Köln Protokoll Straße Zürich déjeuner 会議 minutes project "
    + "review room 3\\, second floor\\; https://example.org/meet/84736251 quarter plan notes")
    .split(separator: " ").map(String.init)

  private static let triggers = [
    "PT0S", "-PT5M", "-PT10M", "-PT15M", "-PT30M", "-PT1H", "-PT2H", "-P1D", "-P2DT3H", "-P1W",
  ]

  private var random: SplitMix
  private var count = 0

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  /// Adds a series of the last ten years with one or two alarms; half of them have an end.
  mutating func addSeries(to text: inout CalendarText) {
    let rule = RuleMaker.rule(near: pastDate(), using: &random)
    addEvent(to: &text, on: rule.date, rule: rule.text, alarms: random.number(1...2), words: 12)
  }

  /// Adds an event as an old calendar has most of: one time, long ago, with some text.
  ///
  /// One in twelve recurs, one in ten is to come, and one in three has an alarm.
  mutating func addMixed(to text: inout CalendarText) {
    let isPast = !random.oneIn(10)
    let date =
      isPast
      ? pastDate()
      : CivilDate(dayNumber: EventMaker.now.civilInUTC.dayNumber + random.number(1...200))
    let rule = random.oneIn(12) ? RuleMaker.rule(near: date, using: &random) : nil
    addEvent(
      to: &text, on: rule?.date ?? date, rule: rule?.text, alarms: random.oneIn(3) ? 1 : 0,
      words: random.number(3...60))
  }

  private mutating func addEvent(
    to text: inout CalendarText, on date: CivilDate, rule: String?, alarms: Int, words: Int
  ) {
    count += 1
    let start = CivilDateTime(
      date, hour: random.number(6...20), minute: (random.pick([0, 15, 30, 45]) ?? 0))
    let end = start + (random.pick([15, 30, 60, 90]) ?? 0) * 60
    text.add(
      "BEGIN:VEVENT", "UID:\(count)@example.org", "DTSTAMP:20280101T080000Z",
      "CREATED:20180101T080000Z", "LAST-MODIFIED:20270101T080000Z",
      "SEQUENCE:\(random.number(0...3))")
    // Most times are in the zone; some are in UTC, and some events take the whole day.
    let kind = random.number(0...9)
    switch kind {
    case 0: text.add("DTSTART;VALUE=DATE:\(start.basicFormat.prefix(8))")
    case 1: text.add("DTSTART:\(start.basicFormat)Z", "DTEND:\(end.basicFormat)Z")
    default:
      text.add(
        "DTSTART;TZID=\(CalendarText.zone):\(start.basicFormat)",
        "DTEND;TZID=\(CalendarText.zone):\(end.basicFormat)")
    }
    if let rule {
      text.add("RRULE:\(rule)\(limit(from: start, isAllDay: kind == 0))")
      if kind > 1, rule.hasPrefix("FREQ=WEEKLY"), random.oneIn(3) {
        text.add(
          "EXDATE;TZID=\(CalendarText.zone):\((start + 364 * 86_400).basicFormat)")
      }
    }
    text.add(
      "SUMMARY:\(phrase(4))", "LOCATION:\(phrase(3))", "DESCRIPTION:\(phrase(words))",
      "STATUS:CONFIRMED", "TRANSP:OPAQUE")
    if random.oneIn(4) {
      text.add("ORGANIZER;CN=Example Person:mailto:person@example.org")
      for number in 1...random.number(1...4) {
        text.add(
          "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Person \(number):"
            + "mailto:person\(number)@example.org")
      }
    }
    addAlarms(alarms, to: &text)
    text.add("END:VEVENT")
  }

  /// Adds alarms that differ.
  private mutating func addAlarms(_ number: Int, to text: inout CalendarText) {
    let first = random.number(0...EventMaker.triggers.count - 1)
    for index in 0..<number {
      let trigger = EventMaker.triggers[(first + index) % EventMaker.triggers.count]
      text.add(
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(phrase(2))", "TRIGGER:\(trigger)",
        "END:VALARM")
    }
  }

  /// The end of a rule: half of them have one.
  private mutating func limit(from start: CivilDateTime, isAllDay: Bool) -> String {
    switch random.number(0...7) {
    case 0...2:
      let until = (start + random.number(30...4_000) * 86_400).basicFormat
      return ";UNTIL=" + (isAllDay ? String(until.prefix(8)) : "\(until)Z")
    case 3: return ";COUNT=\(random.number(4...400))"
    default: return ""
    }
  }

  private mutating func pastDate() -> CivilDate {
    CivilDate(dayNumber: EventMaker.now.civilInUTC.dayNumber - random.number(40...3_650))
  }

  private mutating func phrase(_ count: Int) -> String {
    (0..<count).map { _ in random.pick(EventMaker.words) ?? "" }.joined(separator: " ")
  }
}
