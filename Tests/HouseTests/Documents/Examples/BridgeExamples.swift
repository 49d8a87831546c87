import CalendarReminders
import Foundation
import Testing

/// The examples of what lies between Foundation's values and ours.
@Suite(.printsAll) struct BridgeExamples: Example {
  @Test func dateOfInstant() throws {
    let instant = Instant(iso8601: "2028-01-03T08:00:00Z")!
    print(Date(instant).timeIntervalSince1970)  // 1830499200.0
    // An instant has no fraction: the way back cuts it off.
    print(Instant(Date(instant) + 0.9))  // 2028-01-03T08:00:00Z
  }

  @Test func civilDateOfDate() throws {
    let instant = Instant(iso8601: "2028-01-03T18:00:00Z")!
    let tokyo = TimeZone(identifier: "Asia/Tokyo")!
    print(CivilDate(Date(instant), in: tokyo))  // 2028-01-04
  }

  @Test func zoneOfTimeZone() throws {
    let fixed = Zone(TimeZone(secondsFromGMT: 12_600)!)
    print(fixed.isIANA, fixed.initialOffset)  // false 12600
    let berlin = Zone(TimeZone(identifier: "Europe/Berlin")!)
    print(berlin == ZoneDatabase().zone(named: "Europe/Berlin")!)  // true
  }

  @Test func timeZoneOfZone() throws {
    print(TimeZone(Zone.gmt)!.secondsFromGMT())  // 0
    let ship = Zone(identifier: "Ship", isIANA: false, initialOffset: 3_600)
    print(TimeZone(ship)!.secondsFromGMT())  // 3600
  }

  @Test func civilDateTimeOfComponents() throws {
    let due = DateComponents(year: 2028, month: 2, day: 29, hour: 8, minute: 30)
    print(CivilDateTime(due)!)  // 2028-02-29T08:30:00
    print(CivilDateTime(DateComponents(year: 2027, month: 2, day: 29)) == nil)  // true
    print(CivilDateTime(DateComponents(hour: 8)) == nil)  // true
  }

  @Test func timeOfDayOfComponents() throws {
    print(TimeOfDay(DateComponents(hour: 8, minute: 30))!)  // 08:30
    print(TimeOfDay(DateComponents(minute: 30)) == nil)  // true
  }

  @Test func dateComponents() throws {
    let nine = TimeClass.time(TimeOfDay(hour: 9)!)
    let mondays = CalendarPattern(.weekday(.monday), nine)!
    let floating = CalendarTrigger(pattern: mondays, zone: .floating)!.dateComponents
    print(floating.weekday!, floating.hour!, floating.calendar == nil)  // 2 9 true
    let pinned = CalendarTrigger(pattern: mondays, zone: .pinned(.gmt))!.dateComponents
    print(pinned.timeZone == pinned.calendar!.timeZone)  // true
  }
}
