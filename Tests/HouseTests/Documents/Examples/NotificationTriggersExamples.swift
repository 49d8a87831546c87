import CivilTime
import NotificationTriggers
import Testing

/// The examples of triggers and contents.
@Suite(.printsAll) struct NotificationTriggersExamples: Example {
  @Test func interruptionLevel() throws {
    print(InterruptionLevel(priority: 1), InterruptionLevel(priority: 9))  // timeSensitive passive
    print(InterruptionLevel.active < .critical)  // true
  }

  @Test func notificationContent() throws {
    var content = NotificationContent(
      title: "Stand-up", body: "Room 3", threadIdentifier: "standup@example.org")
    content.subtitle = "14:00-14:15"
    print(content.title, content.interruptionLevel, content.sound!.name)  // Stand-up active default
  }

  @Test func notificationSound() throws {
    print(NotificationSound(for: .active)!.name)  // default
    print(NotificationSound(for: .critical, name: "Basso")!.criticalVolume!)  // 1.0
    print(NotificationSound(for: .passive) == nil)  // true
  }

  @Test func notificationAction() throws {
    let snooze = NotificationAction(.snooze, title: "Snooze")
    print(snooze.identifier, snooze.systemImageName)  // ics2notify.snooze zzz
  }

  @Test func notificationCategory() throws {
    let category = NotificationCategory(.event, link: .join) { _ in "…" }
    print(category.identifier)  // ics2notify.event.join
    print(category.actions.map(\.kind.rawValue))  // ["join", "snooze", "done"]
  }

  @Test func calendarPattern() throws {
    let nine = TimeClass.time(TimeOfDay(hour: 9)!)
    print(CalendarPattern(.weekday(.monday), nine)!)  // weekday=2;hour=9;minute=0;second=0
    // Foundation moves a day 31 to the first of the next month.
    print(CalendarPattern(.dayOfMonth(31), nine) == nil)  // true
  }

  @Test func calendarTrigger() throws {
    let nine = TimeClass.time(TimeOfDay(hour: 9)!)
    let daily = CalendarTrigger(pattern: CalendarPattern(.everyDay, nine)!, zone: .floating)!
    print(daily.repeats)  // true
    // A device with another calendar has other months.
    let monthly = CalendarPattern(.dayOfMonth(1), nine)!
    print(CalendarTrigger(pattern: monthly, zone: .floating) == nil)  // true
  }

  @Test func triggerZone() throws {
    let monthly = CalendarPattern(.dayOfMonth(1), .time(TimeOfDay(hour: 9)!))!
    let trigger = CalendarTrigger(pattern: monthly, zone: .pinned(.gmt))!
    if case .pinned(let zone) = trigger.zone {
      print(zone.identifier)  // GMT
    }
  }

  @Test func dayClass() throws {
    print(DayClass.date(month: 2, day: 28).isSafe)  // true
    print(DayClass.date(month: 2, day: 29).isSafe)  // false
    print(DayClass.weekday(.monday).isCalendarIndependent)  // true
  }

  @Test func timeClass() throws {
    print(TimeClass.everyHour(minute: 30, second: 0).isValid)  // true
    print(CalendarPattern(.everyDay, .everyHour(minute: 30, second: 0))!)  // minute=30;second=0
  }

  @Test func notificationTrigger() throws {
    let soon = NotificationTrigger.timeInterval(TimeIntervalTrigger(interval: 300, repeats: false)!)
    print(soon.repeats, soon.calendar == nil)  // false true
  }

  @Test func timeIntervalTrigger() throws {
    print(TimeIntervalTrigger(interval: 300, repeats: true)!.interval)  // 300
    // The system throws an exception for a shorter one that repeats.
    print(TimeIntervalTrigger(interval: 59, repeats: true) == nil)  // true
  }

  @Test func triggerComponents() throws {
    let pattern = CalendarPattern(
      .ordinalWeekday(month: 11, weekday: .thursday, ordinal: 4), .time(TimeOfDay(hour: 9)!))!
    print(pattern.components)  // month=11;weekday=5;weekdayOrdinal=4;hour=9;minute=0;second=0
    for field in pattern.components.fields where field.name == "weekday" {
      print(field.value)  // 5
    }
  }
}
