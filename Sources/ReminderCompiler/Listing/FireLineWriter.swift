public import CivilTime
import ICalendar
import NotificationTriggers
import ReminderOptions
package import ReminderPlans
import TextSafety

/// Writes fires as lines: JSON for programs, text for people.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let plan = Compilation(of: [standUp], options).plan
/// let fires = plan.simulated(onDeviceIn: options.deviceZone)
/// let lines = FireLineWriter(.text, zone: options.deviceZone)
/// print(lines.line(fires[0]))  // Mon 2028-01-03 08:50  Stand-up
/// ```
public final class FireLineWriter {
  /// The format of the lines.
  public enum Format: Sendable {
    /// One JSON object on each line.
    case jsonLines
    /// The local time and the title.
    case text
  }

  private let format: Format
  private let zone: Zone
  private var cursor: ZoneCursor

  /// Makes a writer of lines.
  public init(_ format: Format, zone: Zone) {
    self.format = format
    self.zone = zone
    cursor = ZoneCursor(zone)
  }

  /// Returns a fire as a line with a line end.
  public func line(_ fire: ListedFire) -> String {
    var bytes: [UInt8] = []
    append(fire, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a fire as a line with a line end, in UTF-8.
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
        let phrase = DelayPhrase(
          fire.at, seenAt: seen.seenAt, tooLateFor: seen.tooLateFor, in: zone)
        bytes += "  \(phrase)".utf8
      }
      if let badge = fire.badge { bytes += "  (badge \(badge))".utf8 }
      if fire.isEcho { bytes += "  (echo)".utf8 }
      bytes += (fire.isUnexpected ? "  (unexpected)\n" : "\n").utf8
    }
  }

  private func appendJSON(_ fire: ListedFire, to bytes: inout [UInt8]) {
    let (presentation, occurrence) = (fire.presentation, fire.occurrence)
    bytes.beginObject()
    bytes.member("alarm", fire.alarm)
    bytes.member("at", fire.at)
    if let badge = fire.badge { bytes.member("badge", badge) }
    if let delay = presentation?.delayedBy { bytes.member("delayedBy", delay.rawValue) }
    if fire.isEcho {
      bytes.key("echo")
      bytes += "true".utf8
    }
    if fire.identifier == nil {
      bytes.member("end", occurrence?.end)
      append("endLocal", instant: occurrence?.end, occurrence: occurrence, to: &bytes)
    } else {
      bytes.member("identifier", fire.identifier)
    }
    if let presentation { bytes.member("interruptionLevel", presentation.level.rawValue) }
    if let movedFrom = fire.movedFrom { bytes.member("movedFrom", movedFrom) }
    bytes.member("repeat", fire.repetition)
    if let presentation { bytes.member("seenAt", presentation.seenAt) }
    if fire.identifier == nil {
      bytes.member("start", occurrence?.start)
      append("startLocal", instant: occurrence?.start, occurrence: occurrence, to: &bytes)
    }
    bytes.member("title", fire.title)
    if let missed = presentation?.tooLateFor { bytes.member("tooLateFor", missed) }
    bytes.member("uid", fire.uid)
    if fire.isUnexpected {
      bytes.key("unexpected")
      bytes += "true".utf8
    }
    bytes.member("version", FireFormat.version)
    bytes.endObject()
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends a local time of an occurrence, or only the date for an all-day occurrence.
  private func append(
    _ key: String, instant: Instant?, occurrence: Occurrence?, to bytes: inout [UInt8]
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

  /// Returns the verdict on a plan as the last line, with a line end.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - delays: The delays by a device's controls; nil without controls.
  /// - Throws: An error of the encoder, which no plan causes.
  /// - Returns: The line.
  public func line(_ plan: Plan, delays: Delays? = nil) throws -> String {
    switch format {
    case .jsonLines: try line(VerdictDocument(plan, delays: delays))
    case .text: PlanSummary(plan, delays: delays, zone: zone).text
    }
  }

  /// Returns the verdict on a simulated app as the last line, with a line end.
  public func line(_ simulation: AppSimulation) throws -> String {
    switch format {
    case .jsonLines: try line(VerdictDocument(simulation))
    case .text: PlanSummary(simulation, zone: zone).text
    }
  }

  private func line(_ verdict: VerdictDocument) throws -> String {
    String(decoding: try VerdictLine(verdict: verdict).lineBytes(), as: UTF8.self) + "\n"
  }
}

private struct VerdictLine: Encodable {
  let verdict: VerdictDocument
  let version = FireFormat.version
}

/// A line of `fires` or `simulate`, in the format of ``FireLineWriter``.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let plan = Compilation(of: [standUp], options).plan
/// let fire = plan.simulated(onDeviceIn: options.deviceZone)[0]
/// let text = FireLineWriter(.jsonLines, zone: options.deviceZone).line(fire)
/// let line = try JSONDecoder().decode(FireLine.self, from: Data(text.utf8))
/// print(line.at, line.title)  // 2028-01-03T07:50:00Z Stand-up
/// print(line.identifier == plan.requests[0].identifier)  // true
/// ```
public struct FireLine: Hashable, Sendable {
  /// The instant of the fire.
  public let at: Instant
  /// The UID of the series; nil for the request that asks the user to open the app.
  public let uid: String?
  /// The index of the alarm in the series, from 0; nil if the fire is not of an alarm.
  public let alarm: Int?
  /// The number of the repeat, from 1; 0 for the first alert.
  public let repetition: Int
  /// The title of the notification.
  public let title: String
  /// The times of the occurrence; nil for fires of requests and for fires without a single
  /// occurrence.
  public let occurrence: OccurrenceTimes?
  /// The original instant of a moved fire, see ``ListedFire/movedFrom``.
  public let movedFrom: Instant?
  /// The identifier of the request; nil for a fire of the calendar.
  public let identifier: String?
  /// Whether the fire is an echo, see ``ListedFire/isEcho``.
  public let isEcho: Bool
  /// Whether it is unexpected, see ``ListedFire/isUnexpected``.
  public let isUnexpected: Bool
  /// The time at which the fire is seen, see ``ListedFire/presentation``.
  public let presentation: Presentation?
}

extension FireLine: Decodable {
  private enum CodingKeys: String, CodingKey {
    case at, uid, alarm, title, identifier, echo, unexpected, movedFrom, version
    case interruptionLevel, seenAt, delayedBy, tooLateFor
    case repetition = "repeat"
  }

  /// Decodes a line; throws if the version is not supported or a value is invalid.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(FireFormat.version, forKey: .version)
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
}
