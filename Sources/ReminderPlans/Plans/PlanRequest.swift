public import CivilTime
import ICalendar
import NotificationTriggers
import ReminderOptions

/// The JSON form is an element of a plan's `requests`.
extension Plan.Request: Codable {
  private enum CodingKeys: String, CodingKey {
    case rank, identifier, uid, alarm, content, trigger, countsFrom, nextFire, movedFrom
    case provenUntil, removeBy, echoes, tags, calendar, priority
    case repetition = "repeat"
  }

  private enum ContentKeys: String, CodingKey {
    case userInfo, url, conference
  }

  /// Decodes a request.
  ///
  /// Derived values, such as `userInfo`, are computed again.
  ///
  /// - Parameter decoder: The decoder. Its `userInfo` can contain a zone database, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` if an app could not add the request: if the trigger would behave
  ///   differently, a link may not be opened, or the identifier is not an own one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rank = try container.decode(1...Int.max, forKey: .rank)
    identifier = try container.decode(String.self, forKey: .identifier)
    try container.require(
      RequestIdentifier.isOwn(identifier), key: .identifier, fault: "names a request of others")
    uid = try container.decodeIfPresent(String.self, forKey: .uid)
    alarm =
      try container.contains(.alarm) && !container.decodeNil(forKey: .alarm)
      ? container.decode(0...Int.max, forKey: .alarm) : nil
    repetition = try container.decode(0...Int.max, forKey: .repetition)
    trigger = try container.decode(NotificationTrigger.self, forKey: .trigger)
    countsFrom = try container.decodeIfPresent(Instant.self, forKey: .countsFrom)
    try container.require(
      countsFrom == nil || trigger.repeats && trigger.calendar == nil, key: .countsFrom,
      fault: "is only for a time interval that repeats")
    nextFire = try container.decode(Instant.self, forKey: .nextFire)
    movedFires =
      try container.decodeIfPresent(Instant.self, forKey: .movedFrom)
      .map { [nextFire] in [nextFire: $0] } ?? [:]
    provenUntil = try container.decodeIfPresent(Instant.self, forKey: .provenUntil)
    removeBy = try container.decodeIfPresent(Instant.self, forKey: .removeBy)
    echoes = try container.decodeIfPresent([Instant].self, forKey: .echoes) ?? []
    occurrence = try OccurrenceTimes(from: decoder)
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    try container.require(
      tags.count <= Plan.Request.maximumTags, key: .tags,
      fault: "are more than \(Plan.Request.maximumTags)")
    calendarName = try container.decodeIfPresent(String.self, forKey: .calendar) ?? ""
    priority =
      container.contains(.priority) ? try container.decode(0...9, forKey: .priority) : 0
    content = try container.decode(NotificationContent.self, forKey: .content)
    let details = try container.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    for (key, link) in [(ContentKeys.url, content.url), (.conference, content.conference)] {
      try details.require(
        link.map { SafeLink($0)?.text == $0 } ?? true, key: key, fault: "is not a safe link")
    }
    occurrenceName =
      trigger.repeats
      ? nil : try details.decodeIfPresent(UserInfo.self, forKey: .userInfo)?.occurrence
  }

  /// Encodes the request; absent values are `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rank, forKey: .rank)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(uid, forKey: .uid)
    try container.encode(alarm, forKey: .alarm)
    try container.encode(repetition, forKey: .repetition)
    try container.encode(ContentWithInfo(content: content, info: UserInfo(self)), forKey: .content)
    try container.encode(trigger, forKey: .trigger)
    try container.encodeIfPresent(countsFrom, forKey: .countsFrom)
    try container.encode(nextFire.description, forKey: .nextFire)
    try container.encodeIfPresent(movedFrom, forKey: .movedFrom)
    try container.encode(provenUntil?.description, forKey: .provenUntil)
    try container.encode(removeBy?.description, forKey: .removeBy)
    if !echoes.isEmpty { try container.encode(echoes, forKey: .echoes) }
    try OccurrenceTimes.encode(occurrence, to: encoder)
    var list = container.nestedUnkeyedContainer(forKey: .tags)
    for tag in tags { try list.encode(tag) }
    try container.encode(calendarName.isEmpty ? nil : calendarName, forKey: .calendar)
    try container.encode(priority, forKey: .priority)
  }
}

/// The `content` object with its `userInfo`.
private struct ContentWithInfo: Encodable {
  let content: NotificationContent
  let info: UserInfo

  private enum CodingKeys: String, CodingKey {
    case userInfo
  }

  func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(info, forKey: .userInfo)
  }
}

/// The `userInfo` object.
///
/// It has only property-list values, so keys without a value are omitted.
///
/// Values that depend on an occurrence are only in one-shots. In a repeating request they would
/// change after each fire, and apps would have to replace the request.
private struct UserInfo: Codable {
  private(set) var uid: String?
  private(set) var alarm: Int?
  private(set) var endDate: Instant?
  private(set) var url: String?
  private(set) var occurrence: String?
  private(set) var start: Instant?
  private(set) var end: Instant?

