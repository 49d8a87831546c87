import CivilTime
public import ICalendar
import NotificationTriggers
import ReminderExpansion
import ReminderOptions
import ReminderPlans
import TextSafety

/// Writes fires as lines of JSON for a server that sends them through Apple's push service.
///
/// Each line has the headers of the request (`apns-…`), the time to send it and its payload. A
/// server does not have the limit of 64 requests.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let listing = FireListing([standUp], options: options.compiler)
/// let lines = PushLineWriter(listing)
/// var bytes: [UInt8] = []
/// _ = listing.forEachBatch { fires in
///   for place in fires.indices { lines.append(fireAt: place, of: fires, to: &bytes) }
/// }
/// print(bytes.count { $0 == 0x0A })  // 262
/// ```
public final class PushLineWriter {
  /// The version of the format.
  ///
  /// It increases when an older reader could misread a line.
  public static let version = 1

  /// The largest payload that the service accepts, in bytes.
  package static let largestPayload = 4_096

  /// The limit of pushes of all reminders together.
  ///
  /// A line takes ten times as long as a fire of a list: this many take five seconds, and 350 MB of
  /// output.
  package static let maximumPushes = 500_000

  private let expansion: Expansion
  private let writer: ContentWriter
  private var alarms: [Reminder.ID: ContentsByComponent] = [:]

  /// Makes a writer of lines.
  public init(_ listing: FireListing) {
    expansion = listing.expansion
    writer = ContentWriter(expansion)
  }

  /// The diagnostics from writing texts.
  public var diagnostics: [Diagnostic] { writer.diagnostics }

  /// Appends a fire as a line with a line end, in UTF-8.
  public func append(fireAt place: Int, of fires: FireBatch, to bytes: inout [UInt8]) {
    let (listed, fire) = fires.listed(place)
    let id = Reminder.ID(
      uid: listed.uid, distinction: expansion.series[listed.series].series.distinction,
      alarm: listed.number)
    let alarm = contents(of: listed, id)
    let component = alarm.firstAlike[fire.component]
    let worded = writer.worded(
      alarm.contents[component], reminder: id, fire: fire, ofSeriesAt: listed.series)
    let prefix = alarm.identifierPrefixes[component]
    let identifier = RequestIdentifier.identifier(
      prefix, form: fire.at.basicFormat, repetition: fire.repetition)
    bytes.beginObject()
    // A repeat replaces the notification of its first alert.
    let anchor = fire.occurrenceStart ?? fire.at
    bytes.member("apns-collapse-id", "\(prefix).\(anchor.basicFormat)")
    bytes.member(
      "apns-expiration",
      PushLineWriter.expiration(of: fire, occurrence: worded.occurrence).secondsSince1970)
    bytes.member("apns-id", RequestIdentifier.uuid(of: identifier))
    bytes.member("apns-priority", worded.content.interruptionLevel == .passive ? 5 : 10)
    bytes.member("apns-push-type", "alert")
    bytes.member("at", fire.at)
    bytes.member("identifier", identifier)
    bytes.key("payload")
    bytes += PushPayload(worded, listed: listed, fire: fire).fitting(PushLineWriter.largestPayload)
    bytes.member("version", PushLineWriter.version)
    bytes += "}\n".utf8
  }

  private func contents(of listed: ListedReminder, _ id: Reminder.ID) -> ContentsByComponent {
    if let known = alarms[id] { return known }
    let made = SeriesContentBuilder(expansion.series[listed.series], options: expansion.options)
      .contents(of: listed.alarm)
    alarms[id] = made
    return made
  }

  /// Returns the instant from which a reminder is useless.
  ///
  /// It is the end of the occurrence, or its start without an end, but at least an hour after the
  /// fire.
  private static func expiration(of fire: Fire, occurrence: Occurrence?) -> Instant {
    let soonest = fire.at + 3_600
    return max(soonest, occurrence?.end ?? occurrence?.start ?? soonest)
  }
}

struct PushPayload {
  private var content: NotificationContent
  private let occurrence: Occurrence?
  private let occurrenceName: String?
  private var uid: String?
  private let alarm: Int

  init(_ worded: RequestContent, listed: ListedReminder, fire: Fire) {
    content = worded.content
    occurrence = worded.occurrence
    occurrenceName = worded.occurrenceName
    alarm = listed.number
    // A long UID must not take the room of visible texts.
    uid = listed.uid.utf8.count <= AlarmTexts.longestLine ? listed.uid : nil
  }

  /// Shortens the payload by a number of bytes, or by the whole next part that can be left out.
  ///
  /// The order is: values that only the system uses, the text, the link, the UID and the subtitle.
  /// The title always fits.
  private mutating func shorten(by excess: Int) -> Bool {
    if !content.filterCriteria.isEmpty {
      content.filterCriteria = ""
    } else if !content.targetContentIdentifier.isEmpty {
      content.targetContentIdentifier = ""
    } else if !content.body.isEmpty {
      // An escaped character has more bytes in JSON, so remove half of the excess at a time.
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

  func fitting(_ size: Int) -> [UInt8] {
    var payload = self
    var bytes = payload.json
    while bytes.count > size, payload.shorten(by: bytes.count - size) { bytes = payload.json }
    return bytes
  }

  private var json: [UInt8] {
    var json: [UInt8] = []
    json.beginObject()
    json.member("alarm", alarm)
    json.key("aps")
    json.beginObject()
    json.key("alert")
    json.beginObject()
    if !content.body.isEmpty { json.member("body", content.body) }
    if !content.subtitle.isEmpty { json.member("subtitle", content.subtitle) }
    json.member("title", content.title)
    json.endObject()
    if let badge = content.badge { json.member("badge", badge) }
    json.member("category", content.categoryIdentifier)
    if !content.filterCriteria.isEmpty { json.member("filter-criteria", content.filterCriteria) }
    json.member("interruption-level", content.interruptionLevel.hyphenatedName)
    json.member("relevance-score", tenths: content.relevanceScore)
    if let sound = content.sound, let volume = sound.criticalVolume {
      json.key("sound")
      json.beginObject()
      json.member("critical", 1)
      json.member("name", sound.name)
      json.member("volume", tenths: volume)
      json.endObject()
    } else if let sound = content.sound {
      json.member("sound", sound.name)
    }
    if !content.targetContentIdentifier.isEmpty {
      json.member("target-content-id", content.targetContentIdentifier)
    }
    json.member("thread-id", content.threadIdentifier)
    json.endObject()
    if let end = occurrence?.end { json.member("end", end) }
    if let occurrenceName { json.member("occurrence", occurrenceName) }
    if let start = occurrence?.start { json.member("start", start) }
    if let uid { json.member("uid", uid) }
    if let link = content.link { json.member("url", link) }
    json.endObject()
    return json
  }
}

extension [UInt8] {
  /// Writes a number from 0 to 1 with one decimal place.
  fileprivate mutating func member(_ key: String, tenths number: Double) {
    let tenths = Int((number * 10).rounded())
    self.key(key)
    self += "\(tenths / 10).\(tenths % 10)".utf8
  }
}
