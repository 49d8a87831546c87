/// The properties that can affect fire dates or displayed texts.
enum PropertyName: String, CaseIterable {
  case uid = "UID"
  case start = "DTSTART"
  case end = "DTEND"
  case due = "DUE"
  case duration = "DURATION"
  case rule = "RRULE"
  case exceptionRule = "EXRULE"
  case recurrenceDate = "RDATE"
  case exceptionDate = "EXDATE"
  case recurrenceID = "RECURRENCE-ID"
  case sequence = "SEQUENCE"
  case stamp = "DTSTAMP"
  case lastModified = "LAST-MODIFIED"
  case summary = "SUMMARY"
  case description = "DESCRIPTION"
  case location = "LOCATION"
  case status = "STATUS"
  case classification = "CLASS"
  case transparency = "TRANSP"
  case organizer = "ORGANIZER"
  case attendee = "ATTENDEE"
  case completed = "COMPLETED"
  case percentComplete = "PERCENT-COMPLETE"
  case priority = "PRIORITY"
  case url = "URL"
  case conference = "CONFERENCE"
  case googleConference = "X-GOOGLE-CONFERENCE"
  case teamsMeeting = "X-MICROSOFT-SKYPETEAMSMEETINGURL"
  case outlookMeeting = "X-MICROSOFT-ONLINEMEETINGCONFLINK"
  case outlookExternalMeeting = "X-MICROSOFT-ONLINEMEETINGEXTERNALLINK"
  case birthYear = "X-NEXTCLOUD-BC-YEAR"
  case unknownBirthYear = "X-NEXTCLOUD-BC-UNKNOWN-YEAR"
  case missingBirthYear = "X-SMT-MISSING-YEAR"
  case attachment = "ATTACH"
  case categories = "CATEGORIES"
  case action = "ACTION"
  case trigger = "TRIGGER"
  case repetition = "REPEAT"
  case acknowledged = "ACKNOWLEDGED"
  case proximity = "PROXIMITY"
  case appleProximity = "X-APPLE-PROXIMITY"
  case mozillaLastAcknowledged = "X-MOZ-LASTACK"
  case mozillaSnoozeTime = "X-MOZ-SNOOZE-TIME"
  case kdeAlarmEnabled = "X-KDE-KCALCORE-ENABLED"
  case kdeFirstOpen = "X-KDE-LIBKCAL-DTRECURRENCE"
  case zoneName = "TZID"
  case zoneAlias = "TZID-ALIAS-OF"
  case zoneAddress = "TZURL"
  case zonePlace = "X-LIC-LOCATION"
  case offsetFrom = "TZOFFSETFROM"
  case offsetTo = "TZOFFSETTO"

  /// The part of a property's line that matters besides an unescaped value.
  enum Form {
    /// Only the value matters.
    ///
    /// Its own type parses it.
    case value
    /// The parameters matter too.
    ///
    /// The value's own type parses it.
    case parameters
    /// The value is an escaped text or a list of texts.
    case text
  }

  var form: Form {
    switch self {
    case .start, .end, .due, .recurrenceDate, .exceptionDate, .recurrenceID, .trigger,
      .kdeFirstOpen:
      .parameters
    case .uid, .summary, .description, .location, .categories: .text
    default: .value
    }
  }

  /// Whether a component or alarm may have the property several times.
  var mayRepeat: Bool {
    switch self {
    case .rule, .exceptionRule, .recurrenceDate, .exceptionDate, .categories, .mozillaSnoozeTime,
      .conference, .attachment, .googleConference, .teamsMeeting, .outlookMeeting,
      .outlookExternalMeeting, .birthYear, .unknownBirthYear, .missingBirthYear, .attendee:
      true
    default: false
    }
  }

  /// Whether a VALARM may have the property (RFC 5545, 3.6.6; RFC 9074), or a component that isn't
  /// read (RFC 9073).
  var canBeInAlarm: Bool {
    switch self {
    case .start, .end, .due, .rule, .exceptionRule, .recurrenceDate, .exceptionDate, .recurrenceID,
      .sequence, .stamp, .lastModified, .status, .classification, .transparency, .organizer,
      .completed, .percentComplete, .priority, .categories, .location:
      false
    default: true
    }
  }

  func matters(inAlarm isInAlarm: Bool, size: Int, keepsAttributes: Bool) -> Bool {
    switch self {
    // Only sounds of alarms matter. Large attachments are embedded in the line.
    case .attachment: isInAlarm && size <= ReadingLimits.longestValue
    // An alarm's ATTENDEEs are the recipients of its email.
    case .classification, .transparency, .organizer, .attendee: keepsAttributes && !isInAlarm
    default: true
    }
  }

  private static let names = Dictionary(
    uniqueKeysWithValues: allCases.map { (PackedName($0.rawValue), $0) })

  /// Reads a name in any case; nil for a property that doesn't matter.
  init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
    self.init(PackedName(bytes, in: range), bytes: bytes, in: range)
  }

  /// Reads a name in any case, given its packed form; nil for a property that doesn't matter.
  init?(_ packed: PackedName, bytes: Span<UInt8>, in range: Range<Int>) {
    if let name = PropertyName.names[packed] {
      // A packed name contains only the first eight letters.
      guard range.count <= 8 || bytes.begins(with: name.rawValue.utf8, at: range.lowerBound) else {
        return nil
      }
      self = name
    } else if range.count > PropertyName.snoozePrefix.count,
      bytes.begins(with: PropertyName.snoozePrefix, at: range.lowerBound)
    {
      self = .mozillaSnoozeTime
    } else {
      return nil
    }
  }

  /// Thunderbird appends the occurrence's original start to the name, in microseconds.
  private static let snoozePrefix = Array("X-MOZ-SNOOZE-TIME-".utf8)
}

extension Span<UInt8> {
  /// Whether the bytes at a position match a name in capital letters, ignoring case.
  fileprivate func begins(with name: some Sequence<UInt8>, at start: Int) -> Bool {
    var index = start
    for letter in name {
      guard index < count, self[index].upperCased == letter else { return false }
      index += 1
    }
    return true
  }
}

/// A name of up to 255 bytes in upper case, packed for fast comparison.
///
/// It contains the first eight letters and the length, which are unique among the names that a scan
/// looks for.
struct PackedName: Hashable {
  private let letters: UInt64
  private let length: Int

  @inline(__always)
  init(_ bytes: Span<UInt8>, in range: Range<Int>) {
    var letters: UInt64 = 0
    for index in range.lowerBound..<min(range.upperBound, range.lowerBound + 8) {
      letters = letters << 8 | UInt64(bytes[index].upperCased)
    }
    self.letters = letters
    length = range.count
  }

  init(_ name: String) {
    let bytes = Array(name.utf8)[...]
    self.init(bytes.span, in: 0..<bytes.count)
  }

  static let begin = PackedName("BEGIN")
  static let end = PackedName("END")
  static let uid = PackedName("UID")
  static let start = PackedName("DTSTART")
  static let eventEnd = PackedName("DTEND")
  static let due = PackedName("DUE")
  static let duration = PackedName("DURATION")
  static let trigger = PackedName("TRIGGER")
  static let repetition = PackedName("REPEAT")
  static let rule = PackedName("RRULE")
  static let recurrenceDate = PackedName("RDATE")
  static let recurrenceID = PackedName("RECURRENCE-ID")
  static let method = PackedName("METHOD")
  static let calendarName = PackedName("NAME")
  static let appleCalendarName = PackedName("X-WR-CALNAME")
  static let calendarZone = PackedName("X-WR-TIMEZONE")
  static let version = PackedName("VERSION")
}
