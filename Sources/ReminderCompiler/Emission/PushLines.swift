import CivilTime
import Digests
public import ICalendar
import NotificationTriggers
import TextSafety

/// Fires as lines of JSON for a server that sends them by Apple's push service.
///
/// Each line has the headers of the request (`apns-…`), when to send it and its payload. For a
/// server there is no limit of 64.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let listing = FireListing([standUp], options.compiler)
/// let lines = PushLines(listing)
/// var bytes: [UInt8] = []
/// _ = listing.forEachBatch { fires in
///   for place in fires.indices { lines.append(fires, place, to: &bytes) }
/// }
/// print(bytes.count { $0 == 0x0A })  // 262
/// ```
public final class PushLines {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let version = 1

  /// The largest payload, in bytes, that the service takes.
  package static let largestPayload = 4_096

  private let expansion: Expansion
  private let writer: ContentWriter
  private var json = JSONBytes()
  private var payload = JSONBytes()
  private var alarms: [AlarmKey: AlarmContents] = [:]

  private struct AlarmKey: Hashable {
    let series: Int
    let number: Int
  }

  /// The most alarms of which it is remembered what they show: those of a listing come by and by.
  private static let maximumAlarms = 4_096

  /// Makes a writer of lines.
  ///
  /// - Parameter listing: What lists the fires.
  public init(_ listing: FireListing) {
    expansion = listing.expansion
    writer = ContentWriter(expansion)
  }

  /// What was found while texts were written.
  public var diagnostics: [Diagnostic] { writer.diagnostics }

  /// Appends a fire as a line with its end, in UTF-8.
  ///
  /// - Parameters:
  ///   - fires: Fires of the listing.
  ///   - place: Which of them.
  ///   - bytes: What is appended to.
  public func append(_ fires: ListedFires, _ place: Int, to bytes: inout [UInt8]) {
    let (listed, fire) = fires.listed(place)
    let alarm = contents(of: listed)
    let component = alarm.firstAlike[fire.component]
    let id = Reminder.ID(
      uid: listed.uid, distinction: expansion.series[listed.series].series.distinction,
      alarm: listed.number)
    let worded = writer.worded(alarm.contents[component], id, fire, ofSeriesAt: listed.series)
    let prefix = alarm.identifierPrefixes[component]
    let identifier = RequestIdentifier.identifier(
      prefix, form: fire.at.basicFormat, repetition: fire.repetition)
    swap(&json.bytes, &bytes)
    defer { swap(&json.bytes, &bytes) }
    // A repeat takes the place of what it repeats.
    json.literal("{\"apns-collapse-id\":")
    let anchor = fire.occurrenceStart ?? fire.at
    json.append("\(prefix).\(anchor.basicFormat)")
    json.literal(",\"apns-expiration\":")
    json.append(PushLines.expiration(of: fire, worded.occurrence).secondsSince1970)
    json.literal(",\"apns-id\":")
    json.append(PushIdentifier(identifier).description)
    json.literal(",\"apns-priority\":")
    json.append(worded.content.interruptionLevel == .passive ? 5 : 10)
    json.literal(",\"apns-push-type\":\"alert\",\"at\":")
    json.append(fire.at)
    json.literal(",\"identifier\":")
    json.append(identifier)
    json.literal(",\"payload\":")
    appendPayload(PushPayload(worded, listed, fire))
    json.literal(",\"version\":")
    json.append(PushLines.version)
    json.literal("}\n")
  }

  private func contents(of listed: ListedReminder) -> AlarmContents {
    let key = AlarmKey(series: listed.series, number: listed.number)
    if let known = alarms[key] { return known }
    let made = SeriesContents(expansion.series[listed.series], expansion.options)
      .contents(of: listed.alarm)
    if alarms.count >= PushLines.maximumAlarms { alarms.removeAll(keepingCapacity: true) }
    alarms[key] = made
    return made
  }

  /// How long after its fire a reminder without a length still says something, in seconds: an hour.
  private static let shortestLife = 3_600

  /// When a reminder says nothing any more: an hour after its fire, or when what it reminds of is
  /// over, or has begun.
  private static func expiration(of fire: Fire, _ occurrence: Occurrence?) -> Instant {
    let soonest = fire.at + shortestLife
    return max(soonest, occurrence?.end ?? occurrence?.start ?? soonest)
  }

  /// Appends a payload that is not larger than the service takes.
  private func appendPayload(_ whole: PushPayload) {
    var fitting = whole
    payload.bytes.removeAll(keepingCapacity: true)
    fitting.append(to: &payload)
    while payload.bytes.count > PushLines.largestPayload,
      fitting.shorten(by: payload.bytes.count - PushLines.largestPayload)
    {
      payload.bytes.removeAll(keepingCapacity: true)
      fitting.append(to: &payload)
    }
    json.bytes += payload.bytes
  }
}
