import CivilTime
import ICalendar
import NotificationTriggers
import TextSafety

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
