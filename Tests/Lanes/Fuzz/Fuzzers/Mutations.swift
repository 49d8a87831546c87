import SeededRandom

/// Changes inputs by whole parts: lines of a calendar, parts of a rule.
///
/// Changes of single bytes mostly make texts that are rejected at once.
struct PartMutator {
  /// The byte between parts.
  let separator: UInt8
  /// Parts to insert.
  let vocabulary: [String]

  /// The most changes to one input.
  private static let maximumChanges = 4

  /// A changed copy of an input.
  func mutated(_ input: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var parts = input.split(separator: separator, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0..<random.number(1...PartMutator.maximumChanges) { change(&parts, &random) }
    return Array(parts.joined(separator: [separator]))
  }

  private func change(_ parts: inout [[UInt8]], _ random: inout SplitMix) {
    let word = Array((random.pick(vocabulary) ?? "").utf8)
    guard !parts.isEmpty else { return parts.append(word) }
    let place = random.number(0...parts.count - 1)
    switch random.number(0...7) {
    case 0: parts.insert(word, at: place)
    case 1, 2: parts[place] = word
    case 3: parts.remove(at: place)
    case 4: parts.swapAt(place, random.number(0...parts.count - 1))
    case 5:
      // Duplicates some parts, such as an event or an alarm.
      let end = min(parts.count, place + random.number(1...12))
      parts.insert(contentsOf: parts[place..<end], at: random.number(0...parts.count))
    default: changeDigit(of: &parts[place], &random)
    }
  }

  private func changeDigit(of part: inout [UInt8], _ random: inout SplitMix) {
    let digits = part.indices.filter { (0x30...0x39).contains(part[$0]) }
    guard let place = random.pick(digits) else { return }
    part[place] = 0x30 + UInt8(random.number(0...9))
  }
}

/// Lines for changing calendars: those that RFC 5545 gives a meaning.
enum CalendarLines {
  static let all = structure + times + rules + alarms + zones

  /// Lines that begin and end components, or identify them.
  private static let structure = [
    "BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "BEGIN:VTODO", "END:VTODO",
    "BEGIN:VALARM", "END:VALARM", "BEGIN:VTIMEZONE", "END:VTIMEZONE", "UID:a@example.org",
    "UID:b@example.org", "SEQUENCE:1", "STATUS:CANCELLED", "STATUS:COMPLETED", "METHOD:CANCEL",
    "SUMMARY:A", "SUMMARY:B", "PRIORITY:1", " folded", "X-WR-CALNAME:ours",
    "COMPLETED:20260105T080000Z", "PERCENT-COMPLETE:100",
  ]

  private static let times = [
    "DTSTART:20260105T080000", "DTSTART:20260105T080000Z", "DTSTART;VALUE=DATE:20260105",
    "DTSTART;TZID=Europe/Berlin:20260329T023000", "DTSTART;TZID=Europe/Berlin:20251026T023000",
    "DTSTART;TZID=Australia/Lord_Howe:20260405T014500", "DTSTART:19691231T235959Z",
    "DTSTART;TZID=Europe/Berlin:18991231T090000", "DTSTART:23991231T235959Z",
    "DTSTART:00010101T000000", "DTSTART:99991231T235959Z", "DTEND:20260105T090000",
    "DUE;TZID=Europe/Berlin:20260106T090000", "DURATION:PT1H", "DURATION:P1D",
    "RECURRENCE-ID:20260106T080000Z", "RECURRENCE-ID;VALUE=DATE:20260106",
    "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260107T023000",
    "EXDATE:20260106T080000Z", "EXDATE;VALUE=DATE:20260106,20260107",
    "EXDATE;TZID=Europe/Berlin:20260330T023000", "RDATE:20260108T080000Z",
    "RDATE;VALUE=PERIOD:20260109T080000Z/PT1H", "RDATE;TZID=Europe/Berlin:20251026T023000",
  ]

  private static let rules = [
    "RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY;INTERVAL=3;COUNT=9", "RRULE:FREQ=WEEKLY",
    "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "RRULE:FREQ=WEEKLY;UNTIL=20260301T000000Z",
    "RRULE:FREQ=MONTHLY;BYMONTHDAY=31", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1",
    "RRULE:FREQ=MONTHLY;BYDAY=-1FR", "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "RRULE:FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU",
    "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=30,31",
    "RRULE:FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=30", "RRULE:FREQ=HOURLY",
    "RRULE:FREQ=HOURLY;INTERVAL=7", "RRULE:FREQ=MINUTELY;INTERVAL=20",
    "EXRULE:FREQ=WEEKLY;BYDAY=SA,SU",
  ]

  private static let alarms = [
    "ACTION:DISPLAY", "ACTION:AUDIO", "ACTION:EMAIL", "TRIGGER:PT0S", "TRIGGER:-PT10M",
    "TRIGGER:-P1D", "TRIGGER:P1DT2H", "TRIGGER;RELATED=END:-PT1H", "TRIGGER:-P52W",
    "TRIGGER;VALUE=DATE-TIME:20260105T074500Z", "REPEAT:3", "REPEAT:2147483647",
    "DURATION:PT5M", "DURATION:P999999999999W", "ACKNOWLEDGED:20260107T080000Z",
    "RELATED-TO;RELTYPE=SNOOZE:x", "DESCRIPTION:Alarm", "X-MOZ-SNOOZE-TIME:20260107T090000Z",
    "X-MOZ-LASTACK:20260107T080000Z",
  ]

  private static let zones = [
    "BEGIN:DAYLIGHT", "END:DAYLIGHT", "BEGIN:STANDARD", "END:STANDARD", "TZID:Ours",
    "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZOFFSETTO:-235959",
    "DTSTART;TZID=Ours:20260105T090000",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "DTSTART:19700329T020000",
    "X-LIC-LOCATION:Europe/Berlin",
  ]
}
