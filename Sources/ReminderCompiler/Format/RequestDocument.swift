import CivilTime
import ICalendar
import NotificationTriggers

/// One of a plan's `requests[]`.
struct RequestDocument: Encodable {
  private let request: Plan.Request
  private let zone: Zone

  /// Makes the document of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - zone: The zone of local times.
  init(_ request: Plan.Request, zone: Zone) {
    self.request = request
    self.zone = zone
  }

  private enum Key: String, CodingKey {
    case rank, identifier, uid, alarm, `repeat`, content, trigger, nextFire, provenUntil, removeBy
    case start, end, startLocal, endLocal, tags, calendar, priority
  }
  private enum TriggerKey: String, CodingKey {
    case dateComponents, timeInterval, repeats
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(request.rank, forKey: .rank)
    try container.encode(request.identifier, forKey: .identifier)
    try container.encode(request.uid, forKey: .uid)
    try container.encode(request.alarm, forKey: .alarm)
    try container.encode(request.repetition, forKey: .repeat)
    try container.encode(
      ContentDocument(request.content, info: UserInfoDocument(request)), forKey: .content)
    var trigger = container.nestedContainer(keyedBy: TriggerKey.self, forKey: .trigger)
    switch request.trigger {
    case .calendar(let own):
      try trigger.encode(DateComponentsDocument(own), forKey: .dateComponents)
    case .timeInterval(let own): try trigger.encode(own.interval, forKey: .timeInterval)
    }
    try trigger.encode(request.trigger.repeats, forKey: .repeats)
    try container.encode(request.nextFire.description, forKey: .nextFire)
    try container.encode(request.provenUntil?.description, forKey: .provenUntil)
    try container.encode(request.removeBy?.description, forKey: .removeBy)
    let occurrence = request.occurrence
    try container.encode(occurrence?.start?.description, forKey: .start)
    try container.encode(occurrence?.end?.description, forKey: .end)
    try container.encode(occurrence?.localStart(in: zone), forKey: .startLocal)
    try container.encode(occurrence?.localEnd(in: zone), forKey: .endLocal)
    try container.encode(request.tags, forKey: .tags)
    try container.encode(
      request.calendarName.isEmpty ? nil : request.calendarName, forKey: .calendar)
    try container.encode(request.priority, forKey: .priority)
  }
}
