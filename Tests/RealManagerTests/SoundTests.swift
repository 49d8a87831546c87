import CalendarFixtures
import Foundation
import Testing

/// The sounds of reminders: played by the server, or by a program of the machine.
@Suite(.enabled(if: DesktopSession.obstacle == nil, DesktopSession.obstacle))
struct SoundTests {
  /// Runs a script at 08:00 in UTC on a Monday, with an event at 09:00 for each title.
  ///
  /// `pw-play` is a stand-in that plays for a second, or as `$PWD/length` says, and writes each
  /// file that it plays to `$PWD/played`.
  private func run(
    _ titles: [String], server: String = "actions body", _ script: String
  ) throws -> DesktopSession.Record {
    let calendar = CalendarText.calendar(
      titles.map {
        CalendarText.event(
          "\($0)@example.org", start: "DTSTART:20280103T090000Z", title: $0,
          lines: ["DURATION:PT1H", "URL:https://example.org/\($0)"])
      })
    return try DesktopSession.with(["a.ics": calendar, "bell.oga": "", "gong.oga": ""]) { session in
      try session.run(
        at: "2028-01-03T08:00:00Z",
        """
        rm -f /usr/bin/paplay /usr/bin/canberra-gtk-play /usr/bin/pw-play
        cat >/usr/bin/pw-play <<PLAYER
        #!/bin/sh
        echo "\\$@" >>"$PWD/played"
        exec "$PWD/rings" "\\$(cat "$PWD/length")"
        PLAYER
        chmod 755 /usr/bin/pw-play
        cp -L /usr/bin/sleep rings
        echo 1 >length
        : >played
        export XDG_DATA_DIRS="$PWD/share"
        mkdir -p share/sounds/freedesktop/stereo
        : >share/sounds/freedesktop/stereo/alarm-clock-elapsed.oga
        systemctl --user set-environment "XDG_DATA_DIRS=$XDG_DATA_DIRS"
        install() { "$PROGRAM" install --quiet "$@" a.ics && settle; }
        # Whether a file was played COUNT times or more.
        played() { test "$(grep -c "/$1\\$" played)" -ge "$2"; }
        # Whether no sound is played or will be repeated.
        is_quiet() {
          test -z "$(systemctl --user --plain --no-legend list-units 'ics2notify-sound-*')" &&
            ! pgrep -x rings >/dev/null
        }
        # Prints what was played, with the number of times, "many" for three or more.
        sounds() {
          sed "s|.*/||" played | sort | uniq -c | sed 's/^ *//; s/^[3-9] /many /'
        }
        server \(server)
        \(script)
        """)
    }
  }

  @Test func `a server that plays sounds gets the file, and the program repeats a ring`() throws {
    let record = try run(
      ["tea", "pills", "walk"], server: "actions body sound",
      """
      install --sound bell.oga=SUMMARY:tea --sound gong.oga=SUMMARY:pills --ring=SUMMARY:pills
      walk 2028-01-03T09:00:05Z
      wait_for played gong.oga 3
      press Done pills
      wait_for is_quiet
      sounds
      """)
    #expect(record.text == "many gong.oga\n")
    let hints = record.shown.map { one in
      [one.title] + ["sound-name", "sound-file", "suppress-sound"].map { one.hints[$0] ?? "" }
    }
    let rows = Dictionary(uniqueKeysWithValues: hints.map { ($0[0], Array($0[1...])) })
    #expect(rows["walk"] == ["alarm-clock-elapsed", "", ""])
    #expect(rows["pills"]?.prefix(2) == ["", ""] && rows["pills"]?.last != "")
    let tea = try #require(rows["tea"])
    #expect(tea[0].isEmpty && tea[1].hasSuffix("/bell.oga") && tea[2].isEmpty)
    // A reminder that rings stays on the screen.
    #expect(record.titled("pills").map(\.timeout) == [0])
    #expect(record.titled("tea").map(\.timeout) == [-1])
  }

  @Test func `the program plays a sound once for a server that can't, and none if it is passive`()
    throws
  {
    let record = try run(
      ["tea", "quiet", "usual"],
      """
      install --sound bell.oga=SUMMARY:tea --sound gong.oga=SUMMARY:quiet --ring=SUMMARY:quiet \\
        --level passive=SUMMARY:quiet
      walk 2028-01-03T09:00:05Z
      wait_for played bell.oga 1
      wait_for is_quiet
      sounds
      """)
    #expect(record.text == "1 bell.oga\n")
  }

