import CivilTime
import ICalendar
import NotificationTriggers

/// In the form of one of a plan's `requests`.
extension Plan.Request: Codable {
  private enum CodingKeys: String, CodingKey {
    case rank, identifier, uid, alarm, content, trigger, nextFire, movedFrom, provenUntil, removeBy
    case echoes, tags, calendar, priority
    case repetition = "repeat"
  }

  private enum ContentKeys: String, CodingKey {
    case userInfo, url, conference
  }

  /// Reads a request.
  ///
  /// What follows from the rest of it, such as `userInfo`, is made anew.
  ///
  /// - Parameter decoder: What has it; its `userInfo` may have a database of zones, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` where an app could not add it as it stands there: where the trigger
  ///   would do something else, a link may not be opened, or the identifier is none of ours.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rank = try container.decode(1...Int.max, forKey: .rank)
    identifier = try container.decode(String.self, forKey: .identifier)
    try container.require(
      RequestIdentifier.isOwn(identifier), .identifier, "names a request of others")
    uid = try container.decodeIfPresent(String.self, forKey: .uid)
    alarm =
      try container.contains(.alarm) && !container.decodeNil(forKey: .alarm)
      ? container.decode(0...Int.max, forKey: .alarm) : nil
    repetition = try container.decode(0...Int.max, forKey: .repetition)
    trigger = try container.decode(NotificationTrigger.self, forKey: .trigger)
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
      tags.count <= Plan.Request.maximumTags, .tags, "are more than \(Plan.Request.maximumTags)")
    calendarName = try container.decodeIfPresent(String.self, forKey: .calendar) ?? ""
    priority =
      container.contains(.priority) ? try container.decode(0...9, forKey: .priority) : 0
    content = try container.decode(NotificationContent.self, forKey: .content)
    let details = try container.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    for (key, link) in [(ContentKeys.url, content.url), (.conference, content.conference)] {
      try details.require(
        link.map { SafeLink($0)?.text == $0 } ?? true, key, "is no link that may be opened")
    }
    occurrenceName =
      trigger.repeats
      ? nil : try details.decodeIfPresent(UserInfo.self, forKey: .userInfo)?.occurrence
  }

  /// Writes the request; what is absent is `null`.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rank, forKey: .rank)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(uid, forKey: .uid)
    try container.encode(alarm, forKey: .alarm)
    try container.encode(repetition, forKey: .repetition)
    try container.encode(ContentWithInfo(content, UserInfo(self)), forKey: .content)
    try container.encode(trigger, forKey: .trigger)
    try container.encode(nextFire, forKey: .nextFire)
    try container.encodeIfPresent(movedFrom, forKey: .movedFrom)
    try container.encode(provenUntil, forKey: .provenUntil)
    try container.encode(removeBy, forKey: .removeBy)
    if !echoes.isEmpty { try container.encode(echoes, forKey: .echoes) }
    try OccurrenceTimes.encode(occurrence, to: encoder)
    try container.encode(tags, forKey: .tags)
    try container.encode(calendarName.isEmpty ? nil : calendarName, forKey: .calendar)
    try container.encode(priority, forKey: .priority)
  }

  /// What an app is asked to add, and nothing that is known of it besides: what a fingerprint is of.
  var asAdded: some Encodable {
    AddedRequest(content: ContentWithInfo(content, UserInfo(self)), trigger: trigger)
  }
}

/// What the system gets of a request, but for its identifier.
private struct AddedRequest: Encodable {
  let content: ContentWithInfo
  let trigger: NotificationTrigger
}

/// `content`, with what the app finds in it.
private struct ContentWithInfo: Encodable {
  private let content: NotificationContent
  private let info: UserInfo

  init(_ content: NotificationContent, _ info: UserInfo) {
    self.content = content
    self.info = info
  }

  private enum CodingKeys: String, CodingKey {
    case userInfo
  }

  func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(info, forKey: .userInfo)
  }
}

/// `userInfo`: property-list values only, so that a key without a value is left out.
///
/// What depends on an occurrence stands in one-shots alone: a request that repeats would be another
/// one after each of its fires, and a device would have to replace it for nothing.
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

  /// By key, what there is.
  var values: [String: any Sendable] {
    let values: [String: (any Sendable)?] = [
      "uid": uid, "alarm": alarm, "endDate": endDate?.description, "url": url,
      "occurrence": occurrence, "start": start?.description, "end": end?.description,
    ]
    return values.compactMapValues { $0 }
  }
}

extension Plan.Request {
  /// What the app finds in the request (`UNNotificationContent.userInfo`): texts and whole numbers,
  /// as in JSON.
  public var userInfo: [String: any Sendable] { UserInfo(self).values }
}
