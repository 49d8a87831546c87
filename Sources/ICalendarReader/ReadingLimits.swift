/// The limits of what is read, so that no input takes more time or memory than its size explains.
enum ReadingLimits {
  /// The largest calendar, in bytes: 1 GiB, sixteen times the largest known export.
  static let maximumSize = 1 << 30

  /// The most bytes of properties that are read from one component: 32 MiB.
  ///
  /// A hundred thousand dates need 2 MiB. Lines without a meaning here, such as attachments, don't
  /// count.
  static let maximumComponentSize = 32 << 20

  /// The largest VTIMEZONE whose observances are read, in bytes: 256 KiB.
  static let maximumZoneSize = 1 << 18

  /// The most onsets of one VTIMEZONE: two a year for a thousand years.
  static let maximumOnsets = 2_000

  /// The most alarms of a component, observances or rules of a VTIMEZONE, items of a list of texts,
  /// and diagnostics of a scan: a file of junk has as many faults as lines.
  static let maximumItems = 1_000

  /// The most alarms of all components together.
  ///
  /// If there are more, each component has 32 at most: `maximumAlarms / maximumItems`.
  static let maximumAlarms = 32_768

  /// The most components that may be open inside one another; deeper ones are only counted.
  ///
  /// Three levels have a meaning.
  static let maximumDepth = 32

  /// The most diagnostics of one file.
  static let maximumDiagnostics = 10_000

  /// The longest value of a calendar's own property, name of a component and line with a sound, in
  /// bytes.
  static let longestValue = 4_096

  /// The longest name of a zone or of a sound's file, in bytes.
  static let longestName = 255

  /// The most names that are looked up at once: cities of a TZID, contradicted TZIDs of a component,
  /// remembered parameters.
  static let maximumNames = 16

  /// The longest time between an occurrence and its alarm that is considered, in seconds: 100 days.
  static let longestLead = 100 * 86_400
}
