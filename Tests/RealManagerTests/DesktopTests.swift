import CalendarFixtures
import Foundation
import Testing

/// Reminders on a desktop: a real manager, a real session bus and a real notification server.
@Suite(.enabled(if: RealManager.obstacleToDesktop == nil, RealManager.obstacleToDesktop))
struct DesktopTests {
  /// A notification on the screen.
  private struct Shown: Decodable, Equatable {
    let title, body: String
    let urgency: Int
    let actions: [String: String]
  }

  /// Returns an event of one hour, by default with an alarm at its start.
  private static func event(
    _ uid: String, at start: String, title: String? = nil, more: String? = nil,
    alarm: String = "PT0S"
  ) -> String {
    CalendarText.event(
      uid, start: "DTSTART:\(start)", title: title ?? uid,
      lines: ["DURATION:PT1H"] + [more].compactMap { $0 }, alarm: alarm)
  }

  private static func calendar(_ components: String...) -> String {
    CalendarText.calendar(components)
  }

  /// Runs a script at 08:00 UTC on a Monday, and returns the notifications on the screen at each
  /// `look`.
  private func screens(_ files: [String: String], _ script: String) throws -> [[Shown]] {
    try RealManager.with(files) { manager in
      let text = try manager.runDesktop(
        zone: "UTC", at: "2028-01-03T08:00:00Z",
        """
        install() { "$PROGRAM" install --quiet "$@"; }
        look() { shown && echo --; }
        \(script)
        """)
      return try text.components(separatedBy: "--\n").dropLast().map { screen in
        try screen.split(separator: "\n").map {
          try JSONDecoder().decode(Shown.self, from: Data($0.utf8))
        }
      }
    }
  }

  @Test func `a reminder shows the time of the event, and has buttons`() throws {
    let calendar = Self.calendar(
      Self.event(
        "a", at: "20280103T090000Z", title: "Stand-up",
        more: "CONFERENCE;VALUE=URI:https://meet.example.org/a\nLOCATION:Room 3",
        alarm: "-PT10M"),
      Self.event("b", at: "20280104T100000Z", title: "Dentist", alarm: "-P1DT1H"))
    let screens = try screens(
      ["a.ics": calendar],
      """
      install a.ics
      walk 2028-01-03T08:50:01Z
      look
      walk 2028-01-03T09:00:01Z
      look
      """)
    let snoozes = [
      "snooze-PT5M": "Snooze 5 minutes", "snooze-PT15M": "Snooze 15 minutes",
      "snooze-PT1H": "Snooze 1 hour", "snooze-08:00": "Snooze until tomorrow 08:00",
      "done": "Done",
    ]
    let standUp = Shown(
      title: "Stand-up", body: "09:00-10:00, in 10 minutes\nRoom 3", urgency: 1,
      actions: snoozes.merging(["default": "Join"]) { first, _ in first })
    let dentist = Shown(
      title: "Dentist", body: "Tomorrow 10:00-11:00", urgency: 1, actions: snoozes)
    #expect(screens == [[standUp], [standUp, dentist]])
  }

