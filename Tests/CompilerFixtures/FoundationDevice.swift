package import Foundation

/// A device that fires triggers as UserNotifications does, with Foundation's calendar.
package struct FoundationDevice {
  package let timeZone: TimeZone
  /// The most fires of one request; more indicate an error of the test.
  package static let maximumFires = 40_000

  package init?(zoneNamed name: String) {
    guard let timeZone = TimeZone(identifier: name) else { return nil }
    self.timeZone = timeZone
  }

  /// The calendar that the system builds from the components, with the device's zone as the
  /// default.
  package func calendar(_ components: ReadPlan.Components) -> Calendar? {
    var calendar = Calendar(identifier: .gregorian)
    switch (components.calendar, components.timeZone) {
    case ("gregorian"?, let name?):
      guard let zone = TimeZone(identifier: name) else { return nil }
      calendar.timeZone = zone
    case (nil, nil): calendar.timeZone = timeZone
    default: return nil
    }
    return calendar
  }

  /// The fire dates of a request added at `start`, or nil if its components are invalid.
  package func fires(of trigger: ReadPlan.Trigger, addedAt start: Date, until end: Date) -> [Date]?
  {
    let read = trigger.dateComponents
    guard let calendar = calendar(read) else { return nil }
    let components = DateComponents(
      year: read.year, month: read.month, day: read.day, hour: read.hour, minute: read.minute,
      second: read.second, weekday: read.weekday, weekdayOrdinal: read.weekdayOrdinal)
    var fires: [Date] = []
    var last = start
    while fires.count < FoundationDevice.maximumFires,
      let next = calendar.nextDate(
        after: last, matching: components, matchingPolicy: .nextTimePreservingSmallerComponents,
        repeatedTimePolicy: .first, direction: .forward),
      next < end
    {
      fires.append(next)
      last = next
      if !trigger.repeats { break }
    }
    return fires
  }
}
