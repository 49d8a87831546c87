public import CivilTime
import ICalendar
import NotificationTriggers

/// A line of `fires` or `simulate`, as ``FireLines`` writes it.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let fire = plan.simulated(onDeviceIn: options.deviceZone)[0]
/// let text = FireLines(.jsonLines, zone: options.deviceZone).line(fire)
/// let line = try JSONDecoder().decode(FireLine.self, from: Data(text.utf8))
/// print(line.at, line.title)  // 2028-01-03T07:50:00Z Stand-up
/// print(line.identifier == plan.requests[0].identifier)  // true
/// ```
public struct FireLine: Hashable, Sendable {
  /// The instant.
  public let at: Instant
  /// The UID of the series; nil for the request that asks to open the app.
  public let uid: String?
  /// The alarm of the series, from 0; nil where none is served.
  public let alarm: Int?
  /// Which repeat it is, from 1; 0 for the first alert.
  public let repetition: Int
  /// What is shown.
  public let title: String
  /// When what it reminds of happens; nil for what a request would do, and where it is none of
  /// several.
  public let occurrence: OccurrenceTimes?
  /// The instant that was asked for, see ``ListedFire/movedFrom``.
  public let movedFrom: Instant?
  /// The identifier of the request that fires; nil for what the calendar asks for.
  public let identifier: String?
  /// Whether it is an echo, see ``ListedFire/isEcho``.
  public let isEcho: Bool
  /// When it is seen, see ``ListedFire/presentation``.
  public let presentation: Presentation?

  /// The line of a fire.
  ///
  /// - Parameters:
  ///   - fire: The fire.
  ///   - zone: The zone of local times.
  public init(_ fire: ListedFire, zone: Zone) {
    at = fire.at
    uid = fire.uid
    alarm = fire.alarm
    repetition = fire.repetition
    title = fire.title
    identifier = fire.identifier
    movedFrom = fire.movedFrom
    isEcho = fire.isEcho
    presentation = fire.presentation
    occurrence = fire.identifier == nil ? OccurrenceTimes(fire.occurrence, in: zone) : nil
  }
}

extension FireLine: Codable {
  private enum CodingKeys: String, CodingKey {
    case at, uid, alarm, title, identifier, echo, movedFrom, version
    case interruptionLevel, seenAt, delayedBy, tooLateFor
    case repetition = "repeat"
  }

  /// Reads a line.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where it is no fire's: of `simulate` the last line is a verdict.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(FireLines.version, forKey: .version)
    at = try container.decode(Instant.self, forKey: .at)
    uid = try container.decodeIfPresent(String.self, forKey: .uid)
    alarm =
      try container.contains(.alarm) && !container.decodeNil(forKey: .alarm)
      ? container.decode(0...Int.max, forKey: .alarm) : nil
    repetition = try container.decode(0...Int.max, forKey: .repetition)
    title = try container.decode(String.self, forKey: .title)
    identifier = try container.decodeIfPresent(String.self, forKey: .identifier)
    movedFrom = try container.decodeIfPresent(Instant.self, forKey: .movedFrom)
    isEcho = try container.decodeIfPresent(Bool.self, forKey: .echo) ?? false
    presentation =
      try container.contains(.seenAt)
      ? Presentation(
        level: container.decode(InterruptionLevel.self, forKey: .interruptionLevel),
        seenAt: container.decode(Instant.self, forKey: .seenAt),
        delayedBy: container.decodeIfPresent(Presentation.Delay.self, forKey: .delayedBy),
        tooLateFor: container.decodeIfPresent(Instant.self, forKey: .tooLateFor)) : nil
    occurrence = identifier == nil ? try OccurrenceTimes(from: decoder) : nil
  }

  /// Writes the line: with an identifier as `simulate` has it, else with the occurrence's times.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FireLines.version, forKey: .version)
    try container.encode(at, forKey: .at)
    try container.encode(uid, forKey: .uid)
    try container.encode(alarm, forKey: .alarm)
    try container.encode(repetition, forKey: .repetition)
    try container.encode(title, forKey: .title)
    if isEcho { try container.encode(true, forKey: .echo) }
    try container.encodeIfPresent(movedFrom, forKey: .movedFrom)
    if let presentation {
      try container.encode(presentation.level, forKey: .interruptionLevel)
      try container.encode(presentation.seenAt, forKey: .seenAt)
      try container.encodeIfPresent(presentation.delayedBy, forKey: .delayedBy)
      try container.encodeIfPresent(presentation.tooLateFor, forKey: .tooLateFor)
    }
    if let identifier {
      try container.encode(identifier, forKey: .identifier)
    } else {
      try OccurrenceTimes.encode(occurrence, to: encoder)
    }
  }
}
