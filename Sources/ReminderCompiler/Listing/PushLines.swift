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
  public init(_ listing: FireListing) {
    expansion = listing.expansion
    writer = ContentWriter(expansion)
  }

  /// What was found while texts were written.
  public var diagnostics: [Diagnostic] { writer.diagnostics }

  /// Appends a fire as a line with its end, in UTF-8.
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

/// What a device gets by Apple's push service.
struct PushPayload {
  private var content: NotificationContent
  private let occurrence: Occurrence?
  private let occurrenceName: String?
  private var uid: String?
  private let alarm: Int

  /// The longest UID that is sent, in bytes: a random one of any program has fewer than 100.
  private static let longestUID = 512
  /// The longest link that is sent, in bytes.
  private static let longestLink = 1_024

  /// Makes the payload of a fire.
  init(_ worded: WordedContent, _ listed: ListedReminder, _ fire: Fire) {
    content = worded.content
    occurrence = worded.occurrence
    occurrenceName = worded.occurrenceName
    alarm = listed.number
    // What somebody else made long takes no room from what is read.
    if listed.uid.utf8.count <= PushPayload.longestUID {
      uid = listed.uid
    } else {
      content.targetContentIdentifier = ""
    }
    if content.link.map({ $0.utf8.count > PushPayload.longestLink }) ?? false {
      content.url = nil
      content.conference = nil
    }
  }

  /// Makes it shorter by a number of bytes, or by as much as the next thing that can be spared has.
  ///
  /// First goes what only the system looks at, then the text, the link, the UID and the second line;
  /// the title always has room.
  ///
  /// - Parameter excess: How much it is too long.
  /// - Returns: Whether anything could be spared.
  mutating func shorten(by excess: Int) -> Bool {
    if !content.filterCriteria.isEmpty {
      content.filterCriteria = ""
    } else if !content.targetContentIdentifier.isEmpty {
      content.targetContentIdentifier = ""
    } else if !content.body.isEmpty {
      // A character has more bytes in JSON where it is escaped: half of the excess, and so on.
      content.body = DisplayText.lines(
        content.body, maximumBytes: max(0, content.body.utf8.count - max(excess / 2, 4)))
    } else if content.link != nil {
      content.url = nil
      content.conference = nil
    } else if uid != nil {
      uid = nil
    } else if !content.subtitle.isEmpty {
      content.subtitle = ""
    } else {
      return false
    }
    return true
  }

  /// Writes it.
  func append(to json: inout JSONBytes) {
    json.literal("{\"alarm\":")
    json.append(alarm)
    json.literal(",\"aps\":{\"alert\":{")
    if !content.body.isEmpty {
      json.literal("\"body\":")
      json.append(content.body)
      json.literal(",")
    }
    if !content.subtitle.isEmpty {
      json.literal("\"subtitle\":")
      json.append(content.subtitle)
      json.literal(",")
    }
    json.literal("\"title\":")
    json.append(content.title)
    json.literal("},\"category\":")
    json.append(content.categoryIdentifier)
    if !content.filterCriteria.isEmpty {
      json.literal(",\"filter-criteria\":")
      json.append(content.filterCriteria)
    }
    json.literal(",\"interruption-level\":")
    json.append(content.interruptionLevel.hyphenatedName)
    json.literal(",\"relevance-score\":")
    json.append(tenths: content.relevanceScore)
    append(content.sound, to: &json)
    if !content.targetContentIdentifier.isEmpty {
      json.literal(",\"target-content-id\":")
      json.append(content.targetContentIdentifier)
    }
    json.literal(",\"thread-id\":")
    json.append(content.threadIdentifier)
    json.literal("}")
    append("end", occurrence?.end, to: &json)
    if let occurrenceName {
      json.literal(",\"occurrence\":")
      json.append(occurrenceName)
    }
    append("start", occurrence?.start, to: &json)
    if let uid {
      json.literal(",\"uid\":")
      json.append(uid)
    }
    if let link = content.link {
      json.literal(",\"url\":")
      json.append(link)
    }
    json.literal("}")
  }

  private func append(_ sound: NotificationSound?, to json: inout JSONBytes) {
    guard let sound else { return }
    guard let volume = sound.criticalVolume else {
      json.literal(",\"sound\":")
      json.append(sound.name)
      return
    }
    json.literal(",\"sound\":{\"critical\":1,\"name\":")
    json.append(sound.name)
    json.literal(",\"volume\":")
    json.append(tenths: volume)
    json.literal("}")
  }

  private func append(_ name: String, _ instant: Instant?, to json: inout JSONBytes) {
    guard let instant else { return }
    json.literal(",\"")
    json.literal(name)
    json.literal("\":")
    json.append(instant)
  }
}

extension JSONBytes {
  /// Writes a number from 0 to 1 with one place.
  fileprivate mutating func append(tenths number: Double) {
    let tenths = Int((number * 10).rounded())
    bytes += "\(tenths / 10).\(tenths % 10)".utf8
  }
}

/// What a push is told by: a UUID made of the identifier of its fire (RFC 9562, 5.8), so that it is
/// the same whenever the same fire is compiled.
struct PushIdentifier: CustomStringConvertible {
  /// The UUID in lower case.
  let description: String

  /// Makes the UUID of a fire.
  init(_ identifier: String) {
    var digits = Array(SHA256.hexadecimalDigest(of: identifier.utf8).utf8.prefix(32))
    digits[12] = UInt8(ascii: "8")
    // The variant: two bits, 10.
    let variant = Int(digits[16] & 3)
    digits[16] = Array("89ab".utf8)[variant]
    let ends = [0, 8, 12, 16, 20, 32]
    description = zip(ends, ends.dropFirst()).map {
      String(decoding: digits[$0..<$1], as: UTF8.self)
    }.joined(separator: "-")
  }
}
