public import CivilTime
import ICalendar

/// The user's actions on reminders, which apply until their occurrences are over: snoozed, done and
/// stopped reminders.
///
/// An app stores the value with its calendars and compiles with it. Fires that the user ended are
/// no longer expected, so plans are proven with the actions included. The size depends only on the
/// number of actions. Actions for past occurrences are forgotten. A completed to-do is remembered
/// for as long as there is room.
///
/// ```swift
/// var handled = HandledReminders()
/// print(handled.isEmpty, handled.count)  // true 0
/// handled.forget(before: Instant(iso8601: "2028-01-03T07:00:00Z")!)
/// ```
public struct HandledReminders: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// The occurrence is done.
    ///
    /// None of its alarms fires again.
    case done
    /// The repeats of an alarm stop for the occurrence.
    ///
    /// The value is the alarm's index; nil for the nagging about an overdue to-do.
    case stopped(alarm: Int?)
    /// The repeats of all alarms with an absolute trigger at the instant stop.
    case stoppedAbsolute(Instant)
    /// The reminder is due again at an instant.
    case snoozed(until: Instant)

    package var isSnooze: Bool { if case .snoozed = self { true } else { false } }
  }

  /// An action with the occurrence that it applies to.
  package struct Record: Hashable, Sendable {
    package var uid: String
    var source: String
    var distinction: String
    /// The name of the occurrence: its original start, as in requests.
    package var occurrence: String
    package var action: Action
    /// The fire of the calendar's own alarm that the action goes back to.
    var fired: Instant
    /// The last instant at which the record applies; nil for a completed to-do.
    package var end: Instant?

    package init(
      uid: String, source: String, distinction: String, occurrence: String, action: Action,
      fired: Instant, end: Instant?
    ) {
      self.uid = uid
      self.source = source
      self.distinction = distinction
      self.occurrence = occurrence
      self.action = action
      self.fired = fired
      self.end = end
    }
  }

  /// The records in order of time, the oldest first.
  package private(set) var records: [Record] = []

  /// The limit of actions.
  ///
  /// The oldest are forgotten first. The limit is enough for years of use.
  public static let maximumCount = 4_096

  /// Makes an empty value.
  public init() {}

  init(_ records: [Record]) {
    self.records = records.suffix(HandledReminders.maximumCount)
  }

  /// The number of remembered actions.
  public var count: Int { records.count }

  /// Whether no action is remembered.
  public var isEmpty: Bool { records.isEmpty }

  /// The earliest fire of a snoozed alarm; nil without snoozes.
  ///
  /// A reader that drops past components must keep those with fires from this instant on, because a
  /// snoozed alarm has already fired.
  public var earliestFire: Instant? { snoozes.records.map(\.fired).min() }

  /// The longest delay, in seconds, after which a notification can still be answered: two days, as
  /// on a device that was off over a weekend.
  public static let longestDelay = 2 * 86_400

  /// Forgets actions that do not apply from an instant on.
  public mutating func forget(before now: Instant) {
    records.removeAll { record in record.end.map { $0 < now } ?? false }
  }

  package var snoozes: HandledReminders { HandledReminders(records.filter(\.action.isSnooze)) }

  /// Adds an action.
  ///
  /// It replaces earlier ones for the same occurrence that it makes obsolete.
  package mutating func add(_ record: Record) {
    var record = record
    for known in records where known.isOfSame(as: record) {
      record.fired = min(record.fired, known.fired)
    }
    records.removeAll { $0.isOfSame(as: record) && $0.action.isReplaced(by: record.action) }
    records.append(record)
    records.removeFirst(max(0, records.count - HandledReminders.maximumCount))
  }
}

extension HandledReminders.Record {
  fileprivate func isOfSame(as other: HandledReminders.Record) -> Bool {
    isAbout(other.uid, distinction: other.distinction, source: other.source)
      && occurrence == other.occurrence
  }

  /// Returns whether the record applies to a series.
  ///
  /// The sources must be equal. The distinctions must be equal or one of them empty, because other
  /// series with the UID may have been added or removed since.
  package func isAbout(_ uid: String, distinction: String, source: String) -> Bool {
    self.uid.utf8.elementsEqual(uid.utf8) && self.source.utf8.elementsEqual(source.utf8)
      && (self.distinction == distinction || self.distinction.isEmpty || distinction.isEmpty)
  }
}

extension HandledReminders.Action {
  fileprivate func isReplaced(by other: HandledReminders.Action) -> Bool {
    switch (self, other) {
    case (_, .done), (.snoozed, .snoozed): true
    default: self == other
    }
  }
}

extension HandledReminders: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, deeds
  }

  /// The version of the JSON format.
  ///
  /// It increases when an older reader could misread a value.
  public static let formatVersion = 1

  /// Decodes the actions; throws if the version is not ``formatVersion``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(HandledReminders.formatVersion, forKey: .version)
    self.init(try container.decode([Record].self, forKey: .deeds))
  }

  /// Encodes the actions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(HandledReminders.formatVersion, forKey: .version)
    try container.encode(records, forKey: .deeds)
  }
}

/// The JSON form is `{"deed": "stopped", "alarm": 0, "uid": …, "occurrence": …}`.
extension HandledReminders.Record: Codable {
  private enum CodingKeys: String, CodingKey {
    case uid, source, distinction, at, occurrence, fired
    case action = "deed"
    case alarm, until, end
  }

  private enum Name: String, Codable {
    case done, stopped, snoozed
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    uid = try container.decode(String.self, forKey: .uid)
    source = try container.decodeIfPresent(String.self, forKey: .source) ?? ""
    distinction = try container.decodeIfPresent(String.self, forKey: .distinction) ?? ""
    occurrence = try container.decodeIfPresent(String.self, forKey: .occurrence) ?? ""
    fired = try container.decode(Instant.self, forKey: .fired)
    end = try container.decodeIfPresent(Instant.self, forKey: .end)
    action =
      switch try container.decode(Name.self, forKey: .action) {
      case .done: .done
      case .stopped:
        if let instant = try container.decodeIfPresent(Instant.self, forKey: .at) {
          .stoppedAbsolute(instant)
        } else {
          .stopped(alarm: try container.decodeIfPresent(Int.self, forKey: .alarm))
        }
      case .snoozed: .snoozed(until: try container.decode(Instant.self, forKey: .until))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uid, forKey: .uid)
    if !source.isEmpty { try container.encode(source, forKey: .source) }
    if !distinction.isEmpty { try container.encode(distinction, forKey: .distinction) }
    if !occurrence.isEmpty { try container.encode(occurrence, forKey: .occurrence) }
    try container.encode(fired, forKey: .fired)
    try container.encodeIfPresent(end, forKey: .end)
    switch action {
    case .done: try container.encode(Name.done, forKey: .action)
    case .stopped(let alarm):
      try container.encode(Name.stopped, forKey: .action)
      try container.encodeIfPresent(alarm, forKey: .alarm)
    case .stoppedAbsolute(let instant):
      try container.encode(Name.stopped, forKey: .action)
      try container.encode(instant, forKey: .at)
    case .snoozed(let until):
      try container.encode(Name.snoozed, forKey: .action)
      try container.encode(until, forKey: .until)
    }
  }
}
