public import CivilTime
import ICalendar

/// When an occurrence starts and ends: for all, and by the device's wall clock.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let occurrence = Compiler.plan(for: [standUp], options).requests[0].occurrence!
/// print(occurrence.start!, occurrence.startLocal!)  // 2028-01-03T08:00:00Z 2028-01-03T09:00:00
/// ```
public struct OccurrenceTimes: Hashable, Sendable {
  /// The start; nil for a to-do that has only DUE.
  public let start: Instant?
  /// The end, or when a to-do is due; nil for a to-do that is never due.
  public let end: Instant?
  /// Whether both are days.
  public let isAllDay: Bool
  /// The start as the device's wall clock shows it, of what lasts all day its midnight; nil where
  /// there is no start.
  public let startLocal: CivilDateTime?
  /// The end as the device's wall clock shows it, of what lasts all day the midnight behind the last
  /// one; nil where there is no end.
  public let endLocal: CivilDateTime?

  /// The times of an occurrence; nil where there is none, or it has neither start nor end.
  ///
  /// - Parameters:
  ///   - occurrence: The occurrence.
  ///   - zone: The zone of the device.
  init?(_ occurrence: Occurrence?, in zone: Zone) {
    guard let occurrence, occurrence.start != nil || occurrence.end != nil else { return nil }
    start = occurrence.start
    end = occurrence.end
    isAllDay = occurrence.isAllDay
    func local(_ instant: Instant) -> CivilDateTime {
      let civil = zone.civil(at: instant)
      return occurrence.isAllDay ? CivilDateTime(civil.date) : civil
    }
    startLocal = occurrence.start.map(local)
    endLocal = occurrence.end.map(local)
  }
}

/// The keys `start`, `end`, `startLocal` and `endLocal`, which stand beside those of what has an
/// occurrence.
extension OccurrenceTimes {
  private enum CodingKeys: String, CodingKey {
    case start, end, startLocal, endLocal
  }

  /// Reads the times that stand beside other keys; nil where all are absent.
  ///
  /// - Parameter decoder: What has the keys.
  /// - Throws: A `DecodingError` where one has no local time, or one of them alone is a day.
  init?(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    start = try container.decodeIfPresent(Instant.self, forKey: .start)
    end = try container.decodeIfPresent(Instant.self, forKey: .end)
    var days: Set<Bool> = []
    func local(_ key: CodingKeys, of instant: Instant?) throws -> CivilDateTime? {
      let text = try container.decodeIfPresent(String.self, forKey: key)
      let isDay = text.map { !$0.contains("T") } ?? false
      let civil = text.flatMap { CivilDateTime(iso8601: isDay ? "\($0)T00:00:00" : $0) }
      guard (text == nil) == (instant == nil), (text == nil) == (civil == nil) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: "is no local time beside an instant, or nothing beside nothing")
      }
      if text != nil { days.insert(isDay) }
      return civil
    }
    startLocal = try local(.startLocal, of: start)
    endLocal = try local(.endLocal, of: end)
    guard days.count < 2 else {
      throw DecodingError.dataCorruptedError(
        forKey: .endLocal, in: container, debugDescription: "is a day where the start is none")
    }
    isAllDay = days.contains(true)
    if days.isEmpty { return nil }
  }

  /// Writes the times beside other keys.
  ///
  /// - Parameters:
  ///   - times: The times; all keys are `null` where there are none.
  ///   - encoder: What takes them.
  /// - Throws: What the encoder throws.
  static func encode(_ times: OccurrenceTimes?, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func text(_ civil: CivilDateTime?) -> String? {
      civil.map { times?.isAllDay == true ? $0.date.description : $0.description }
    }
    try container.encode(times?.start, forKey: .start)
    try container.encode(times?.end, forKey: .end)
    try container.encode(text(times?.startLocal), forKey: .startLocal)
    try container.encode(text(times?.endLocal), forKey: .endLocal)
  }
}
