import CalendarFixtures
import Foundation
import Testing

/// Reminders on notification servers that crash, hang, start late or hand over their name.
@Suite(.enabled(if: DesktopSession.obstacle == nil, DesktopSession.obstacle))
struct NotificationServerTests {
  /// The capabilities of a stand-in that shows buttons.
  private static let standIn = "actions body"

  /// An event of an hour on Monday, with an alarm at its start.
  private static func event(_ title: String, _ time: String, link: String? = nil) -> String {
    CalendarText.event(
      "\(title)@example.org", start: "DTSTART:20280103T\(time)00Z", title: title,
      lines: ["DURATION:PT1H"] + [link.map { "CONFERENCE;VALUE=URI:\($0)" }].compactMap { $0 })
  }

  /// Runs a script at 08:00 in UTC on a Monday, with the events in `a.ics`.
  private func run(
    _ events: [String], server: String = standIn, _ script: String
  ) throws -> DesktopSession.Record {
    let calendar = CalendarText.calendar(events)
    return try DesktopSession.with(["a.ics": calendar]) { session in
      try session.run(
        at: "2028-01-03T08:00:00Z",
        """
        # The first renewal and its watcher may still run when the command returns.
        install() { "$PROGRAM" install --quiet "$@" a.ics && settle; }
        # Prints the titles on the screen in a line.
        titles() { shown | sed 's/.*"title": "\\([^"]*\\)".*/\\1/' | sort | paste -sd, ; }
        # Prints the exit status of status, and its lines about titles with their headings.
        status() {
          code=0
          "$PROGRAM" status >status.txt || code=$?
          echo $code
          awk -v title="$1" '/:$/ { section = $0 } $0 ~ title { print section $0 }' status.txt
        }
        # Prints the links that were opened.
        opened() { cat "$directory"/opened/* 2>/dev/null | tr '\\0' '\\n' | grep example || true; }
        server \(server)
        \(script)
        """)
    }
  }

  /// The titles of notifications that a server has shown and that replace no other.
  private func titles(_ shown: [ShownNotification]) -> [String] {
    shown.filter { $0.id != nil && $0.replaced == 0 }.map(\.title)
  }

  // MARK: Restarts