  /// Answers to a ringing reminder.
  private static let answers = [
    "press Done pills", "press 'Snooze 1 hour' pills", "press Open pills", "dismiss",
    "\"$PROGRAM\" done >/dev/null",
    "\"$PROGRAM\" uninstall --quiet", "crash_server",
    "systemctl --user stop 'ics2notify-watch-*'",
  ]

  @Test(arguments: answers)
  func `a ring ends at once when the reminder is answered or gone`(_ answer: String) throws {
    let record = try run(
      ["pills"],
      """
      echo 3000 >length
      install --ring
      walk 2028-01-03T09:00:05Z
      wait_for played alarm-clock-elapsed.oga 1
      \(answer)
      wait_for is_quiet
      sounds
      """)
    #expect(record.text == "1 alarm-clock-elapsed.oga\n")
  }

  @Test func `a ring ends after ten minutes, also of a program that hangs`() throws {
    let record = try run(
      ["pills"],
      """
      install --ring
      walk 2028-01-03T09:00:05Z
      wait_for played alarm-clock-elapsed.oga 2
      walk 2028-01-03T09:09:00Z
      ! is_quiet || echo quiet
      echo 3000 >length
      hangs() { pgrep -f 'rings 3000' >/dev/null; }
      wait_for hangs
      walk 2028-01-03T09:10:01Z
      wait_for is_quiet
      shown | grep -c pills
      """)
    #expect(record.text.split(separator: "\n").last == "1")
    #expect(!record.text.contains("quiet"))
  }

  @Test func `a snoozed reminder rings again, and a missed one doesn't`() throws {
    let record = try run(
      ["pills"],
      """
      install --ring
      walk 2028-01-03T09:00:05Z
      wait_for played alarm-clock-elapsed.oga 1
      press 'Snooze 15 minutes'
      wait_for is_quiet
      : >played
      walk 2028-01-03T09:20:00Z
      wait_for played alarm-clock-elapsed.oga 2
      press 'Snooze 5 minutes'
      wait_for is_quiet
      : >played
      suspend 7200
      settle
      shown | grep -c pills
      sounds
      is_quiet
      """)
    #expect(record.text == "1\n")
  }

  @Test func `two reminders that ring take turns`() throws {
    let record = try run(
      ["pills", "tea"],
      """
      install --ring --sound bell.oga=SUMMARY:tea --sound gong.oga=SUMMARY:pills
      walk 2028-01-03T09:00:05Z
      most=0
      both() {
        count=$(pgrep -xc rings || true)
        test "$count" -le $most || most=$count
        played bell.oga 2 && played gong.oga 2
      }
      wait_for both
      echo $most
      press Done tea
      press Done pills
      wait_for is_quiet
      """)
    #expect(record.text == "1\n")
  }

  @Test func `many reminders that ring share a player`() throws {
    let titles = (1...12).map { "pills \($0)" }
    let record = try run(
      titles,
      """
      echo 0.2 >length
      install --ring --one-by-one
      walk 2028-01-03T09:00:05Z
      wait_for played alarm-clock-elapsed.oga 15
      units() {
        systemctl --user --plain --no-legend list-units --state=active 'ics2notify-sound-*' | wc -l
      }
      units
      dismiss
      wait_for is_quiet
      """)
    #expect(record.text == "1\n")
    #expect(Set(record.shown.map(\.title)) == Set(titles))
  }

  @Test func `a ring interrupts a sound that plays once`() throws {
    let record = try run(
      ["tea", "pills"],
      """
      echo 3000 >length
      sed -i '/^UID:pills/,/^END:VEVENT/s/T090000Z/T090100Z/' a.ics
      install --sound gong.oga=SUMMARY:tea --sound bell.oga=SUMMARY:pills --ring=SUMMARY:pills
      walk 2028-01-03T09:00:05Z
      wait_for played gong.oga 1
      walk 2028-01-03T09:01:05Z
      wait_for played bell.oga 1
      dismiss
      wait_for is_quiet
      sounds
      """)
    #expect(record.text == "1 bell.oga\n1 gong.oga\n")
  }

