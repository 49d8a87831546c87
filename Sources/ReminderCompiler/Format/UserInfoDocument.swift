import CivilTime
import ICalendar
import NotificationTriggers

/// `userInfo`: property-list values only, so that a key without a value is left out.
///
/// What depends on an occurrence stands in one-shots alone: a request that repeats would be another
/// one after each of its fires, and a device would have to replace it for nothing.
struct UserInfoDocument: Encodable {
  private let request: Plan.Request

  /// Makes the document of what the app finds in a request.
  init(_ request: Plan.Request) {
    self.request = request
  }

  private enum Key: String, CodingKey {
    case uid, alarm, endDate, url, occurrence, start, end
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(request.uid, forKey: .uid)
    try container.encodeIfPresent(request.alarm, forKey: .alarm)
    try container.encodeIfPresent(request.removeBy?.description, forKey: .endDate)
    try container.encodeIfPresent(request.content.link, forKey: .url)
    guard !request.trigger.repeats else { return }
    try container.encodeIfPresent(request.occurrenceName, forKey: .occurrence)
    try container.encodeIfPresent(request.occurrence?.start?.description, forKey: .start)
    try container.encodeIfPresent(request.occurrence?.end?.description, forKey: .end)
  }
}
