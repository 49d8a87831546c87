import CivilTime
import ICalendar
import NotificationTriggers

/// What series with one UID have asked for so far: equal fires are due once, so that a calendar that
/// somebody shares doesn't ring twice.
///
/// Fires are equal where they show the same at the same instant; nothing that differs in either is
/// taken away, whoever sends it.
struct Namesakes {
  /// What makes two fires equal.
  struct FireKey: Hashable {
    let at: Instant
    let repetition: Int
    let content: NotificationContent
  }

  /// The reminders of the series before.
  private(set) var reminders: [Reminder] = []
  private var asked: Set<FireKey> = []
  private var uid: [UInt8] = []

  /// Goes on to a series, and forgets those that have another UID.
  mutating func begin(_ series: EventSeries) {
    guard !series.uid.utf8.elementsEqual(uid) else { return }
    self = Namesakes()
    uid = Array(series.uid.utf8)
  }

  /// The reminders of a series without the fires that others with its UID have asked for.
  ///
  /// - Parameter own: The reminders of the series.
  /// - Returns: The reminders, with those before as their namesakes.
  mutating func adding(_ own: [Reminder]) -> [Reminder] {
    let others = reminders
    let left = own.map { whole in
      var reminder = whole
      reminder.namesakes = others
      reminder.fires.fires.removeAll { asked.contains(whole.key(of: $0)) }
      return reminder
    }
    for reminder in left {
      for fire in reminder.fires.fires { asked.insert(reminder.key(of: fire)) }
    }
    // What they are namesakes of themselves is among the others. Of more than are followed, those of
    // the first series beyond are enough to know that there are too many.
    if reminders.count <= Outlook.maximumNamesakes { reminders += own }
    return left
  }
}

extension Reminder {
  /// What another fire has to be equal in.
  fileprivate func key(of fire: Fire) -> Namesakes.FireKey {
    Namesakes.FireKey(
      at: fire.at, repetition: fire.repetition, content: contents[fire.component])
  }
}