  init(_ request: Plan.Request) {
    uid = request.uid
    alarm = request.alarm
    endDate = request.removeBy
    url = request.content.link
    guard !request.trigger.repeats else { return }
    occurrence = request.occurrenceName
    start = request.occurrence?.start
    end = request.occurrence?.end
  }

  // As the compiler would make it, but with texts instead of instants: the encoder wraps any other
  // type, which takes longer than the rest.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(uid, forKey: .uid)
    try container.encodeIfPresent(alarm, forKey: .alarm)
    try container.encodeIfPresent(endDate?.description, forKey: .endDate)
    try container.encodeIfPresent(url, forKey: .url)
    try container.encodeIfPresent(occurrence, forKey: .occurrence)
    try container.encodeIfPresent(start?.description, forKey: .start)
    try container.encodeIfPresent(end?.description, forKey: .end)
  }

  var values: [String: any Sendable] {
    let values: [String: (any Sendable)?] = [
      "uid": uid, "alarm": alarm, "endDate": endDate?.description, "url": url,
      "occurrence": occurrence, "start": start?.description, "end": end?.description,
    ]
    return values.compactMapValues { $0 }
  }
}

extension Plan.Request {
  /// The values that the app can read from the notification (`UNNotificationContent.userInfo`):
  /// strings and integers, as in JSON.
  public var userInfo: [String: any Sendable] { UserInfo(self).values }
}

/// The start and end of an occurrence, as instants and in the device's local time.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// let occurrence = Compilation(of: [standUp], options).plan.requests[0].occurrence!
/// print(occurrence.start!, occurrence.startLocal!)  // 2028-01-03T08:00:00Z 2028-01-03T09:00:00
/// ```
public struct OccurrenceTimes: Hashable, Sendable {
  /// The start; nil for a to-do that has only DUE.
  public let start: Instant?
  /// The end, or the due time of a to-do; nil for a to-do without a due time.
  public let end: Instant?
  /// Whether the start and the end are dates.
  public let isAllDay: Bool
  /// The start in the device's local time, midnight if it is a date; nil without a start.
  public let startLocal: CivilDateTime?
  /// The end in the device's local time, midnight after the last day if it is a date; nil without
  /// an end.
  public let endLocal: CivilDateTime?

  /// Makes the times of an occurrence; nil if it is nil or has neither start nor end.
  init?(_ occurrence: Occurrence?, in zone: Zone) {
    guard let occurrence, occurrence.start != nil || occurrence.end != nil else { return nil }
    start = occurrence.start
    end = occurrence.end
    isAllDay = occurrence.isAllDay
    func local(_ instant: Instant) -> CivilDateTime {
      let civil = zone.civil(at: instant)
      return occurrence.isAllDay ? CivilDateTime(civil.date) : civil
    }
    startLocal = occurrence.start.map(local)
    endLocal = occurrence.end.map(local)
  }
}

/// The JSON form is the keys `start`, `end`, `startLocal` and `endLocal` in the object of the
/// request or fire.
extension OccurrenceTimes {
  private enum CodingKeys: String, CodingKey {
    case start, end, startLocal, endLocal
  }

  /// Decodes the times from an object with other keys; nil if all four are absent.
  package init?(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    start = try container.decodeIfPresent(Instant.self, forKey: .start)
    end = try container.decodeIfPresent(Instant.self, forKey: .end)
    var days: Set<Bool> = []
    func local(_ key: CodingKeys, of instant: Instant?) throws -> CivilDateTime? {
      let text = try container.decodeIfPresent(String.self, forKey: key)
      let isDay = text.map { !$0.contains("T") } ?? false
      let civil = text.flatMap { CivilDateTime(iso8601: isDay ? "\($0)T00:00:00" : $0) }
      guard (text == nil) == (instant == nil), (text == nil) == (civil == nil) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: "must be a local time if there is an instant, and absent otherwise")
      }
      if text != nil { days.insert(isDay) }
      return civil
    }
    startLocal = try local(.startLocal, of: start)
    endLocal = try local(.endLocal, of: end)
    guard days.count < 2 else {
      throw DecodingError.dataCorruptedError(
        forKey: .endLocal, in: container, debugDescription: "is a date, unlike the start")
    }
    isAllDay = days.contains(true)
    if days.isEmpty { return nil }
  }

  static func encode(_ times: OccurrenceTimes?, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func text(_ civil: CivilDateTime?) -> String? {
      civil.map { times?.isAllDay == true ? $0.date.description : $0.description }
    }
    try container.encode(times?.start?.description, forKey: .start)
    try container.encode(times?.end?.description, forKey: .end)
    try container.encode(text(times?.startLocal), forKey: .startLocal)
    try container.encode(text(times?.endLocal), forKey: .endLocal)
  }
}