  private func checkRestart(of server: String) throws {
    let record = try run(
      [
        Self.event("pill", "0900"), Self.event("talk", "0901", link: "https://example.org/talk"),
        Self.event("walk", "0902"),
      ],
      server: server,
      """
      install
      walk 2028-01-03T09:01:05Z
      titles
      restart_server
      settle
      titles
      press Join talk
      opened
      walk 2028-01-03T09:02:05Z
      press Done walk
      titles
      dismiss
      left
      status 'pill|talk|walk'
      """)
    let lines = record.text.split(separator: "\n")
    try #require(lines.count == 8, "\(record.text)")
    #expect(
      lines.prefix(5) == ["pill,talk", "pill,talk", "https://example.org/talk", "pill", "0"])
    #expect(lines[5].contains("walk") && lines[5].contains("done"))
    #expect(lines[6].contains("talk") && lines[6].contains("opened"))
    #expect(lines[7].contains("pill") && lines[7].contains("dismissed"))
    #expect(titles(record.shown).sorted() == ["pill", "pill", "talk", "talk", "walk"])
    // The server counts from 1 again.
    let first = record.shown.filter { $0.server == record.shown.first?.server }
    let second = record.shown.filter { $0.server != record.shown.first?.server }
    #expect(Set(first.map(\.id)).isSubset(of: Set(second.map(\.id))), "\(record.lines)")
    #expect(record.opened.count == 1)
  }

  @Test(arguments: [standIn, "dunst"])
  func `a restarted server shows the reminders on the screen again, once`(
    _ server: String
  ) throws {
    try checkRestart(of: server)
  }

  @Test(.enabled(if: DesktopSession.obstacleToMako == nil, DesktopSession.obstacleToMako))
  func `a restarted mako shows the reminders on the screen again, once`() throws {
    try checkRestart(of: "mako")
  }

  @Test func `a notification with a former server's number is not taken for a reminder`() throws {
    let record = try run(
      [Self.event("pill", "0900", link: "https://example.org/pill"), Self.event("new", "0901")],
      """
      install --nag 1xPT5M
      walk 2028-01-03T09:00:05Z
      # The watcher learns of the restart after another program has got the number 1.
      watching=$(watcher)
      kill -STOP "$watching"
      restart_server
      unclocked notify-send -A open=Join -A done=Done mail >/dev/null &
      mailed() { shown | grep -q '"title": "mail"'; }
      wait_for mailed
      emit ActionInvoked 1 open
      emit ActionInvoked 1 done
      emit NotificationClosed 1 2
      kill -CONT "$watching"
      settle
      walk 2028-01-03T09:01:05Z
      press Done new
      titles
      opened
      walk 2028-01-03T09:10:05Z
      titles
      """)
    #expect(record.text == "pill\npill\n")
    // The repeat of `pill` replaces the notification on the second server.
    let pills = record.titled("pill")
    #expect(pills.map(\.isClosed) == [false, true, false])
    #expect(record.titled("new").count == 1)
  }

  @Test func `a server that takes the name over shows the reminders again, once`() throws {
    let record = try run(
      [Self.event("talk", "0900", link: "https://example.org/talk"), Self.event("pill", "0900")],
      """
      install
      walk 2028-01-03T09:00:05Z
      former=$(owner UniqueName)
      hand_over \(Self.standIn)
      settle
      titles
      # The former server still runs, and its signals are ignored.
      for number in 1 2; do
        sender=$former emit ActionInvoked $number open
        sender=$former emit NotificationClosed $number 2
      done
      settle
      opened
      press Done pill
      titles
      # The former server gets the name back.
      server none
      settle
      titles
      press Join talk
      opened
      left
      """)
    #expect(
      record.text == """
        pill,talk
        talk
        talk
        https://example.org/talk

        """)
    #expect(titles(record.shown).sorted() == ["pill", "pill", "talk", "talk", "talk"])
  }

  // MARK: Forged signals

  @Test func `signals from another program than the server do nothing`() throws {
    let record = try run(
      [Self.event("talk", "0900", link: "https://example.org/talk"), Self.event("pill", "0900")],
      """
      install
      walk 2028-01-03T09:00:05Z
      for number in 0 1 2 3 4294967295; do
        forge ActivationToken $number stolen
        forge ActionInvoked $number open
        forge ActionInvoked $number done
        forge NotificationClosed $number 2
      done
      # The server itself names unknown notifications and buttons.
      emit ActionInvoked 7 open
      emit NotificationClosed 7 2
      emit ActionInvoked 1 "$(printf '%01000d' 0)"
      settle
      opened
      status 'talk|pill' | grep -v 'not answered yet'
      left
      press Join talk
      press Done pill
      opened
      left
      ! test -f "$directory/tokens" || cat "$directory/tokens"
      """)
    #expect(record.text == "0\nwaits\nhttps://example.org/talk\n")
    #expect(titles(record.shown).sorted() == ["pill", "talk"])
  }

  // MARK: Silence

  @Test func `a reminder waits for a server, for seconds or for days`() throws {
    let record = try run(
      [Self.event("early", "0900"), Self.event("late", "1000")],
      server: "none",
      """
      install
      walk 2028-01-03T09:00:05Z
      status early
      server \(Self.standIn)
      settle
      titles
      status early
      press Done early
      left
      server none
      walk 2028-01-06T09:00:00Z
      status late
      server \(Self.standIn)
      settle
      titles
      status late
      dismiss
      left
      """)
    let lines = record.text.split(separator: "\n")
    try #require(lines.count == 10, "\(record.text)")
    #expect(lines[0] != "0" && lines[1].contains("waiting") && lines[1].contains("09:00"))
    #expect(lines[2] == "early" && lines[3] == "0" && lines[4].contains("not answered yet"))
    #expect(lines[5] != "0" && lines[6].contains("waiting") && lines[6].contains("10:00"))
    #expect(lines[7] == "late" && lines[8] == "0" && lines[9].contains("not answered yet"))
    #expect(titles(record.shown) == ["early", "late"])
  }

  @Test func `a server that is busy for six seconds shows a reminder with its buttons, once`()
    throws
  {
    let record = try run(
      [Self.event("pill", "0900"), Self.event("talk", "0900")],
      """
      install
      hold_server
      (sleep 6 && release_server) &
      walk 2028-01-03T09:00:30Z
      titles
      """)
    #expect(record.text == "pill,talk\n")
    #expect(record.shown.map(\.title).sorted() == ["pill", "talk"])
    #expect(record.shown.allSatisfy { $0.actions["done"] == "Done" })
  }

  @Test(arguments: ["before", "after"])
  func `a reminder on which the server crashes is shown by the next one`(
    _ moment: String
  ) throws {
    let record = try run(
      [Self.event("pill", "0900")],
      server: "--crash=\(moment) \(Self.standIn)",
      """
      install
      walk 2028-01-03T09:00:30Z
      server \(Self.standIn)
      settle
      titles
      press Done pill
      left
      """)
    #expect(record.text == "pill\n")
    #expect(record.titled("pill").filter { $0.id != nil }.count == (moment == "after" ? 2 : 1))
  }

  @Test func `a reminder on which the server hangs is shown by the next one`() throws {
    let record = try run(
      [Self.event("pill", "0900")],
      """
      install
      hold_server
      (sleep 3 && kill -KILL $server_process) &
      walk 2028-01-03T09:00:30Z
      server \(Self.standIn)
      settle
      titles
      press Done pill
      left
      """)
    #expect(record.text == "pill\n")
    #expect(titles(record.shown) == ["pill"])
  }

  @Test func `a reminder starts a server that the bus activates`() throws {
    let record = try run(
      [Self.event("pill", "0900")],
      server: "none",
      """
      on_demand "/usr/bin/python3 $harness/server.py \(Self.standIn)"
      install
      walk 2028-01-03T09:00:05Z
      settle
      titles
      """)
    #expect(record.text == "pill\n")
  }

  @Test func `a reminder waits for a server that the bus fails to activate`()
    throws
  {
    let record = try run(
      [Self.event("pill", "0900")],
      server: "none",
      """
      printf '#!/bin/sh\\necho tried >>"%s/tries"\\nexit 1\\n' "$directory" >fails
      chmod +x fails
      on_demand "$PWD/fails"
      install
      walk 2028-01-04T09:00:00Z
      test "$(wc -l <"$directory/tries")" -le 5 || cat "$directory/tries"
      server \(Self.standIn)
      settle
      titles
      """)
    #expect(record.text == "pill\n")
    #expect(titles(record.shown) == ["pill"])
  }

  // MARK: Answers

  @Test func `the status lists the outcome of each reminder`() throws {
    let names = ["done", "snoozed", "opened", "dismissed", "expired", "ignored"]
    let events = names.map { Self.event("event-\($0)", "0900", link: "https://example.org/\($0)") }
    let record = try run(
      events,
      """
      install --one-by-one
      walk 2028-01-03T09:00:05Z
      press Done event-done
      press 'Snooze 1 hour' event-snoozed
      press Join event-opened
      close 2 event-dismissed
      close 1 event-expired
      "$PROGRAM" status | sed -n 's/.*09:00[:0-9]* *event-//p' | tr -s ' ' | sort
      """)
    #expect(
      record.text == """
        dismissed dismissed
        done done
        expired expired unseen
        ignored not answered yet
        opened opened
        snoozed snoozed

        """)
  }

  @Test func `no process is left after the last answer or an uninstallation`() throws {
    let record = try run(
      [
        Self.event("pill", "0900"), Self.event("talk", "0900", link: "https://example.org/talk"),
        Self.event("late", "1000"),
      ],
      """
      install
      left
      walk 2028-01-03T09:00:05Z
      left
      press Join talk
      left
      press Done pill
      left
      walk 2028-01-03T10:00:05Z
      left
      "$PROGRAM" uninstall --quiet
      left
      ls -A "$HOME/.local/state/ics2notify" 2>/dev/null || true
      systemctl --user --plain --no-legend list-units --all 'ics2notify*'
      """)
    #expect(record.text == "waits\nwaits\nwaits\n")
  }

  @Test func `the next watcher takes over the notifications of a killed one`() throws {
    let record = try run(
      [Self.event("pill", "0900"), Self.event("talk", "0901", link: "https://example.org/talk")],
      """
      install
      walk 2028-01-03T09:01:05Z
      former=$(watcher)
      kill -KILL "$former"
      replaced() { found=$(watcher) && test -n "$found" -a "$found" != "$former"; }
      wait_for replaced
      settle
      titles
      press Join talk
      opened
      titles
      press Done pill
      left
      """)
    #expect(record.text == "pill,talk\nhttps://example.org/talk\npill\n")
    // A server may send its answers to the connection alone that has shown a reminder, so the next
    // watcher shows it again in its place.
    #expect(titles(record.shown) == ["pill", "talk"])
    #expect(record.shown.map(\.replaced) == [0, 0] + record.shown.prefix(2).map { $0.id ?? -1 })
  }

  // MARK: Logins

  @Test func `a login shows the reminders of the last session again, once`() throws {
    let record = try run(
      [Self.event("pill", "0900"), Self.event("talk", "0900"), Self.event("walk", "0900")],
      """
      install
      walk 2028-01-03T09:00:05Z
      press Done talk
      titles
      # With lingering, the manager survives the logout.
      server none
      walk 2028-01-03T12:00:00Z
      status 'pill|walk' | grep -c waiting
      server \(Self.standIn)
      settle
      titles
      press Done walk
      # Without lingering, it does not.
      stop_manager
      pass_days 1
      start_manager
      settle
      titles
      walk 2028-01-05T00:00:00Z
      titles
      press Done pill
      left
      """)
    #expect(record.text == "pill,walk\n2\npill,walk\npill\npill\n")
    #expect(titles(record.shown).sorted() == ["pill", "pill", "pill", "talk", "walk", "walk"])
  }

  // MARK: Requests

  @Test func `xdg-open gets the activation token, unless the token is malformed`() throws {
    let names = ["plain", "usual", "blank", "lines", "percent", "long"]
    let record = try run(
      names.map { Self.event($0, "0900", link: "https://example.org/\($0)") },
      """
      install --one-by-one
      walk 2028-01-03T09:00:05Z
      press Join plain
      token=gnome-shell/app/1-2-host_TIME345 press Join usual
      token='a b' press Join blank
      token=$(printf 'a\\nXDG_X=1') press Join lines
      token='%h$HOME' press Join percent
      token=$(printf '%010000d' 0) press Join long
      opened
      cat "$directory/tokens"
      """)
    let lines = record.text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(names.count).sorted() == names.map { "https://example.org/\($0)" }.sorted())
    let tokens = lines.dropFirst(names.count)
    #expect(tokens.first == "gnome-shell/app/1-2-host_TIME345")
    // A token of one word can be passed on unchanged.
    #expect(tokens.dropFirst().allSatisfy { $0 == "%h$HOME" }, "\(tokens)")
  }

  @Test func `--stay sets the timeout to 0 and leaves the urgency alone`() throws {
    let record = try run(
      [Self.event("usual", "0900"), Self.event("pills", "0901")],
      """
      install --stay --level critical=SUMMARY:pills
      walk 2028-01-03T09:01:05Z
      """)
    #expect(record.shown.map(\.title) == ["usual", "pills"])
    #expect(record.shown.map { $0.hints["urgency"] } == ["1", "2"])
    #expect(record.shown.map(\.timeout) == [0, 0])
  }

  /// Arguments of the stand-in, whether the server shows the default action as a button, how many
  /// buttons it shows, and how many choices of snoozing.
  @Test(arguments: [
    (standIn, false, 4, 2), ("--name=Xfce_Notify_Daemon --vendor=Xfce \(standIn)", true, 4, 2),
    ("--name=lxqt-notificationd --vendor=lxqt.org \(standIn)", true, 3, 1),
    ("--name=gnome-shell --vendor=GNOME \(standIn)", false, 3, 2),
  ])
  func `the buttons are Join, Done and Snooze, each once`(
    server: String, showsDefault: Bool, count: Int, snoozes: Int
  ) throws {
    let record = try run(
      [Self.event("talk", "0900", link: "https://example.org/talk"), Self.event("pill", "0900")],
      server: server,
      """
      install --snooze PT5M,08:00
      walk 2028-01-03T09:00:05Z
      press Join talk
      opened
      """)
    #expect(record.text == "https://example.org/talk\n")
    let talk = try #require(record.titled("talk").first)
    let pill = try #require(record.titled("pill").first)
    #expect(talk.keys.contains("default") == !showsDefault)
    #expect(!pill.keys.contains("default"))
    let labels = { (one: ShownNotification) in
      one.keys.filter { $0 != "default" }.map { one.actions[$0] }
    }
    let usual = ["Done", "Snooze 5 minutes", "Snooze until tomorrow 08:00"]
    #expect(labels(talk) == Array((["Join"] + usual).prefix(count)))
    #expect(labels(pill) == Array(usual.prefix(1 + snoozes)))
  }

  @Test func `the timer of a snoozed reminder is started once`() throws {
    let record = try run(
      [Self.event("a", "0900"), Self.event("b", "0910"), Self.event("c", "0920")],
      """
      # Writes down the calls of systemd-run that fail.
      rm /usr/bin/systemd-run
      printf '#!/bin/sh\\n%s/bin/systemd-run "$@" || { echo "$*" >>%s/refused; exit 1; }\\n' \\
        "$directory" "$directory" >/usr/bin/systemd-run
      chmod +x /usr/bin/systemd-run
      install
      walk 2028-01-03T09:00:05Z
      press 'Snooze 1 hour' a
      walk 2028-01-03T09:20:05Z
      systemctl --user --no-legend list-timers 'ics2notify-snooze-*' | wc -l
      walk 2028-01-03T10:01:00Z
      titles
      cat "$directory/refused" 2>/dev/null || true
      grep UnitExists "$directory/recording" || true
      """)
    #expect(record.text == "1\na,b,c\n")
  }

  @Test func `test without a server fails and leaves no reminder behind`() throws {
    let record = try run(
      [], server: "none",
      """
      code=0
      "$PROGRAM" test >said.txt 2>&1 || code=$?
      echo $code
      server \(Self.standIn)
      settle
      shown
      left
      "$PROGRAM" test >said.txt
      settle
      shown | wc -l
      dismiss
      left
      """)
    #expect(record.text == "69\n1\n")
  }
}
