import CivilTime
import Testing

/// The examples of dates, times and zones.
@Suite(.printsAll) struct CivilTimeExamples: Example {
  @Test func calendarDuration() throws {
    let before = CalendarDuration("-P1DT2H")!
    print(before.days, before.seconds)  // -1 -7200
    print(-before, CalendarDuration(days: 14))  // P1DT2H P14D
  }

  @Test func civilDate() throws {
    print(CivilDate(year: 2028, month: 2, day: 29)!)  // 2028-02-29
    print(CivilDate(year: 2027, month: 2, day: 29) == nil)  // true
  }

  @Test func civilDateTime() throws {
    let start = CivilDateTime(iso8601: "2028-02-29T08:30")!
    print(start, start.basicFormat)  // 2028-02-29T08:30:00 20280229T083000
    print(start.date, start.hour, start.minute)  // 2028-02-29 8 30
  }

  @Test func instant() throws {
    let instant = Instant(iso8601: "2028-01-03T08:00+01:00")!
    print(instant)  // 2028-01-03T07:00:00Z
    print(instant + 90, instant - Instant(secondsSince1970: 0))  // 2028-01-03T07:01:30Z 1830495600
  }

  @Test func timeOfDay() throws {
    let morning = TimeOfDay(hour: 8, minute: 50)!
    print(morning, morning.secondOfDay)  // 08:50 31800
    print(TimeOfDay(hour: 24) == nil)  // true
  }

  @Test func weekday() throws {
    print(Weekday.monday.rawValue, Weekday.sunday.rawValue)  // 0 6
  }

  @Test func zone() throws {
    let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
    // On 26 March 2028 the clock goes from 02:00 to 03:00, on 29 October from 03:00 back to 02:00.
    let skipped = CivilDateTime(iso8601: "2028-03-26T02:30")!
    let repeated = CivilDateTime(iso8601: "2028-10-29T02:30")!
    print(berlin.resolve(skipped))  // gap(offsetBefore: 3600, offsetAfter: 7200)
    print(berlin.civil(at: berlin.instant(of: skipped)))  // 2028-03-26T03:30:00
    print(berlin.instant(of: repeated))  // 2028-10-29T00:30:00Z
    print(berlin.instant(of: repeated, fold: .second))  // 2028-10-29T01:30:00Z
  }

  @Test func zoneDatabase() throws {
    let zones = ZoneDatabase()
    let berlin = zones.zone(named: "Europe/Berlin")!
    print(berlin.offset(at: Instant(iso8601: "2028-07-01T00:00:00Z")!))  // 7200
    print(zones.zone(named: "Europe/Atlantis") == nil)  // true
  }
}