  @Test func `a snoozed reminder is shown again on time, even after a renewal`() throws {
    let calendar = Self.calendar(
      Self.event("a", at: "20280103T090000Z", alarm: "PT0S\nREPEAT:2\nDURATION:PT2M"))
    let other = Self.calendar(Self.event("b", at: "20280103T120000Z"))
    try RealManager.with(["a.ics": calendar, "b.ics": other]) { manager in
      let text = try manager.runDesktop(
        zone: "UTC", at: "2028-01-03T08:00:00Z",
        """
        mkdir 'a %h "b" c'
        cp "$PROGRAM" 'a %h "b" c'
        PROGRAM=$PWD/'a %h "b" c/ics2notify'
        "$PROGRAM" install --quiet a.ics
        walk 2028-01-03T09:00:01Z
        press "Snooze 5 minutes"
        until=$("$PROGRAM" status | sed -n 's/^ .*Mon 2028-01-03 \\(09:05[:0-9]*\\) .*/\\1/p')
        "$PROGRAM" install --quiet a.ics b.ics
        walk "$(date -u -d "2028-01-03 $until UTC - 30 seconds" +%Y-%m-%dT%H:%M:%SZ)"
        shown
        walk 2028-01-03T09:05:58Z
        shown
        date -u -d "2028-01-03 $until UTC" +%s
        # The bus records the time of a call in microseconds.
        grep '"member":"Notify"' "$directory/recording" | tail -n 1 |
          sed 's/.*"timestamp-realtime":\\([0-9]*\\)[0-9]\\{6\\}.*/\\1/'
        """)
      let lines = text.split(separator: "\n")
      try #require(lines.count == 3, "\(text)")
      // The snooze silences the repeats of 09:02 and 09:04.
      let back = try JSONDecoder().decode(Shown.self, from: Data(lines[0].utf8))
      #expect(back.title == "a" && back.body == "09:00-10:00, 5 minutes ago")
      let (until, shown) = (try #require(Int(lines[1])), try #require(Int(lines[2])))
      // A loaded machine takes some seconds to start three programs.
      #expect((until..<until + 20).contains(shown))
    }
  }

  @Test func `a to-do marked as done stays silent after renewals, until it is moved`() throws {
    let toDo = """
      BEGIN:VTODO
      UID:tax
      DTSTAMP:20280101T000000Z
      DUE:20280103T180000Z
      SUMMARY:Tax
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER;RELATED=END:-PT9H
      END:VALARM
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER;RELATED=END:-PT8H
      END:VALARM
      END:VTODO

      """
    let screens = try screens(
      [
        "a.ics": Self.calendar(toDo, Self.event("b", at: "20280103T100000Z")),
        "later.ics": Self.calendar(
          toDo.replacing("T180000Z", with: "T190000Z"), Self.event("c", at: "20280103T110000Z")),
      ],
      """
      install a.ics
      walk 2028-01-03T09:00:01Z
      look
      press Done Tax
      install a.ics
      walk 2028-01-03T10:00:01Z
      look
      dismiss
      cp later.ics a.ics
      install a.ics
      walk 2028-01-03T11:00:01Z
      look
      """)
    #expect(screens.map { Set($0.map(\.title)) } == [["Tax"], ["b"], ["Tax", "c"]])
    #expect(screens[0].first?.body == "Due 18:00, in 9 hours")
  }

  @Test func `a link is opened, and no part of it is a command`() throws {
    let link = "https://example.org/x?a=$(id)%20;touch"
    let calendar = Self.calendar(
      Self.event("a", at: "20280103T090000Z", more: "URL:\(link)"),
      Self.event("b", at: "20280103T091000Z", more: "URL:file:///etc/passwd"))
    try RealManager.with(["a.ics": calendar]) { manager in
      let text = try manager.runDesktop(
        zone: "UTC", at: "2028-01-03T08:00:00Z",
        """
        "$PROGRAM" install --quiet a.ics
        walk 2028-01-03T09:00:01Z
        press Open a
        walk 2028-01-03T09:10:01Z
        shown
        cat "$directory"/opened/* | tr '\\0' '\\n' | sed 1d
        """)
      let lines = text.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(!lines[0].contains("Open"), "\(lines[0])")
      #expect(lines[1] == link)
    }
  }

  @Test func `a reminder missed during a suspend shows when it was due`() throws {
    let calendar = Self.calendar(Self.event("a", at: "20280103T090000Z"))
    let screens = try screens(
      ["a.ics": calendar],
      """
      install a.ics
      walk 2028-01-03T08:59:00Z
      suspend 2460
      look
      """)
    #expect(
      screens.map { $0.map(\.body) } == [["Was due 40 minutes ago\n09:00-10:00, 40 minutes ago"]])
  }

