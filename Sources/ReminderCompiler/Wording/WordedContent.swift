package import ICalendar
package import NotificationTriggers

/// What a request shows, and what it reminds of.
package struct WordedContent: Sendable {
  /// What it shows.
  package var content: NotificationContent
  /// The occurrence that its first fire reminds of; nil where that is none, or one of several.
  package var occurrence: Occurrence?
  /// What names that occurrence wherever it has been moved: its original start.
  package var occurrenceName: String?
  /// How many days that lies ahead of a single fire; nil where that is not known.
  package var daysAhead: Int?
}
