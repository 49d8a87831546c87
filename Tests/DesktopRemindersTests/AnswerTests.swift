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

  @Test func `a waiting repeat ends with Done, and returns with it`() throws {
    var state = DesktopState(from: noon)
    state.show(nag(0), on: server, as: 1, at: noon)
    state.close(1, of: server, as: .expired)
    state.pending = [nag(1), nag(2, alarm: 1)]
    state.finish(nag(0), number: 1, at: noon + 310)
    #expect(state.pending == [nag(2, alarm: 1)])
    let record = try #require(state.lastFinished(number: 1))
    let isUndone = state.undo(record, at: noon + 320)
    #expect(isUndone && state.pending == [nag(2, alarm: 1), nag(1)])
  }

  @Test func `a waiting repeat ends with Snooze, if it is before the end`() {
    var state = DesktopState(from: noon)
    state.show(nag(0), on: server, as: 1, at: noon)
    // It was snoozed before, and waits.
    state.pending = [nag(0), nag(1), nag(2), nag(1, alarm: 1)]
    let isSnoozed = state.snooze(nag(0), until: noon + 600)
    #expect(isSnoozed && state.pending == [nag(2), nag(1, alarm: 1)])
  }

  @Test func `an answer to a replaced notification also closes the repeat on the screen`() throws {
    var state = DesktopState(from: noon)
    state.show(nag(0), on: server, as: 1, at: noon)
    let replaced = state.replace(by: nag(1), on: server, at: noon + 300)
    #expect(replaced == [1])
    state.show(nag(1), on: server, as: 2, at: noon + 300)
    state.show(nag(1, alarm: 1), on: server, as: 3, at: noon + 300)
    var snoozed = state
    state.finish(nag(0), number: 1, at: noon + 310)
    #expect(state.shown.map(\.outcome) == [.done, .done, nil])
    let record = try #require(state.lastFinished(number: nil))
    let isUndone = state.undo(record, at: noon + 320)
    #expect(isUndone && state.pending == [nag(1)])
    #expect(state.shown.map(\.outcome) == [.replaced, nil])
    _ = snoozed.snooze(nag(0), until: noon + 900)
    #expect(snoozed.shown.map(\.outcome) == [.replaced, .snoozed, nil])
  }
}
