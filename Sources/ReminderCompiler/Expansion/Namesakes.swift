import CivilTime
import ICalendar

/// The series with one UID on their way to a plan, one after another.
struct Namesakes {
  /// The reminders of the series before.
  private var reminders: [Reminder] = []
  private var seriesCount = 0
  private var fires = EqualFires()
  private var contents = SharedContents()

  /// The most reminders with the same UID that are followed beside one; with more, what it asks for
  /// far ahead is not known, and one-shots serve.
  static let maximumFollowed = 16

  /// The reminders of a series without the fires that others with its UID have asked for.
  ///
  /// - Parameter own: The reminders of the series.
  /// - Returns: The reminders, with those before as their namesakes.
  mutating func adding(_ own: [Reminder]) -> [Reminder] {
    seriesCount += 1
    var left = own
    for index in own.indices {
      let shown = own[index].contents.map { contents.number(of: $0, uid: own[index].id.uid) }
      left[index].namesakes = reminders
      left[index].fires.keep {
        fires.isFirst(
          at: $0.at, repetition: $0.repetition, shown: shown[$0.component],
          start: $0.occurrenceStart, askedBy: seriesCount)
      }
    }
    // What they are namesakes of themselves is among the others. Of more than are followed, those
    // of the first series beyond are enough to know that there are too many.
    if reminders.count <= Namesakes.maximumFollowed { reminders += own }
    return left
  }
}
