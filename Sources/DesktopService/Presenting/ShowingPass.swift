import CivilTime
import DesktopReminders
import NotificationTriggers
import ProgramSupport
import SessionBus

/// A pass over notifications: the facts that hold for all of them, and those that the server shows
/// but the state doesn't record yet.
struct ShowingPass {
  /// A notification that the server shows.
  struct Shown {
    let notification: ReminderNotification
    /// The server's ID, or 0.
    let number: UInt32
    let at: Instant
    let sound: ShownNotification.Sound?
  }

  let server: NotificationServer
  let header: DueTable.Header
  let words: NotificationText
  /// The notifications that the state doesn't record yet.
  package var shown: [Shown] = []
  private let bus: SessionBus
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant
  /// Whether the server drops or silences notifications, by whether they are critical.
  private var drops: [Bool: Bool] = [:]
  private var silences: [Bool: Bool] = [:]

  /// The most notifications between two records, and the longest time between them.
  static let size = 50
  private static let longest = Duration.seconds(1)

  init(_ server: NotificationServer, presenter: ReminderPresenter, on bus: SessionBus)
    throws(Failure)
  {
    self.server = server
    self.bus = bus
    header = try presenter.readTable().header
    words = try presenter.words(of: header)
    start = clock.now
  }

  /// Whether it is time for a record.
  var isFull: Bool {
    shown.count >= ShowingPass.size || (!shown.isEmpty && clock.now >= start + ShowingPass.longest)
  }

  /// Begins a new batch.
  mutating func begin() {
    shown = []
    start = clock.now
  }

  /// Whether the server would drop a notification now.
  mutating func isDropped(_ notification: ReminderNotification) -> Bool {
    let isCritical = notification.level == .critical
    let isDropped = drops[isCritical] ?? server.drops(isCritical: isCritical, on: bus)
    drops[isCritical] = isDropped
    return isDropped
  }

  /// Whether the server would hide a notification now.
  mutating func isSilent(_ notification: ReminderNotification) -> Bool {
    let isCritical = notification.level == .critical
    let isSilent = silences[isCritical] ?? server.isSilent(isCritical: isCritical, on: bus)
    silences[isCritical] = isSilent
    return isSilent
  }
}
