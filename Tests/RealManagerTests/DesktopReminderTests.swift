import CalendarFixtures
import Foundation
import Testing

/// Calls of a notification server by `show`, as recorded on the bus.
@Suite(.enabled(if: DesktopSession.obstacle == nil, DesktopSession.obstacle))
struct DesktopReminderTests {
  /// Returns a calendar of events of one hour, with alarms at their start.
  private static func calendar(_ events: [(title: String, start: String)]) -> String {
    CalendarText.calendar(
      events.map {
        CalendarText.event(
          $0.title, start: "DTSTART:\($0.start)", title: $0.title, lines: ["DURATION:PT1H"])
      })
  }

  /// Runs a script at 08:00 UTC on a Monday.
  private func run(_ files: [String: String], _ script: String) throws -> DesktopSession.Record {
    try DesktopSession.with(files) { session in
      try session.run(
        at: "2028-01-03T08:00:00Z",
        """
        install() { "$PROGRAM" install --quiet "$@"; }
        \(script)
        """)
    }
  }

  @Test func `a server gets the sound, icon, category and urgency that it supports`() throws {
    let calendar = Self.calendar([
      ("usual", "20280103T090000Z"), ("quiet", "20280103T090100Z"), ("pills", "20280103T090200Z"),
    ])
    let record = try run(
      ["a.ics": calendar],
      """
      server actions body sound
      install --level passive=SUMMARY:quiet --level critical=SUMMARY:pills a.ics
      walk 2028-01-03T09:03:00Z
      """)
    try #require(record.shown.map(\.title) == ["usual", "quiet", "pills"])
    for one in record.shown {
      #expect(one.program == "ics2notify" && one.icon == "appointment-soon")
      #expect(one.hints["category"] == "x-ics2notify.reminder")
    }
    #expect(record.shown.map { $0.hints["urgency"] } == ["1", "0", "2"])
    // A passive reminder is silent, and a critical one stays.
    #expect(
      record.shown.map { $0.hints["sound-name"] } == [
        "alarm-clock-elapsed", nil, "alarm-clock-elapsed",
      ])
    #expect(record.shown.map { $0.timeout == 0 } == [false, false, true])
  }

  @Test func `a snoozed reminder is shown again on time, even after a logout or a suspend`() throws
  {
    let calendar = Self.calendar([
      ("a", "20280103T090000Z"), ("b", "20280103T100000Z"), ("c", "20280103T120000Z"),
    ])
    let record = try run(
      ["a.ics": calendar],
      """
      install a.ics
      walk 2028-01-03T09:00:05Z
      press "Snooze 15 minutes" a
      stop_manager
      start_manager
      walk 2028-01-03T09:20:00Z
      dismiss
      walk 2028-01-03T10:00:05Z
      press "Snooze 5 minutes" b
      suspend 2400
      press "Snooze until tomorrow 08:00" b
      walk 2028-01-03T12:00:05Z
      press "Snooze 5 minutes" c
      walk 2028-01-04T08:00:05Z
      dismiss
      "$PROGRAM" uninstall --quiet
      walk 2028-01-06T00:00:00Z
      """)
    try #require(record.shown.map(\.title) == ["a", "a", "b", "b", "c", "c", "b"])
    let shown = record.shown
    for (pressed, back) in [(0, 1), (4, 5)] {
      let length = pressed == 0 ? 900.0 : 300.0
      let due = try #require(shown[pressed].presses.first).at + length
      // The snooze ends at a whole second, before or after.
      #expect((-1.5..<20).contains(shown[back].at - due), "\(shown[back].at - due)")
    }
    // The snooze ends during the suspend, which lasts 40 minutes.
    let resumed = try #require(shown[2].presses.first).at + 2_400
    #expect((resumed..<resumed + 60).contains(shown[3].at), "\(shown[3].at - resumed)")
    // 08:00 on the next day.
    #expect(RealManager.due(shownAt: shown[6].at) == 1_830_585_600, "\(shown[6].at)")
  }

  @Test func `the commands snooze and done answer, and a moved event drops its snooze`()
    throws
  {
    let record = try run(
      [
        "a.ics": Self.calendar([("a", "20280103T090000Z"), ("b", "20280103T090000Z")]),
        "moved.ics": Self.calendar([("a", "20280103T110000Z"), ("b", "20280103T090000Z")]),
      ],
      """
      install a.ics
      walk 2028-01-03T09:00:05Z
      for title in a b; do
        number=$("$PROGRAM" status | sed -n "s/^ *\\([0-9]*\\)  .*  $title  not answered yet/\\1/p")
        "$PROGRAM" snooze "$number" --for 20m | sed 's/today .*/today TIME/'
      done
      settle
      shown
      "$PROGRAM" status | sed -n '/^snoozed until/,/^shown last/s/  Mon.*  / /p'
      # A renewal while something is snoozed.
      cp moved.ics a.ics
      systemctl --user start ics2notify-renew.service
      settle
      walk 2028-01-03T09:30:00Z
      shown | grep -c '"title": "b"'
      "$PROGRAM" done
      settle
      shown
      left
      walk 2028-01-03T11:00:05Z
      "$PROGRAM" done 7 2>&1 || echo $?
      ! grep -i warning "$directory/errors"
      """)
    #expect(
      record.text == """
        a: snoozed until today TIME
        b: snoozed until today TIME
          1 a
          2 b
        1
        b: done
        ics2notify: error: no reminder has the number 7; 'ics2notify status' lists the numbers
        65

        """)
    #expect(record.shown.map(\.title) == ["a", "b", "b", "a"])
  }

  @Test func `a snoozed reminder is shown if its event is there again, and else it is gone`() throws
  {
    let others = [("later", "20280110T090000Z")]
    let record = try run(
      [
        "a.ics": Self.calendar([("a", "20280103T090000Z"), ("b", "20280103T090000Z")] + others),
        "less.ics": Self.calendar(others),
        "back.ics": Self.calendar([("b", "20280103T090000Z")] + others),
      ],
      """
      install a.ics
      walk 2028-01-03T09:00:05Z
      for title in a b; do press "Snooze 15 minutes" $title; done
      cp less.ics a.ics
      systemctl --user start ics2notify-renew.service
      settle
      "$PROGRAM" status | sed -n '/^snoozed until/,/^shown last/s/.*  \\([ab]  .*\\)/\\1/p'
      cp back.ics a.ics
      systemctl --user start ics2notify-renew.service
      settle
      walk 2028-01-03T09:30:00Z
      "$PROGRAM" status | sed -n '/^shown last/,$s/.*  \\([ab]  .*\\)/\\1/p' | head -n 2
      """)
    #expect(record.shown.map(\.title).sorted() == ["a", "b", "b"], "\(record.shown.map(\.title))")
    #expect(
      record.text == """
        a  the event is gone
        b  the event is gone
        b  not answered yet
        a  the event is gone

        """, "\(record.text)")
  }

  @Test func `Done stops the nags of an alarm, and a moved event nags again`() throws {
    let record = try run(
      [
        "a.ics": Self.calendar([("a", "20280103T090000Z"), ("b", "20280103T090000Z")]),
        "moved.ics": Self.calendar([("a", "20280103T100000Z")]),
      ],
      """
      install --nag 3xPT1M a.ics
      walk 2028-01-03T09:01:05Z
      press Done a
      walk 2028-01-03T09:30:00Z
      dismiss
      cp moved.ics a.ics
      install --nag 3xPT1M a.ics
      walk 2028-01-03T10:01:05Z
      press Done a
      walk 2028-01-03T11:00:00Z
      """)
    let a = record.titled("a")
    let b = record.titled("b")
    func times(_ list: [ShownNotification]) -> [Int] {
      list.map { Int(RealManager.due(shownAt: $0.at)) - 1_830_502_800 }
    }
    // In seconds after 09:00.
    #expect(times(a) == [0, 60, 3_600, 3_660])
    #expect(times(b) == [0, 60, 120, 180])
    // Each repeat replaces the previous notification.
    #expect(b.dropLast().map(\.isClosed) == [true, true, true])
  }

  @Test func `a repeat replaces its reminder on the current server only`() throws {
    let record = try run(
      ["a.ics": Self.calendar([("a", "20280103T090000Z")])],
      """
      install --nag 2xPT1M a.ics
      walk 2028-01-03T09:00:05Z
      server none
      server dunst
      settle
      notify-send other
      walk 2028-01-03T09:01:05Z
      walk 2028-01-03T09:02:05Z
      shown | grep -c '"title": "other"'
      """)
    #expect(record.text == "1\n")
    let a = record.titled("a")
    try #require(a.count == 4)
    #expect(a.map(\.isClosed) == [false, true, true, false])
  }

  @Test func `missed reminders are shown once at login, as one list if there are many`() throws {
    let events = (0..<5).map { ("event \($0)", "2028010\(4 + $0 / 3)T0\(5 + $0)0000Z") }
    let record = try run(
      ["a.ics": Self.calendar(events), "b.ics": Self.calendar([("single", "20280108T090000Z")])],
      """
      install a.ics b.ics
      walk 2028-01-03T09:00:00Z
      stop_manager
      pass_days 3
      start_manager
      walk 2028-01-06T12:00:00Z
      dismiss
      stop_manager
      start_manager
      walk 2028-01-07T12:00:00Z
      stop_manager
      pass_days 2
      start_manager
      walk 2028-01-09T13:00:00Z
      """)
    #expect(record.shown.map(\.title) == ["5 missed reminders", "single"], "\(record.lines)")
    for event in events { #expect(record.shown.first?.body.contains(event.0) == true) }
    #expect(record.shown.last?.body.hasPrefix("Was due yesterday 09:00\n") == true)
  }

  @Test func `named installations show, snooze and uninstall independently`() throws {
    let record = try run(
      [
        "a.ics": Self.calendar([("home", "20280103T090000Z")]),
        "b.ics": Self.calendar([("work", "20280103T090000Z")]),
      ],
      """
      install --name home a.ics
      install --name work b.ics
      walk 2028-01-03T09:00:05Z
      press "Snooze 5 minutes" home
      press "Snooze 5 minutes" work
      "$PROGRAM" uninstall --quiet --name home
      walk 2028-01-03T09:30:00Z
      """)
    #expect(record.shown.map(\.title).sorted() == ["home", "work", "work"])
    #expect(record.shown.last?.title == "work")
  }

  // The argument is the seed of the delays.
  @Test(arguments: [1])
  func `killed processes neither lose reminders nor damage the state`(
    _ seed: Int
  ) throws {
    // Thirty reminders, a minute apart. Each tenth has three more in the same second.
    let events = (0..<30).flatMap { number in
      (0...(number % 10 == 9 ? 3 : 0)).map {
        ("event \(number).\($0)", "20280103T09\(number < 10 ? "0" : "")\(number)00Z")
      }
    }
    let record = try run(
      ["a.ics": Self.calendar(events)],
      """
      install a.ics
      (
        turn=\(seed)
        while :; do
          turn=$(((turn * 1103515245 + 12345) % 2147483648))
          sleep "$(printf '0.%03d' $((turn / 65536 % 240)))"
          for child in $(cat "/proc/$process/task/$process/children"); do
            # The program, its watcher, or the fallback script.
            case $(cat "/proc/$child/comm" 2>/dev/null) in
              "" | dbus-daemon) ;;
              *) kill -9 "$child" 2>/dev/null || true ;;
            esac
          done
        done
      ) &
      killer=$!
      walk 2028-01-03T09:40:00Z
      kill $killer
      wait $killer 2>/dev/null || true
      systemctl --user start ics2notify-show.service || true
      walk 2028-01-03T10:00:00Z
      /usr/bin/python3 -m json.tool "$HOME/.local/state/ics2notify/ics2notify.json" >/dev/null &&
        echo whole
      """)
    #expect(record.text.hasSuffix("whole\n"), "\(record.text)")
    // Each watcher shows its predecessor's reminders again, replacing them. If the predecessor was
    // killed before it stored a server's number, the next watcher shows a second notification, but
    // never more.
    var unnamed = 0
    for (title, _) in events {
      let shown = record.shown.filter {
        $0.title == title || $0.body.split(separator: "\n").contains { $0.hasSuffix(title) }
      }
      let callers = shown.filter { $0.replaced == 0 }.map(\.caller)
      #expect(Set(callers).count == callers.count, "\(title): \(callers)")
      if shown.isEmpty { unnamed += 1 }
    }
    // A list of more than eight reminders names seven, and counts the others.
    let lists = Set(record.shown.map(\.body)).compactMap {
      $0.firstMatch(of: /and (\d+) more$/)
    }
    let counted = lists.reduce(0) { $0 + (Int($1.1) ?? 0) }
    #expect(unnamed <= counted, "\(unnamed) reminders are lost: \(record.lines)")
    let copies = Set(record.shown.filter { $0.replaced == 0 }.map { "\($0.title) \($0.caller)" })
    print(
      "\(copies.count) notifications of 30, and \(Set(record.shown.map(\.caller)).count) watchers")
  }
}
