import CivilTime
import DesktopReminders
import Foundation
import NotificationTriggers
import Testing

/// The sounds of notifications, and how long they ring.
@Suite struct SoundTests {
  private let noon = TestReminders.noon

  private func reminder(
    _ title: String, at: Instant? = nil, level: InterruptionLevel = .active, sound: String? = nil,
    rings: Bool = true
  ) -> DueReminder {
    var reminder = TestReminders.reminder(title, at: at ?? noon, level: level)
    reminder.soundFile = sound
    reminder.rings = rings
    return reminder
  }

  @Test func `a table keeps the sound of each reminder`() throws {
    let reminders = [
      reminder("a", sound: "/usr/share/a b.oga", rings: false), reminder("b"),
      reminder("c", rings: false),
    ]
    let read = try TestReminders.table(reminders).reminders(after: noon - 1, through: noon)
    #expect(read == reminders)
    #expect(read.map(\.soundFile) == ["/usr/share/a b.oga", nil, nil])
    #expect(read.map(\.rings) == [false, true, false])
  }

  /// Reminders of a notification, each with its minutes before noon, and the end of the ring in
  /// minutes after noon.
  private static let rings: [([(Int, InterruptionLevel, Bool)], Int?)] = [
    ([(0, .active, true)], 10), ([(0, .active, false)], nil), ([(0, .passive, true)], nil),
    ([(0, .critical, true)], 10), ([(12, .active, true)], -2),
    // A list rings for its latest member that rings.
    ([(600, .active, true), (5, .active, true), (0, .active, false)], 5),
    ([(600, .active, true), (30, .active, true)], -20),
    ([(0, .passive, true), (3, .active, true)], 7),
  ]

  @Test(arguments: rings)
  func `a notification rings for ten minutes after it is due`(
    members: [(Int, InterruptionLevel, Bool)], end: Int?
  ) {
    let reminders = members.map { minutes, level, rings in
      reminder("\(minutes)", at: noon - minutes * 60, level: level, rings: rings)
    }
    let notification = ReminderNotification(members.count > 1 ? .missed : .single, of: reminders)
    #expect(notification.ringsUntil == end.map { noon + $0 * 60 })
  }

  @Test func `a snoozed reminder rings again when it reappears`() throws {
    var state = DesktopState(from: noon - 10)
    let table = try TestReminders.table([reminder("a")])
    try state.take(from: table, now: noon)
    let first = try #require(state.pending.first)
    #expect(first.ringsUntil == noon + 600)
    let isSnoozed = state.snooze(first, until: noon + 3_600)
    #expect(isSnoozed)
    state.pending = []
    try state.take(from: table, now: noon + 3_605)
    let back = try #require(state.pending.first)
    #expect(back.ringsUntil == noon + 4_200)
    // The state file keeps the time.
    let read = try JSONDecoder().decode(
      ReminderNotification.self, from: JSONEncoder().encode(back))
    #expect(read == back)
  }

  @Test func `a list has the first sound of a reminder that isn't passive`() {
    let list = ReminderNotification(
      .several,
      of: [
        reminder("a", level: .passive, sound: "/passive.oga"), reminder("b"),
        reminder("c", sound: "/c.oga", rings: false), reminder("d", sound: "/d.oga", rings: false),
      ])
    #expect(list.soundFile == "/c.oga")
    #expect(ReminderNotification(.single, of: [reminder("b")]).soundFile == nil)
  }

  @Test func `a list keeps the reminders that ring, however many it has`() {
    let quiet = (0..<1_040).map { reminder("\($0)", rings: false) }
    let list = ReminderNotification(.several, of: quiet + [reminder("loud")])
    #expect(list.reminders.count == 1_000)
    #expect(list.ringsUntil == noon + 600)
  }
}
