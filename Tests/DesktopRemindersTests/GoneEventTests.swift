import CivilTime
import Testing

@testable import DesktopReminders

/// Waiting reminders whose events are gone.
@Suite struct GoneEventTests {
  private let noon = TestReminders.noon

  private func notification(_ title: String) -> ReminderNotification {
    ReminderNotification(.single, [TestReminders.reminder(title, at: noon)])
  }

  @Test func `at its time, a reminder is not shown if its event is gone, and else it is`() {
    var state = DesktopState(from: noon)
    let both = ["a", "b"].map { TestReminders.reminder($0, at: noon) }
    state.pending = [ReminderNotification(.several, both), notification("c"), notification("d")]
    _ = state.snooze(notification("e"), until: noon + 60)
    state.setGone { ["a", "c", "d", "e"].contains($0.title) }
    #expect(state.snoozed.count == 1 && state.pending.count == 3)
    #expect(state.isGone(notification("e")) && !state.isGone(state.pending[0]))
    // The event of d is there again.
    state.setGone { ["a", "c", "e"].contains($0.title) }
    state.returnSnoozed(at: noon + 60)
    state.dropGone(at: noon + 60)
    #expect(state.pending.map { $0.reminders.map(\.title) } == [["b"], ["d"]])
    #expect(state.shown.map(\.outcome) == [.gone, .gone])
    #expect(state.shown.flatMap(\.notification.reminders).map(\.title) == ["c", "e"])
    // They can't be answered, since the user didn't see them.
    #expect(state.lastShown(number: nil) == nil)
  }
}
