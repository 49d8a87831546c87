import CivilTime
import DesktopReminders
import Testing

/// Done and Snooze, for all reminders that they silence.
@Suite struct AnswerTests {
  private let noon = TestReminders.noon
  private let server = ServerConnection(bus: "bus", name: ":1.1")

  /// An alarm with repeats every five minutes.
  private func nag(_ repetition: Int, alarm: Int = 0) -> ReminderNotification {
    ReminderNotification(
      .single,
      [
        TestReminders.reminder(
          "a", at: noon + repetition * 300, alarm: alarm, repetition: repetition, start: noon)
      ])
  }

  /// Canonically equivalent letters: KELVIN SIGN and K.
  @Test func `a canonically equivalent UID doesn't hide another event's reminder`() throws {
    for (uids, sources) in [
      (["\u{212A}@x", "K@x"], ["a.ics", "a.ics"]), (["u", "u"], ["\u{212A}.ics", "K.ics"]),
    ] {
      let both = zip(uids, sources).enumerated().map { number, names in
        TestReminders.reminder(
          names.0, at: noon + number, start: noon + 60, source: names.1)
      }
      #expect(Set(both.map(\.origin)).count == 2)
      var state = DesktopState(from: noon - 10)
      try state.take(from: TestReminders.table(both), now: noon + 600)
      #expect(state.pending.count == 2 && state.pending.allSatisfy { $0.reminders[0].twins == [] })
      var copies = both[0]
      copies.join(both[1].origin)
      #expect(copies.twins.count == 1)
      let candidates = both.map { DoneChoice.Candidate($0, .open) }
      let choice = DoneChoice(candidates, TimeWords(now: noon, zone: .gmt)).choose([])
      guard case .due(let all) = choice else {
        Issue.record("one of two is chosen")
        continue
      }
      #expect(all.count == 2)
    }
  }
}
