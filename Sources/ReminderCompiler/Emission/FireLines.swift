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
  private var json = JSONBytes()

  /// Makes a writer of lines.
  ///
  /// - Parameters:
  ///   - format: How lines are written.
  ///   - zone: The zone of local times.
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
      bytes += (fire.isEcho ? "  (echo)\n" : "\n").utf8
    }
  }

  private func appendJSON(_ fire: ListedFire, to bytes: inout [UInt8]) {
    swap(&json.bytes, &bytes)
    defer { swap(&json.bytes, &bytes) }
    json.literal("{\"alarm\":")
    json.append(fire.alarm)
    json.literal(",\"at\":")
    json.append(fire.at)
    let presentation = fire.presentation
    if let delay = presentation?.delayedBy {
      json.literal(",\"delayedBy\":")
      json.append(delay.rawValue)
    }
    if fire.isEcho { json.literal(",\"echo\":true") }
    let isAsked = fire.identifier == nil
    let occurrence = fire.occurrence
    if isAsked {
      json.literal(",\"end\":")
      json.append(occurrence?.end)
      json.literal(",\"endLocal\":")
      appendLocal(occurrence?.end, occurrence)
    } else {
      json.literal(",\"identifier\":")
      json.append(fire.identifier)
    }
    if let presentation {
      json.literal(",\"interruptionLevel\":")
      json.append(presentation.level.rawValue)
    }
    if let movedFrom = fire.movedFrom {
      json.literal(",\"movedFrom\":")
      json.append(movedFrom)
    }
    json.literal(",\"repeat\":")
    json.append(fire.repetition)
    if let presentation {
      json.literal(",\"seenAt\":")
      json.append(presentation.seenAt)
    }
    if isAsked {
      json.literal(",\"start\":")
      json.append(occurrence?.start)
      json.literal(",\"startLocal\":")
      appendLocal(occurrence?.start, occurrence)
    }
    json.literal(",\"title\":")
    json.append(fire.title)
    if let missed = presentation?.tooLateFor {
      json.literal(",\"tooLateFor\":")
      json.append(missed)
    }
    json.literal(",\"uid\":")
    json.append(fire.uid)
    json.literal(",\"version\":")
    json.append(FireLines.version)
    json.literal("}\n")
  }

  private func appendLocal(_ instant: Instant?, _ occurrence: Occurrence?) {
    guard let instant, let occurrence else {
      json.literal("null")
      return
    }
    json.literal("\"")
    let civil = cursor.civil(at: instant)
    if occurrence.isAllDay {
      civil.date.append(to: &json.bytes)
    } else {
      civil.append(to: &json.bytes)
    }
    json.literal("\"")
  }

  /// The verdict on a plan as the last line.
  ///
  /// - Parameter plan: The plan.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: The line with its end.
  public func line(_ plan: Plan) throws -> String { try line(plan, delays: nil) }

  /// The same, with what a device keeps for later.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - delays: What is seen later; nil where nobody asked.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: The line with its end.
  package func line(_ plan: Plan, delays: Delays?) throws -> String {
    switch format {
    case .jsonLines: try line(VerdictDocument(plan, delays))
    case .text: PlanSummary(plan, delays, zone: zone).text
    }
  }

  /// The verdict on an app that is opened now and then as the last line.
  ///
  /// - Parameter playback: What it did.
  /// - Throws: What the encoder throws, which no verdict makes it do.
  /// - Returns: The line with its end.
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