  @Test func `a long sound lets another reminder ring after half a minute`() throws {
    let record = try run(
      ["pills", "tea"],
      """
      echo 3000 >length
      install --ring --sound bell.oga=SUMMARY:tea --sound gong.oga=SUMMARY:pills
      walk 2028-01-03T09:00:05Z
      both() { played bell.oga 1 && played gong.oga 1; }
      rings() { pgrep -x rings >/dev/null; }
      wait_for rings
      sounds
      suspend 31
      wait_for both
      dismiss
      wait_for is_quiet
      sounds
      """)
    #expect(record.text.split(separator: "\n").count == 3)
  }

  @Test func `a program that fails is not started again at once, and the next one plays`() throws {
    let record = try run(
      ["pills"],
      """
      printf '#!/bin/sh\\necho failed >>"%s/failed"\\necho "no sound card" >&2\\nexit 1\\n' "$PWD" \\
        >/usr/bin/pw-play
      chmod 755 /usr/bin/pw-play
      install --ring
      walk 2028-01-03T09:00:05Z
      failed() { test -s failed && grep -q 'a sound is not played: pw-play: no sound card' \\
        "$directory/errors"; }
      wait_for failed
      for _ in 1 2 3 4 5 6 7 8 9 10; do settle; done
      test "$(wc -l <failed)" -le 3 || cat failed
      printf '#!/bin/sh\\necho "$@" >>"%s/played"\\n' "$PWD" >/usr/bin/paplay
      chmod 755 /usr/bin/paplay
      wait_for played alarm-clock-elapsed.oga 1
      press Done
      wait_for is_quiet
      """)
    #expect(record.text.isEmpty)
  }

  @Test func `without the file or a program, the server has its own sound`() throws {
    let record = try run(
      ["pills", "tea"], server: "actions body sound",
      """
      install --sound bell.oga=SUMMARY:tea --ring=SUMMARY:pills
      rm bell.oga /usr/bin/pw-play
      walk 2028-01-03T09:00:05Z
      cat played
      is_quiet
      grep -c 'bell.oga: no such file or directory; the reminder has the default sound' "$directory/errors"
      grep -c 'a sound is not played: no program plays sounds; install the' "$directory/errors"
      """)
    #expect(record.text == "1\n1\n")
    #expect(
      record.shown.map { $0.hints["sound-name"] }
        == Array(
          repeating: "alarm-clock-elapsed", count: 2))
  }

  @Test func `the test plays a sound, and a missing program is named`() throws {
    let record = try run(
      [],
      """
      "$PROGRAM" test --sound bell.oga | grep ring:
      settle
      wait_for played bell.oga 1
      wait_for is_quiet
      dismiss
      rm /usr/bin/pw-play
      "$PROGRAM" test | grep -o 'ring: no program plays sounds; install the Debian package'
      settle
      "$PROGRAM" install --ring a.ics 2>&1 >/dev/null | grep -o 'has no effect: no program'
      rm -r share
      printf '#!/bin/sh\n' >/usr/bin/paplay
      chmod 755 /usr/bin/paplay
      for sound in gong.oga=SUMMARY:tea gong.oga; do
        "$PROGRAM" install --ring --sound $sound a.ics 2>&1 >/dev/null |
          { grep -o 'warning: .* missing' || :; }
      done
      "$PROGRAM" test | grep -o 'ring: the default sound is missing'
      settle
      """)
    #expect(
      record.text == """
        --ring: repeats the sound until the reminder is closed
        ring: no program plays sounds; install the Debian package
        has no effect: no program
        warning: reminders without --sound don't ring: the default sound is missing
        ring: the default sound is missing

        """)
  }

  @Test func `a ring ends when do-not-disturb begins`() throws {
    let record = try run(
      ["pills"], server: "dunst",
      """
      install --ring
      walk 2028-01-03T09:00:05Z
      wait_for played alarm-clock-elapsed.oga 2
      unclocked dunstctl set-paused true
      wait_for is_quiet
      shown | grep -c pills
      """)
    #expect(record.text == "1\n")
  }

  @Test func `nothing rings while dunst is paused`() throws {
    let record = try run(
      ["pills"], server: "dunst",
      """
      install --ring
      unclocked dunstctl set-paused true
      walk 2028-01-03T09:00:05Z
      is_quiet
      cat played
      """)
    #expect(record.text.isEmpty)
    #expect(record.shown.map(\.title) == ["pills"])
  }
}
