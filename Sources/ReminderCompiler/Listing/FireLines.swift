public import CivilTime
import ICalendar
import NotificationTriggers
import TextSafety

/// Fires as lines: JSON for programs, text for people.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let fires = plan.simulated(onDeviceIn: options.deviceZone)
/// let lines = FireLines(.text, zone: options.deviceZone)
/// print(lines.line(fires[0]))  // Mon 2028-01-03 08:50  Stand-up
/// ```
public final class FireLines {
  /// How lines are written.
  public enum Format: Sendable {
    /// One JSON object a line.
    case jsonLines
    /// Local time and title.
    case text
  }

  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let version = 1

  private let format: Format
  private let zone: Zone
  private var cursor: ZoneCursor

  /// Makes a writer of lines.
  public init(_ format: Format, zone: Zone) {
    self.format = format
    self.zone = zone
    cursor = ZoneCursor(zone)
  }

  /// A fire as a line with its end.
  public func line(_ fire: ListedFire) -> String {
    var bytes: [UInt8] = []
    append(fire, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a fire as a line with its end, in UTF-8.
  package func append(_ fire: ListedFire, to bytes: inout [UInt8]) {
    switch format {
    case .jsonLines: appendJSON(fire, to: &bytes)
    case .text:
      let repetition = fire.repetition > 0 ? "  (repeat \(fire.repetition))" : ""
      bytes += "\(LocalTime(fire.at, in: zone))  \(TerminalText.oneLine(fire.title))".utf8
      bytes += repetition.utf8
      if let movedFrom = fire.movedFrom {
        bytes += "  \(MovedPhrase(fire.at, from: movedFrom, in: zone))".utf8
      }
      if let seen = fire.presentation, seen.isDelayed {
        let phrase = SeenPhrase(
          fire.at, seenAt: seen.seenAt, tooLateFor: seen.tooLateFor, in: zone)
        bytes += "  \(phrase)".utf8
      }
      if fire.isEcho { bytes += "  (echo)".utf8 }
      bytes += (fire.isUnexpected ? "  (unexpected)\n" : "\n").utf8
    }
  }

  private func appendJSON(_ fire: ListedFire, to bytes: inout [UInt8]) {
    let (presentation, occurrence) = (fire.presentation, fire.occurrence)
    bytes.beginObject()
    bytes.member("alarm", fire.alarm)
    bytes.member("at", fire.at)
    if let delay = presentation?.delayedBy { bytes.member("delayedBy", delay.rawValue) }
    if fire.isEcho {
      bytes.key("echo")
      bytes += "true".utf8
    }
    if fire.identifier == nil {
      bytes.member("end", occurrence?.end)
      append("endLocal", occurrence?.end, occurrence, to: &bytes)
    } else {
      bytes.member("identifier", fire.identifier)
    }
    if let presentation { bytes.member("interruptionLevel", presentation.level.rawValue) }
    if let movedFrom = fire.movedFrom { bytes.member("movedFrom", movedFrom) }
    bytes.member("repeat", fire.repetition)
    if let presentation { bytes.member("seenAt", presentation.seenAt) }
    if fire.identifier == nil {
      bytes.member("start", occurrence?.start)
      append("startLocal", occurrence?.start, occurrence, to: &bytes)
    }
    bytes.member("title", fire.title)
    if let missed = presentation?.tooLateFor { bytes.member("tooLateFor", missed) }
    bytes.member("uid", fire.uid)
    if fire.isUnexpected {
      bytes.key("unexpected")
      bytes += "true".utf8
    }
    bytes.member("version", FireLines.version)
    bytes += "}\n".utf8
  }

  /// Appends a time of an occurrence by the wall clock; of what lasts all day the date.
  private func append(
    _ key: String, _ instant: Instant?, _ occurrence: Occurrence?, to bytes: inout [UInt8]
  ) {
    bytes.key(key)
    guard let instant, let occurrence else {
      bytes += "null".utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    let civil = cursor.civil(at: instant)
    if occurrence.isAllDay { civil.date.append(to: &bytes) } else { civil.append(to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The verdict on a plan as the last line, with its end.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - delays: What a device keeps for later; nil where nobody asked.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: The line.
  public func line(_ plan: Plan, delays: Delays? = nil) throws -> String {
    switch format {
    case .jsonLines: try line(VerdictDocument(plan, delays))
    case .text: PlanSummary(plan, delays: delays, zone: zone).text
    }
  }

  /// The verdict on an app that is opened now and then as the last line.
  public func line(_ playback: Playback) throws -> String {
    switch format {
    case .jsonLines: try line(VerdictDocument(playback))
    case .text: PlanSummary(playback, zone: zone).text
    }
  }

  private func line(_ verdict: VerdictDocument) throws -> String {
    String(decoding: try VerdictLine(verdict: verdict).lineBytes(), as: UTF8.self) + "\n"
  }
}

/// The last line of `simulate`.
private struct VerdictLine: Encodable {
  let verdict: VerdictDocument
  let version = FireLines.version
}

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
  /// Whether it is unexpected, see ``ListedFire/isUnexpected``.
  public let isUnexpected: Bool
  /// When it is seen, see ``ListedFire/presentation``.
  public let presentation: Presentation?

  /// The line of a fire.
  public init(_ fire: ListedFire, zone: Zone) {
    at = fire.at
    uid = fire.uid
    alarm = fire.alarm
    repetition = fire.repetition
    title = fire.title
    identifier = fire.identifier
    movedFrom = fire.movedFrom
    isEcho = fire.isEcho
    isUnexpected = fire.isUnexpected
    presentation = fire.presentation
    occurrence = fire.identifier == nil ? OccurrenceTimes(fire.occurrence, in: zone) : nil
  }
}

extension FireLine: Codable {
  private enum CodingKeys: String, CodingKey {
    case at, uid, alarm, title, identifier, echo, unexpected, movedFrom, version
    case interruptionLevel, seenAt, delayedBy, tooLateFor
    case repetition = "repeat"
  }

  /// Reads a line.
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
    isUnexpected = try container.decodeIfPresent(Bool.self, forKey: .unexpected) ?? false
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
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FireLines.version, forKey: .version)
    try container.encode(at, forKey: .at)
    try container.encode(uid, forKey: .uid)
    try container.encode(alarm, forKey: .alarm)
    try container.encode(repetition, forKey: .repetition)
    try container.encode(title, forKey: .title)
    if isEcho { try container.encode(true, forKey: .echo) }
    if isUnexpected { try container.encode(true, forKey: .unexpected) }
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
