import CivilTime
import NotificationTriggers
import ReminderCompiler

extension DueReminder: Codable {
  private enum CodingKeys: String, CodingKey {
    case at, title, place, body, level, link, isMeeting, time, sound, origin, twins
    case repetition = "repeat"
  }

  /// Reads a fire.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where it is none.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    at = try container.decode(Instant.self, forKey: .at)
    origin = try container.decode(Origin.self, forKey: .origin)
    repetition = try container.decode(Int.self, forKey: .repetition)
    title = try container.decode(String.self, forKey: .title)
    place = try container.decodeIfPresent(String.self, forKey: .place) ?? ""
    body = try container.decodeIfPresent(String.self, forKey: .body) ?? ""
    level = try container.decode(InterruptionLevel.self, forKey: .level)
    link = try container.decodeIfPresent(String.self, forKey: .link)
    isMeeting = try container.decodeIfPresent(Bool.self, forKey: .isMeeting) ?? false
    time = try container.decodeIfPresent(Time.self, forKey: .time)
    sound = try container.decodeIfPresent(String.self, forKey: .sound)
    twins = try container.decodeIfPresent([Origin].self, forKey: .twins) ?? []
  }

  /// Writes the fire; what says nothing is left out, for there are thousands.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(at, forKey: .at)
    try container.encode(origin, forKey: .origin)
    try container.encode(repetition, forKey: .repetition)
    try container.encode(title, forKey: .title)
    if !place.isEmpty { try container.encode(place, forKey: .place) }
    if !body.isEmpty { try container.encode(body, forKey: .body) }
    try container.encode(level, forKey: .level)
    try container.encodeIfPresent(link, forKey: .link)
    if isMeeting { try container.encode(true, forKey: .isMeeting) }
    try container.encodeIfPresent(time, forKey: .time)
    try container.encodeIfPresent(sound, forKey: .sound)
    if !twins.isEmpty { try container.encode(twins, forKey: .twins) }
  }
}

extension DueReminder.Time: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, start, end, zone
  }

  private static let kinds: [(name: String, kind: Moment.Kind)] = [
    ("timed", .timed), ("allDay", .allDay), ("due", .due), ("dueDate", .dueDate),
  ]

  /// Reads a time.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where it is none.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .kind)
    guard let kind = DueReminder.Time.kinds.first(where: { $0.name == name })?.kind else {
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "is none of what an occurrence can be")
    }
    self.kind = kind
    start = try container.decode(Instant.self, forKey: .start)
    end = try container.decode(Instant.self, forKey: .end)
    zone = try container.decodeIfPresent(String.self, forKey: .zone)
  }

  /// Writes the time.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      DueReminder.Time.kinds.first { $0.kind == kind }?.name ?? "timed", forKey: .kind)
    try container.encode(start, forKey: .start)
    try container.encode(end, forKey: .end)
    try container.encodeIfPresent(zone, forKey: .zone)
  }
}
