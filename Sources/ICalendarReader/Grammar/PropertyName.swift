/// The properties that can matter for what fires and what it says, and how their lines are read.
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
  case zoneName = "TZID"
  case zoneAlias = "TZID-ALIAS-OF"
  case zoneAddress = "TZURL"
  case zonePlace = "X-LIC-LOCATION"
  case offsetFrom = "TZOFFSETFROM"
  case offsetTo = "TZOFFSETTO"

  /// What matters of a property's line beside its value.
  enum Form {
    /// Nothing: parameters say nothing that matters, and the value is parsed by our own types.
    case value
    /// Its parameters; the value is parsed by our own types.
    case parameters
    /// Its text, which is escaped and may be a list.
    case text
  }

  /// What of the property's line a grammar is asked for.
  var form: Form {
    switch self {
    case .start, .end, .due, .recurrenceDate, .exceptionDate, .recurrenceID, .trigger: .parameters
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

  /// Whether a line of the property matters where it stands.
  func matters(inAlarm isInAlarm: Bool, size: Int, keepsAttributes: Bool) -> Bool {
    switch self {
    // Of attachments only the names of sounds: a file can stand in the line itself.
    case .attachment: isInAlarm && size <= ReadingLimits.longestValue
    // The attendees of an alarm are those that its message is sent to.
    case .classification, .transparency, .organizer, .attendee: keepsAttributes && !isInAlarm
    default: true
    }
  }

  private static let names = Dictionary(
    uniqueKeysWithValues: allCases.map { (PackedName($0.rawValue), $0) })

  /// Reads a name in any case; nil for a property that doesn't matter.
  init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
    self.init(PackedName(bytes, in: range), bytes, in: range)
  }

  /// Reads a name in any case, of which the packed form is known; nil for a property that doesn't
  /// matter.
  init?(_ packed: PackedName, _ bytes: Span<UInt8>, in range: Range<Int>) {
    if let name = PropertyName.names[packed] {
      // A packed name knows eight letters only.
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

  /// Thunderbird adds the occurrence's original start to the name, in microseconds.
  private static let snoozePrefix = Array("X-MOZ-SNOOZE-TIME-".utf8)
}

extension Span<UInt8> {
  /// Whether the capital letters of a name stand at a place, in any case.
  fileprivate func begins(with name: some Sequence<UInt8>, at start: Int) -> Bool {
    var index = start
    for letter in name {
      guard index < count, self[index].upperCased == letter else { return false }
      index += 1
    }
    return true
  }
}

/// A name of up to 255 bytes in upper case, packed so that comparing two is comparing numbers.
///
/// The first eight letters and the length: enough to tell apart the names that a scan looks for.
struct PackedName: Hashable {
  private let letters: UInt64
  private let length: Int

  /// Packs the bytes of a range.
  @inline(__always)
  init(_ bytes: Span<UInt8>, in range: Range<Int>) {
    var letters: UInt64 = 0
    for index in range.lowerBound..<min(range.upperBound, range.lowerBound + 8) {
      letters = letters << 8 | UInt64(bytes[index].upperCased)
    }
    self.letters = letters
    length = range.count
  }

  /// Packs a name of our own.
  init(_ name: String) {
    let bytes = Array(name.utf8)[...]
    self.init(bytes.span, in: 0..<bytes.count)
  }

  static let begin = PackedName("BEGIN")
  static let end = PackedName("END")
  static let uid = PackedName("UID")
  static let rule = PackedName("RRULE")
  static let recurrenceDate = PackedName("RDATE")
  static let recurrenceID = PackedName("RECURRENCE-ID")
  static let method = PackedName("METHOD")
  static let calendarName = PackedName("NAME")
  static let appleCalendarName = PackedName("X-WR-CALNAME")
  static let calendarZone = PackedName("X-WR-TIMEZONE")
  static let version = PackedName("VERSION")
}
