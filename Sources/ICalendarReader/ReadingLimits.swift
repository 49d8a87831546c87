/// Limits on input, so that reading takes time and memory in proportion to the input's size.
enum ReadingLimits {
  /// The maximum size of a calendar, in bytes: 1 GiB, sixteen times the largest known export.
  static let maximumSize = 1 << 30

  /// The maximum size of the properties that are read from one component, in bytes: 32 MiB.
  ///
  /// A hundred thousand dates need 2 MiB. Properties that don't matter, such as attachments, are
  /// not counted.
  static let maximumComponentSize = 32 << 20

  /// The maximum size of a VTIMEZONE, in bytes: 256 KiB.
  static let maximumZoneSize = 1 << 18

  /// The maximum number of onsets in one VTIMEZONE: two a year for a thousand years.
  static let maximumOnsets = 2_000

  /// The maximum number of alarms of a component, of observances or rules of a VTIMEZONE, of items
  /// in a list of texts, of diagnostics of a scan, and of corrections of a component.
  ///
  /// A file of random lines can have one fault in each line.
  static let maximumItems = 1_000

  /// The maximum number of alarms in all components together.
  ///
  /// If there are more, at most `maximumAlarms / maximumItems` (32) alarms of each component are
  /// read.
  static let maximumAlarms = 32_768

  static let maximumCalendars = 250_000

  /// The maximum nesting depth of components.
  ///
  /// Deeper components are counted but ignored.
  ///
  /// Valid calendars have three levels.
  static let maximumDepth = 32

  static let maximumDiagnostics = 10_000

  /// The maximum length of a calendar property's value, of a component's name, and of a line with a
  /// sound, in bytes.
  static let longestValue = 4_096

  /// The maximum length of a UID, in bytes.
  ///
  /// A program must keep 255 (RFC 7986, 5.3).
  static let longestUID = 1_024

  /// The maximum length of a zone's name or of a sound's file name, in bytes.
  static let longestName = 255

  /// The maximum number of names that are handled at once: cities in a TZID, contradicted TZIDs of
  /// a component, and cached parameters.
  static let maximumNames = 16

  /// The maximum time between an occurrence and its alarm, in seconds: 100 days.
  static let longestLead = 100 * 86_400
}
