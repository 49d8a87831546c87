import CalendarFixtures
import CompilerFixtures
import Testing

@testable import CalendarReminders

/// Tests of what a calendar store in Berlin lists.
protocol ListedEvents {}

extension ListedEvents {
  /// Occurrences of an event at 09:00 in Berlin, an alarm ten minutes ahead.
  func listed(_ starts: [Instant], _ rule: StoredRule?) throws -> [StoredEvent] {
    let berlin = try TestCalendars.zone("Europe/Berlin")
    var item = StoredItem(uid: "event")
    item.title = "Title"
    item.rules = rule.map { [$0] } ?? []
    var alarm = StoredAlarm()
    alarm.offset = -600
    item.alarms = [alarm]
    return starts.map { start in
      var event = StoredEvent(item, start: start, end: start + 3_600)
      event.zone = berlin
      return event
    }
  }

  /// Nine o'clock in Berlin on days of 2028.
  func nine(_ days: [(Int, Int)]) throws -> [Instant] {
    let berlin = try TestCalendars.zone("Europe/Berlin")
    return try days.map { month, day in
      berlin.instant(of: CivilDateTime(try .on(2028, month, day), hour: 9))
    }
  }

  func window(_ from: String, _ to: String) throws -> Range<Instant> {
    try TestCalendars.instant(from)..<TestCalendars.instant(to)
  }

  func document(_ events: [StoredEvent], _ window: Range<Instant>) throws
    -> CalendarDocument
  {
    CalendarDocument(events, in: window, onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
  }

  /// When the alarms of components are due, ten minutes before the starts.
  func starts(_ document: CalendarDocument, _ window: Range<Instant>) throws -> [Instant] {
    var options = CompilerOptions(
      now: window.lowerBound + -600, deviceZone: try TestCalendars.zone("Europe/Berlin"))
    options.horizon = CalendarDuration(seconds: window.upperBound - window.lowerBound)
    return TestCalendars.fires(document.components, options).map { $0.at + 600 }
  }
}