  @Test func `a list after a pause names what was silent, once`() throws {
    let calendar = Self.calendar(
      Self.event("a", at: "20280103T090000Z"),
      Self.event("pills", at: "20280104T090000Z", more: "RRULE:FREQ=DAILY;COUNT=3"),
      Self.event("tea", at: "20280105T150000Z", alarm: "-PT10M"))
    let screens = try screens(
      ["a.ics": calendar],
      """
      install a.ics
      "$PROGRAM" pause 2028-01-04..2028-01-05 --quiet
      "$PROGRAM" status | grep -o 'Thu 2028-01-06 08:00.*' >status.txt
      walk 2028-01-03T09:00:05Z
      dismiss
      # A renewal during the pause doesn't forget its beginning.
      walk 2028-01-05T12:00:00Z
      systemctl --user start ics2notify-renew.service
      walk 2028-01-06T07:59:00Z
      look
      walk 2028-01-06T08:00:05Z
      look
      dismiss
      "$PROGRAM" renew --quiet
      walk 2028-01-06T09:00:05Z
      look
      grep -c 'Silent during the pause: 3 reminders' status.txt >/dev/null
      """)
    #expect(
      screens.map { $0.map(\.title) } == [[], ["Silent during the pause: 3 reminders"], ["pills"]])
    #expect(
      screens[1].first?.body == """
        Tuesday 4 January, 09:00-10:00 pills
        Yesterday 09:00-10:00 pills
        Yesterday 15:00-16:00 tea
        """)
  }

  /// Options, and the titles on the screen at three instants.
  private static let crowds: [(String, [Set<String>])] = [
    ("", [["1", "2", "3"], ["4 reminders"], ["4 missed reminders"]]),
    ("--one-by-one --late show", [["1", "2", "3"], ["a", "b", "c", "d"], ["w", "x", "y", "z"]]),
    ("--late skip", [["1", "2", "3"], ["4 reminders"], []]),
  ]

  @Test(arguments: crowds)
  func `more than three simultaneous or missed reminders are one notification`(
    options: String, expected: [Set<String>]
  ) throws {
    let calendar = Self.calendar(
      (["1", "2", "3"].map { Self.event($0, at: "20280103T090000Z") }
        + ["a", "b", "c", "d"].map { Self.event($0, at: "20280103T091000Z") }
        + ["w", "x", "y", "z"].map { Self.event($0, at: "20280103T100000Z") }).joined())
    let screens = try screens(
      ["a.ics": calendar],
      """
      install \(options) a.ics
      walk 2028-01-03T09:00:01Z
      look
      dismiss
      walk 2028-01-03T09:10:01Z
      look
      dismiss
      suspend 7200
      look
      """)
    #expect(screens.map { Set($0.map(\.title)) } == expected)
    if options.isEmpty {
      #expect(screens[1][0].body == "09:10-10:10 a\n09:10-10:10 b\n09:10-10:10 c\n09:10-10:10 d")
    }
  }

  @Test func `without the program, reminders are shown as plain text`() throws {
    let calendar = Self.calendar(
      Self.event(
        "a", at: "20280103T090000Z", title: "Pills & <b>water</b> \\\\n", more: "LOCATION:Home"),
      Self.event("b", at: "20280103T091000Z"))
    let screens = try screens(
      ["a.ics": calendar],
      """
      cp "$PROGRAM" gone
      ./gone install --quiet a.ics
      settle
      mv gone elsewhere
      walk 2028-01-03T09:00:01Z
      look
      printf '#!/bin/sh\\nexit 64\\n' >gone
      chmod +x gone
      walk 2028-01-03T09:10:01Z
      look
      """)
    #expect(
      screens.map { $0.map(\.title) } == [
        ["Pills & <b>water</b> \\n"], ["Pills & <b>water</b> \\n", "b"],
      ])
    #expect(screens[0][0].body == "09:00-10:00, now\nHome")
    #expect(screens[0][0].actions.isEmpty)
  }

  @Test func `a server without buttons shows the text, and a late one shows all reminders`()
    throws
  {
    let calendar = Self.calendar(
      Self.event("a", at: "20280103T090000Z", title: "a & b", more: "LOCATION:1 < 2"),
      Self.event("b", at: "20280103T091000Z"))
    let screens = try screens(
      ["a.ics": calendar],
      """
      server body
      install a.ics
      walk 2028-01-03T09:00:01Z
      look
      server none
      walk 2028-01-03T09:10:01Z
      look
      server dunst
      walk 2028-01-03T09:10:40Z
      look
      """)
    try #require(screens.map { $0.map(\.title).sorted() } == [["a & b"], [], ["a & b", "b"]])
    // The server doesn't read markup.
    #expect(screens[0][0].body == "09:00-10:00, now\n1 < 2")
    #expect(screens[0][0].actions.isEmpty && !screens[2][0].actions.isEmpty)
  }

  @Test func `the user's command gets the fire as JSON, and runs without a shell`() throws {
    let calendar = Self.calendar(
      Self.event("$(id)@x", at: "20280103T090000Z", title: "--help; $(id)", alarm: "-PT5M"))
    try RealManager.with(["a.ics": calendar]) { manager in
      let text = try manager.runDesktop(
        zone: "UTC", at: "2028-01-03T08:00:00Z",
        #"""
        cat >run <<'SCRIPT'
        #!/bin/sh
        printf '%s\n' "$#" "$@" >>said
        cat >>said
        SCRIPT
        sed -i "s|said|$PWD/said|" run
        chmod +x run
        "$PROGRAM" install --quiet \
          --command "$PWD/run {title} 'at={at}' --uid={uid} {{x}}" a.ics
        walk 2028-01-03T08:55:01Z
        shown
        cat said
        """#)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        Array(lines.prefix(5)) == [
          "4", " --help; $(id)", "at=2028-01-03T08:55:00Z", "--uid= $(id)@x", "{x}",
        ])
      let fire = try #require(
        JSONSerialization.jsonObject(with: Data(lines[5].utf8)) as? [String: Any])
      #expect(fire["title"] as? String == "--help; $(id)")
      #expect(fire["at"] as? String == "2028-01-03T08:55:00Z")
      #expect(fire["startLocal"] as? String == "2028-01-03T09:00:00")
      #expect(fire["body"] as? String == "09:00-10:00, in 5 minutes")
      #expect(fire["uid"] as? String == "$(id)@x" && fire["version"] as? Int == 1)
    }
  }
}
