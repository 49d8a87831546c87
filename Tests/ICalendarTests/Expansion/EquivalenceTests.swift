import CivilTime
import ICalendar
import Testing

/// Two ways to say the same give the same.
@Suite struct EquivalenceTests {
  @Test(arguments: [
    ("FREQ=DAILY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO"),
    ("FREQ=DAILY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;BYDAY=MO,WE,FR;WKST=SU"),
    ("FREQ=DAILY;INTERVAL=7", "FREQ=WEEKLY"), ("FREQ=DAILY;INTERVAL=14", "FREQ=WEEKLY;INTERVAL=2"),
    ("FREQ=HOURLY;INTERVAL=24", "FREQ=DAILY"), ("FREQ=HOURLY;INTERVAL=72", "FREQ=DAILY;INTERVAL=3"),
    ("FREQ=MINUTELY;INTERVAL=1440", "FREQ=DAILY"), ("FREQ=MINUTELY;INTERVAL=60", "FREQ=HOURLY"),
    ("FREQ=SECONDLY;INTERVAL=86400", "FREQ=DAILY"),
    ("FREQ=SECONDLY;INTERVAL=604800", "FREQ=WEEKLY"),
    ("FREQ=MONTHLY;INTERVAL=12", "FREQ=YEARLY"),
    ("FREQ=MONTHLY;INTERVAL=24", "FREQ=YEARLY;INTERVAL=2"),
    ("FREQ=MONTHLY;BYMONTH=3,9", "FREQ=YEARLY;BYMONTH=3,9"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=DAILY;BYMONTHDAY=-1"),
    ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR"),
    ("FREQ=YEARLY;BYMONTH=1;BYDAY=1MO", "FREQ=MONTHLY;BYMONTH=1;BYDAY=1MO"),
    ("FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1"),
    ("FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=8,9,10,11,12,13,14"),
    ("FREQ=YEARLY;BYYEARDAY=1", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1"),
    ("FREQ=YEARLY;BYYEARDAY=-1", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31"),
    ("FREQ=YEARLY;BYYEARDAY=-366", "FREQ=YEARLY;BYYEARDAY=-366;BYMONTH=1"),
    ("FREQ=YEARLY;BYMONTHDAY=15", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ("FREQ=YEARLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO"),
    ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=TH", "FREQ=YEARLY;BYDAY=1TH"),
    ("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=TH", "FREQ=YEARLY;BYDAY=-1TH"),
    ("FREQ=DAILY;BYHOUR=0,12;BYMINUTE=30", "FREQ=HOURLY;BYHOUR=0,12;BYMINUTE=30"),
    ("FREQ=HOURLY;BYMINUTE=0,30", "FREQ=MINUTELY;BYMINUTE=0,30"),
    ("FREQ=MINUTELY;BYSECOND=7", "FREQ=SECONDLY;BYSECOND=7"),
    ("FREQ=HOURLY;BYMINUTE=0,20,40;BYSETPOS=-1", "FREQ=HOURLY;BYMINUTE=40"),
    ("FREQ=SECONDLY;INTERVAL=3;BYSETPOS=1", "FREQ=SECONDLY;INTERVAL=3"),
  ])
  func `both rules give the same times`(_ left: String, _ right: String) throws {
    var random = RandomRule(seed: 5)
    let rules = [try RecurrenceRule(left), try RecurrenceRule(right)]
    for _ in 0..<20 {
      let start = random.start()
      let range = start..<(start + 86_400 * 800)
      // DTSTART is an occurrence whether it matches or not, so only the later ones are compared.
      let times = rules.map {
        RuleExpansion($0, start: start, isDate: false, zone: .gmt)
          .civilTimes(in: range, limit: 300).dropFirst()
      }
      #expect(times[0] == times[1], "from \(start)")
    }
  }

  @Test func `the first and second half of a list make the list`() throws {
    let start = try #require(CivilDateTime(iso8601: "2026-01-05T08:00:00"))
    let range = start..<(start + 86_400 * 2_000)
    func times(_ rule: String) throws -> [CivilDateTime] {
      RuleExpansion(try RecurrenceRule(rule), start: start, isDate: false, zone: .gmt)
        .civilTimes(in: range, limit: 10_000)
    }
    for (whole, first, second) in [
      ("FREQ=MONTHLY;BYDAY=1MO,-1FR", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=-1FR"),
      ("FREQ=MONTHLY;BYDAY=MO,2TU", "FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=2TU"),
      ("FREQ=YEARLY;BYWEEKNO=1,53", "FREQ=YEARLY;BYWEEKNO=1", "FREQ=YEARLY;BYWEEKNO=53"),
      ("FREQ=DAILY;BYHOUR=1,8", "FREQ=DAILY;BYHOUR=1", "FREQ=DAILY;BYHOUR=8"),
    ] {
      #expect(try Set(times(whole)) == Set(times(first)).union(times(second)), "\(whole)")
    }
  }
}
