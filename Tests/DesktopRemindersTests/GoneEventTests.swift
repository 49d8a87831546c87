import CivilTime
import Testing

@testable import DesktopReminders

/// Waiting reminders whose events are gone.
@Suite struct GoneEventTests {
  private let noon = TestReminders.noon

  private func notification(_ title: String) -> ReminderNotification {
    ReminderNotification(.single, of: [TestReminders.reminder(title, at: noon)])
  }

  @Test func `at its time, a reminder is not shown if its event is gone, and else it is`() {
    var state = DesktopState(from: noon)
    let both = ["a", "b"].map { TestReminders.reminder($0, at: noon) }
    state.pending = [
      ReminderNotification(.several, of: both), notification("c"), notification("d"),
    ]
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

  @Test func `Done that is taken back doesn't show a reminder whose event is gone`() throws {
    let server = ServerConnection(bus: "bus", name: ":1.1")
    for isWhole in [false, true] {
      var state = DesktopState(from: noon)
      let one = notification("a")
      state.show(one, on: server, as: 1, at: noon)
      state.pending = [notification("b")]
      if isWhole {
        state.finishOccurrence(of: one.reminders[0], at: noon)
      } else {
        state.finish(one, number: 1, at: noon)
      }
      state.setGone { $0.title == "a" }
      let record = try #require(state.finished?.last)
      #expect(state.isGone(record))
      let isUndone = state.undo(record, at: noon + 60)
      state.dropGone(at: noon + 60)
      #expect(isUndone && state.pending == [notification("b")])
      #expect(state.shown.map(\.outcome) == [.gone])
    }
  }

  @Test func `a group and what became due after Done are checked`() throws {
    let server = ServerConnection(bus: "bus", name: ":1.1")
    let both = ["a", "b"].map { TestReminders.reminder($0, at: noon) }
    let later = TestReminders.reminder("a", at: noon + 60, alarm: 1, start: noon)
    var state = DesktopState(from: noon)
    state.show(ReminderNotification(.several, of: both), on: server, as: 1, at: noon)
    state.pending = [ReminderNotification(.several, of: both + [later])]
    state.finishOccurrence(of: both[0], at: noon + 10)
    try state.take(from: TestReminders.table([later]), now: noon + 60)
    let checked = Set(state.waitingReminders.map(\.identifier))
    #expect(checked == Set((both + [later]).map(\.identifier)))
    state.setGone { _ in false }
    #expect(state.finished.map { $0.map(state.isGone) } == [false])
  }
}
