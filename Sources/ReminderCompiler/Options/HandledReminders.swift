public import CivilTime
import ICalendar

/// What a user has done about reminders, which holds until their occurrences are over: the
/// snoozes, what is done, and whose repeats were stopped.
///
/// An app keeps it beside its calendars, and compiles with it: what is done is asked for no more,
/// so that the plan that comes out is proven with it. It grows with what is handled alone, and
/// forgets what is over; that a to-do is done is remembered as long as there is room.
///
/// ```swift
/// var handled = HandledReminders()
/// print(handled.isEmpty, handled.count)  // true 0
/// handled.forget(before: Instant(iso8601: "2028-01-03T07:00:00Z")!)
/// ```
public struct HandledReminders: Hashable, Sendable {
  enum Deed: Hashable, Sendable {
    /// It is done: no alarm of the occurrence fires any more.
    case done
    /// An alarm, by its place, is repeated no more for the occurrence; nil for what nags about a
    /// to-do that is overdue.
    case stopped(alarm: Int?)
    /// All alarms with an absolute trigger at an instant are repeated no more.
    case stoppedAbsolute(Instant)
    /// It is due again at an instant.
    case snoozed(until: Instant)
  }

  /// A deed, and what it is about.
  struct Mark: Hashable, Sendable {
    var uid: String
    var source: String
    /// What tells the series from others with its UID; empty where there are none.
    var distinction: String
    /// What names the occurrence: its original start, as requests tell it.
    var occurrence: String
    var deed: Deed
    /// When the calendar's own alarm fired that it began with.
    var fired: Instant
    /// The last instant for which it matters; nil for a to-do that is done, which stays so.
    var end: Instant?
  }

  /// The marks, the oldest first.
  private(set) var marks: [Mark] = []

  /// The most deeds that are remembered; of more the oldest are forgotten: a user's work of years.
  public static let maximumCount = 4_096

  /// Makes a memory of nothing.
  public init() {}

  init(_ marks: [Mark]) {
    self.marks = marks.suffix(HandledReminders.maximumCount)
  }

  /// How many deeds are remembered.
  public var count: Int { marks.count }

  /// Whether nothing is remembered.
  public var isEmpty: Bool { marks.isEmpty }

  /// The earliest fire that something is remembered of; nil where nothing is.
  ///
  /// A reader that leaves out what is over has to keep what was due from here on: a snooze is of an
  /// alarm that has fired.
  public var earliestFire: Instant? { snoozes.marks.map(\.fired).min() }

  /// How long after its time a notification may be answered, in seconds: two days, as on a device
  /// that was off over a weekend.
  public static let longestDelay = 2 * 86_400

  /// Forgets what can matter no more from an instant on.
  public mutating func forget(before now: Instant) {
    marks.removeAll { mark in mark.end.map { $0 < now } ?? false }
  }

  /// What is remembered of snoozes alone.
  var snoozes: HandledReminders { HandledReminders(marks.filter(\.deed.isSnooze)) }

  /// Remembers a deed; an earlier one about the same is replaced.
  mutating func add(_ mark: Mark) {
    var mark = mark
    for known in marks where known.isOfSame(as: mark) { mark.fired = min(mark.fired, known.fired) }
    marks.removeAll { $0.isOfSame(as: mark) && $0.deed.isReplaced(by: mark.deed) }
    marks.append(mark)
    marks.removeFirst(max(0, marks.count - HandledReminders.maximumCount))
  }
}

extension HandledReminders.Mark {
  fileprivate func isOfSame(as other: HandledReminders.Mark) -> Bool {
    isAbout(other.uid, other.distinction, other.source) && occurrence == other.occurrence
  }

  /// Whether it is about a series: of its source, and told from others as it was then, or by one of
  /// both not at all, since others with the UID may have come or gone.
  func isAbout(_ uid: String, _ distinction: String, _ source: String) -> Bool {
    self.uid.utf8.elementsEqual(uid.utf8) && self.source == source
      && (self.distinction == distinction || self.distinction.isEmpty || distinction.isEmpty)
  }
}

extension HandledReminders.Deed {
  /// Whether the deed says nothing any more after another one.
  fileprivate func isReplaced(by other: HandledReminders.Deed) -> Bool {
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

  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let formatVersion = 1

  /// Reads what is remembered.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(HandledReminders.formatVersion, forKey: .version)
    self.init(try container.decode([Mark].self, forKey: .deeds))
  }

  /// Writes what is remembered.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(HandledReminders.formatVersion, forKey: .version)
    try container.encode(marks, forKey: .deeds)
  }
}

/// As `{"deed": "stopped", "alarm": 0, "uid": …, "occurrence": …}`.
extension HandledReminders.Mark: Codable {
  private enum CodingKeys: String, CodingKey {
    case uid, source, distinction, at, occurrence, fired, deed, alarm, until, end
  }

  private enum Name: String, Codable {
    case done, stopped, snoozed
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    uid = try container.decode(String.self, forKey: .uid)
    source = try container.decodeIfPresent(String.self, forKey: .source) ?? ""
    distinction = try container.decodeIfPresent(String.self, forKey: .distinction) ?? ""
    occurrence = try container.decodeIfPresent(String.self, forKey: .occurrence) ?? ""
    fired = try container.decode(Instant.self, forKey: .fired)
    end = try container.decodeIfPresent(Instant.self, forKey: .end)
    deed =
      switch try container.decode(Name.self, forKey: .deed) {
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

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uid, forKey: .uid)
    if !source.isEmpty { try container.encode(source, forKey: .source) }
    if !distinction.isEmpty { try container.encode(distinction, forKey: .distinction) }
    if !occurrence.isEmpty { try container.encode(occurrence, forKey: .occurrence) }
    try container.encode(fired, forKey: .fired)
    try container.encodeIfPresent(end, forKey: .end)
    switch deed {
    case .done: try container.encode(Name.done, forKey: .deed)
    case .stopped(let alarm):
      try container.encode(Name.stopped, forKey: .deed)
      try container.encodeIfPresent(alarm, forKey: .alarm)
    case .stoppedAbsolute(let instant):
      try container.encode(Name.stopped, forKey: .deed)
      try container.encode(instant, forKey: .at)
    case .snoozed(let until):
      try container.encode(Name.snoozed, forKey: .deed)
      try container.encode(until, forKey: .until)
    }
  }
}
