package import CivilTime
import Digests
package import NotificationTriggers
package import ReminderCompiler

/// A fire of a reminder as a desktop shows it, with all that can be done about it.
package struct DueReminder: Hashable, Sendable {
  /// What of an occurrence is spoken of when somebody asks when it is.
  package struct Time: Hashable, Codable, Sendable {
    /// What it is.
    package let kind: Moment.Kind
    /// The start; when a to-do is due that has no start.
    package let start: Instant
    /// The end, or when a to-do is due; the start where nothing says how long it takes.
    package let end: Instant
    /// The name of the zone that its times are written in; nil where they are nobody's.
    package let zone: String?

    /// Makes a time.
    package init(kind: Moment.Kind, start: Instant, end: Instant, zone: String?) {
      self.kind = kind
      self.start = start
      self.end = end
      self.zone = zone
    }
  }

  /// When it is due.
  package var at: Instant
  /// What has to do with other fires.
  package let origin: Origin
  /// Which repeat it is, from 1; 0 for the first alert.
  package let repetition: Int
  /// The first line; never empty.
  package let title: String
  /// The place of the event; may be empty.
  package let place: String
  /// The text below the title, the time and the place; may be empty.
  package let body: String
  /// How much it may interrupt.
  package let level: InterruptionLevel
  /// What can be opened; nil for nothing.
  package let link: String?
  /// Whether people meet there.
  package let isMeeting: Bool
  /// When what it reminds of happens; nil where it is none of several.
  package let time: Time?
  /// The file name of the alarm's own sound; nil if it lacks one.
  package let sound: String?
  /// Others that ask for the same at the same instant, such as a copy of the event.
  ///
  /// The fire is shown once for all, and they are done with it. At most
  /// ``ReminderNotification/maximumReminders`` are kept.
  package internal(set) var twins: [Origin] = []

  /// Where a fire comes from: what Done is about.
  package struct Origin: Hashable, Codable, Sendable {
    /// The source that the series is read from.
    package let source: String
    /// UID of the series.
    package let uid: String
    /// What tells the series from others with its UID; empty where there are none.
    package let distinction: String
    /// The place of the alarm, from 0; nil for what a calendar put off.
    package let alarm: Int?
    /// When the occurrence starts, or a to-do is due; nil for an absolute trigger.
    package let occurrence: Instant?
    /// Whether it is a to-do's.
    package let isToDo: Bool

    /// Makes an origin.
    package init(
      source: String, uid: String, distinction: String, alarm: Int?, occurrence: Instant?,
      isToDo: Bool
    ) {
      self.source = source
      self.uid = DueReminder.short(uid)
      self.distinction = DueReminder.short(distinction)
      self.alarm = alarm
      self.occurrence = occurrence
      self.isToDo = isToDo
    }
  }

  /// Makes a fire.
  package init(
    at: Instant, origin: Origin, repetition: Int, title: String, place: String = "",
    body: String, level: InterruptionLevel, link: String?, isMeeting: Bool, time: Time?,
    sound: String? = nil
  ) {
    self.at = at
    self.origin = origin
    self.repetition = repetition
    self.title = title
    self.place = place
    self.body = body
    self.level = level
    self.link = link
    self.isMeeting = isMeeting
    self.time = time
    self.sound = sound
  }

  /// A reminder that is shown later than this was missed, in seconds: a busy machine takes some.
  package static let lateness = 60

  /// What names the fire among all others: 64 bits of a hash that no sender can steer.
  package var identifier: String {
    DueReminder.digest(of: origin.names + ["\(repetition)", at.description])
  }

  /// Has another fire shown with this one, and done with it.
  mutating func join(_ other: DueReminder) {
    for origin in [other.origin] + other.twins { join(origin) }
  }

  /// Has a fire of another origin shown with this one, and done with it.
  package mutating func join(_ other: Origin) {
    guard twins.count < ReminderNotification.maximumReminders, other != origin,
      !twins.contains(other)
    else {
      return
    }
    twins.append(other)
  }

  /// What a later notification of the same alarm takes the place of.
  package var replacement: String { DueReminder.digest(of: Array(origin.names.prefix(4))) }

  /// The longest name of a series or server, and activation token, that is kept as it is, in bytes: a
  /// sender's of any length would stand in each of thousands of lines.
  package static let longestName = 256

  /// A name, or the digest of a long one, whose digest is itself.
  package static func short(_ name: String) -> String {
    name.utf8.count <= longestName ? name : SHA256.hexadecimalDigest(of: name.utf8)
  }

  /// The digest of words, each ended by what none of them has.
  static func digest(of words: [String]) -> String {
    var bytes: [UInt8] = []
    for word in words {
      bytes += word.utf8
      bytes.append(0)
    }
    return String(SHA256.hexadecimalDigest(of: bytes).prefix(16))
  }
}

extension DueReminder.Origin {
  fileprivate var names: [String] {
    [source, uid, distinction, alarm.map(String.init) ?? "", occurrence?.description ?? ""]
  }

  /// What is the same for all alarms of an occurrence; an alarm that belongs to none is alone.
  var ofAnyAlarm: DueReminder.Origin {
    DueReminder.Origin(
      source: source, uid: uid, distinction: distinction, alarm: occurrence == nil ? alarm : nil,
      occurrence: occurrence, isToDo: isToDo)
  }

  /// Whether two are of one series: of the same source, and told from others as the other is, or by
  /// one of both not at all, since others with the UID may have come or gone.
  package func isOfSameSeries(as other: DueReminder.Origin) -> Bool {
    source.utf8.elementsEqual(other.source.utf8) && uid.utf8.elementsEqual(other.uid.utf8)
      && (distinction == other.distinction || distinction.isEmpty || other.distinction.isEmpty)
  }
}

extension DueReminder: Codable {
  private enum CodingKeys: String, CodingKey {
    case at, title, place, body, level, link, isMeeting, time, sound, origin, twins
    case repetition = "repeat"
  }

  /// Reads a fire.
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
