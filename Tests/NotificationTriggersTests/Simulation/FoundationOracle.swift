import CivilTime
import Foundation
import NotificationTriggers

/// Foundation's Gregorian calendar in a zone, asked as the system asks it.
struct FoundationOracle {
  let calendar: Calendar

  init?(zoneNamed name: String) {
    guard let timeZone = TimeZone(identifier: name) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  func nextFire(of components: TriggerComponents, after base: Instant) -> Instant? {
    nextDate(after: base, matching: DateComponents(components))
  }

  func nextDate(after base: Instant, matching components: DateComponents) -> Instant? {
    calendar.nextDate(
      after: base.date, matching: components,
      matchingPolicy: .nextTimePreservingSmallerComponents, repeatedTimePolicy: .first,
      direction: .forward
    )
    .map { Instant($0) }
  }
}

extension DateComponents {
  init(_ components: TriggerComponents) {
    self.init(
      year: components.year, month: components.month, day: components.day,
      hour: components.hour, minute: components.minute, second: components.second,
      weekday: components.weekday, weekdayOrdinal: components.weekdayOrdinal)
  }
}

/// The zones that the tests ask about, each for a reason of its own.
enum TestZones {
  static let database = ZoneDatabase()

  /// Usual ones, half an hour, two hours, negative saving, the date line, midnight gaps, no change.
  static let names = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll",
    "Africa/Casablanca", "Pacific/Apia", "Pacific/Kiritimati", "America/Sao_Paulo",
    "Africa/Cairo", "Asia/Kolkata", "GMT", "America/Havana", "Asia/Beirut", "Asia/Tehran",
    "Pacific/Chatham", "America/Santiago", "Etc/GMT+5",
  ]
}
