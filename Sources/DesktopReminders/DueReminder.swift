package import CivilTime
import Digests
import ICalendar
package import NotificationTriggers
package import ReminderExpansion

/// A fire of a reminder, with the facts that a desktop needs to show it and to handle its buttons.
package struct DueReminder: Hashable, Sendable {
  /// The event's or to-do's time, as the notification names it.
  package struct Time: Hashable, Codable, Sendable {
    /// The kind of time.
    package let kind: Moment.Kind
    /// The start; for a to-do without a start, its due time.
    package let start: Instant
    /// The end, or a to-do's due time; the start without a duration.
    package let end: Instant
    /// The name of the time zone of its times; nil for floating times.
    package let zone: String?

    package init(kind: Moment.Kind, start: Instant, end: Instant, zone: String?) {
      self.kind = kind
      self.start = start
      self.end = end
      self.zone = zone
    }
  }

  /// The fire date.
  package var at: Instant
  /// The alarm and the occurrence that fire.
  package let origin: Origin
  /// The number of the repeat, from 1; 0 for the first alert.
  package let repetition: Int
  /// The first line; never empty.
  package let title: String
  /// The event's location; may be empty.
  package let place: String
  /// The text below the title, the time and the location; may be empty.
  package let body: String
  /// The interruption level.
  package let level: InterruptionLevel
  /// The link to open, or nil.
  package let link: String?
  /// Whether the link leads to a meeting.
  package let isMeeting: Bool
  /// The time of the event or to-do; nil for a reminder without one.
  package let time: Time?
  /// The file name of the alarm's own sound; nil if it lacks one.
  package let sound: String?
  /// The absolute path of the sound file that the user chose; nil for the default sound.
  package var soundFile: String?
  /// Whether its sound repeats until the user closes the notification.
  package var rings = false
  /// Other alarms with the same content and fire date, such as those of a copy of the event.
  ///
  /// They share the notification, and Done applies to all of them. At most
  /// ``maximumTwins`` are kept.
  package internal(set) var twins: [Origin] = []

  /// The alarm and the occurrence that a fire belongs to; Done is recorded by them.
  package struct Origin: Hashable, Codable, Sendable {
    /// The source of the series.
    package let source: String
    /// The UID of the series.
    package let uid: String
    /// Distinguishes the series from others with its UID; empty if the UID is unique.
    package let distinction: String
    /// The index of the alarm; nil for a snooze alarm of the calendar.
    package let alarm: Int?
    /// The start of the occurrence, or a to-do's due time; nil for an absolute trigger.
    package let occurrence: Instant?
    /// Whether it belongs to a to-do.
    package let isToDo: Bool

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

    /// Compares texts as bytes, because String comparison treats canonically equivalent texts as
    /// equal, and a sender could then take another event's place.
    package static func == (left: Origin, right: Origin) -> Bool {
      left.occurrence == right.occurrence && left.alarm == right.alarm
        && left.isToDo == right.isToDo && left.uid.utf8.elementsEqual(right.uid.utf8)
        && left.source.utf8.elementsEqual(right.source.utf8)
        && left.distinction.utf8.elementsEqual(right.distinction.utf8)
    }

    /// Hashes the bytes of the UID.
    ///
    /// A file can have many canonically equivalent UIDs, and equal hashes would make comparisons
    /// quadratic.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(UIDKey(uid))
      hasher.combine(occurrence)
      hasher.combine(alarm)
    }
  }

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

  /// The delay in seconds after which a reminder counts as missed.
  ///
  /// A busy machine can be some seconds late.
  package static let lateness = 60

  /// The most ``twins`` of a fire.
  package static let maximumTwins = 16

  /// The fire without its place, text, link and own sound.
  var brief: DueReminder {
    var brief = DueReminder(
      at: at, origin: origin, repetition: repetition, title: title, body: "", level: level,
      link: nil, isMeeting: false, time: time)
    brief.soundFile = soundFile
    brief.rings = rings
    brief.twins = twins
    return brief
  }

  /// Identifies the fire: 64 bits of SHA-256, so that a calendar can't choose a collision.
  package var identifier: String {
    DueReminder.digest(of: origin.names + ["\(repetition)", at.description])
  }

  /// Adds another fire's alarms to ``twins``.
  mutating func join(_ other: DueReminder) {
    for origin in [other.origin] + other.twins { join(origin) }
  }

  /// Adds another alarm to ``twins``.
  package mutating func join(_ other: Origin) {
    guard twins.count < DueReminder.maximumTwins, other != origin,
      !twins.contains(other)
    else {
      return
    }
    twins.append(other)
  }

  /// The key by which a later notification of the same alarm replaces an earlier one.
  package var replacement: String { DueReminder.digest(of: Array(origin.names.prefix(4))) }

  /// The longest UID, server name or activation token that is stored, in bytes.
  ///
  /// A table can repeat a UID in thousands of lines.
  package static let longestName = 256

  /// Returns a name, or its digest if it is too long; a digest is returned unchanged.
  package static func short(_ name: String) -> String {
    name.utf8.count <= longestName ? name : SHA256.hexadecimalDigest(of: name.utf8)
  }

  /// Returns the digest of words, which are terminated by NUL bytes.
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

  /// The UID of the reminder of `test`.
  package static let testUID = "test"

  /// Whether the program made the reminder: that of `test`, or the one after the end of a table.
  package var isOfProgram: Bool {
    source.isEmpty && (uid == DueReminder.Origin.testUID || uid.hasSuffix(".timer"))
  }

  /// The part that all alarms of an occurrence share; without an occurrence, it still has the
  /// alarm.
  var ofAnyAlarm: DueReminder.Origin {
    DueReminder.Origin(
      source: source, uid: uid, distinction: distinction, alarm: occurrence == nil ? alarm : nil,
      occurrence: occurrence, isToDo: isToDo)
  }

  /// Whether two origins are the same alarm of the same occurrence of a series.
  func isSameAlarm(as other: DueReminder.Origin) -> Bool {
    occurrence == other.occurrence && alarm == other.alarm && isOfSameSeries(as: other)
  }

  /// Whether two origins belong to the same series.
  ///
  /// An empty ``distinction`` matches any: other series with this UID may have been added or
  /// removed.
  package func isOfSameSeries(as other: DueReminder.Origin) -> Bool {
    uid.utf8.elementsEqual(other.uid.utf8) && source.utf8.elementsEqual(other.source.utf8)
      && (distinction.isEmpty || other.distinction.isEmpty
        || distinction.utf8.elementsEqual(other.distinction.utf8))
  }
}

extension DueReminder: Codable {
  private enum CodingKeys: String, CodingKey {
    case at, title, place, body, level, link, isMeeting, time, sound, soundFile, rings, origin
    case twins
    case repetition = "repeat"
  }

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
    soundFile = try container.decodeIfPresent(String.self, forKey: .soundFile)
    rings = try container.decodeIfPresent(Bool.self, forKey: .rings) ?? false
    twins = try container.decodeIfPresent([Origin].self, forKey: .twins) ?? []
  }

  /// Writes the fire without default values, to keep tables of thousands small.
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
    try container.encodeIfPresent(soundFile, forKey: .soundFile)
    if rings { try container.encode(true, forKey: .rings) }
    if !twins.isEmpty { try container.encode(twins, forKey: .twins) }
  }
}
