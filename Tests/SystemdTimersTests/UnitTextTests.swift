import CivilTime
import Foundation
import SystemdTimers
import TestPrograms
import Testing

@Suite struct UnitTextTests {
  /// Texts that must be unchanged after writing and reading.
  static let texts = [
    "Standup", " ", "-", "--", "--help", "-u critical", "%", "%%", "%n %i %h %H",
    "$HOME ${USER} $$ $(id)", "`id`", "\"", "'", "\\", "ends with \\", "\\n", "C:\\new\\x41\\101",
    "a\nb", "a\tb", "\u{200B}", "\u{FEFF}", "👩‍👩‍👧 é e\u{301}", ";", " ; /bin/touch x", "# x",
    "[Install]", "a\nExecStart=/bin/touch x", "\n[Service]\nExecStart=/bin/sh", "@/bin/sh", "+!!x",
    "A=B", "{a,b}", "*", "<b>&amp;</b>", "&", "\\\n", "%\n\\",
    String(repeating: "long ", count: 400),
    String(repeating: "x", count: 100_000),
  ]

  static func units(_ summary: String, _ body: String = "") throws -> ReminderUnits {
    let lines = try ["09:00 Europe/Berlin", "2026-03-29 00:30 UTC"].map {
      try CalendarExpression(parsing: $0)
    }
    return ReminderUnits(DesktopNotification(summary: summary, body: body), at: lines)
  }

  static func arguments(of units: ReminderUnits) throws -> [String] {
    let commands = UnitReader(units.service.text).values("Service", "ExecStart")
    let command = try #require(commands.first)
    return try #require(UnitReader.words(command))
  }

  @Test(arguments: texts)
  func `a text reaches the notification unchanged`(_ text: String) throws {
    let arguments = try Self.arguments(of: Self.units(text, text))
    #expect(
      arguments.dropLast() == [
        ":/usr/bin/notify-send", "--app-name=ics2notify", "--urgency=normal", "--", text,
      ])
    let body = try #require(arguments.last)
    #expect(UnitReader.shownBody(body) == text)
  }

  @Test(
    arguments: [
      ("NUL \0", "NUL ␀"), ("ESC \u{1B}[1m", "ESC ␛[1m"), ("BEL \u{7}", "BEL ␇"),
      ("DEL \u{7F}", "DEL ␡"), ("C1 \u{9B}", "C1 \u{FFFD}"), ("CRLF\r\nCR\rLF\n", "CRLF\nCR\nLF\n"),
      ("NEL\u{85}LS\u{2028}PS\u{2029}", "NEL\nLS\nPS\n"), ("bidi \u{202E}", "bidi \u{FFFD}"),
      ("isolate \u{2066}", "isolate \u{FFFD}"),
      ("\u{FFFE}\u{FFFF}\u{1FFFE}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
      (String(decoding: [0xFF, 0xC0, 0x80], as: UTF8.self), "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ] as [(String, String)])
  func `a character that can't be shown is replaced by a visible one`(
    text: String, shown: String
  )
    throws
  {
    let arguments = try Self.arguments(of: Self.units(text, text))
    #expect(arguments.suffix(2) == [shown, shown])
  }

  @Test(arguments: texts + ["\0", "\u{FFFE}", "\r[Timer]\rOnCalendar=minutely", "\u{2028}[Unit]"])
  func `no text adds a line or a directive`(_ text: String) throws {
    let units = try Self.units(text, text)
    let timer = UnitReader(units.timer.text).directives.map { $0.section + $0.key }
    #expect(
      timer == [
        "[Unit]Description", "[Unit]PartOf", "[Unit]StartLimitIntervalSec", "[Timer]OnCalendar",
        "[Timer]OnCalendar", "[Timer]AccuracySec", "[Timer]Unit",
      ])
    let service = UnitReader(units.service.text).directives.map { $0.section + $0.key }
    #expect(
      service == [
        "[Unit]Description", "[Unit]StartLimitIntervalSec", "[Service]Type", "[Service]ExecStart",
      ])
    for file in [units.timer, units.service] {
      let description = try #require(UnitReader(file.text).values("Unit", "Description").first)
      #expect(UnitReader.expandSpecifiers(description) != nil)
      #expect(description.utf8.count < 300)
    }
  }

  @Test func `an empty summary is replaced by a placeholder`() throws {
    #expect(try Self.arguments(of: Self.units("")).suffix(2) == ["--", "(no title)"])
  }

  @Test(arguments: ["x", "é", "&", "\\", "👩‍👩‍👧", "e\u{301}"])
  func `an argument is cut between characters, below the kernel's limit`(_ unit: String)
    throws
  {
    let text = String(repeating: unit, count: 200_000)
    let arguments = try Self.arguments(of: Self.units(text, text))
    for argument in arguments { #expect(argument.utf8.count < 131_072) }
    let body = try #require(UnitReader.shownBody(arguments[5]))
    let summary = arguments[4]
    for shown in [summary, body] {
      #expect(shown.hasSuffix("…"))
      #expect(text.hasPrefix(shown.dropLast()))
      #expect(shown.dropLast().last == unit.first)
    }
  }

  @Test func `a long run of combining marks is cut, too`() throws {
    let text = "e" + String(repeating: "\u{301}", count: 100_000)
    let arguments = try Self.arguments(of: Self.units(text))
    let summary = try #require(arguments.last)
    #expect(summary.utf8.count < 131_072)
    #expect(summary.utf8.count > 131_000)
  }

  @Test func `a unit is named after its content`() throws {
    let standup = try Self.units("Stand-up: Köln/Bonn & ../../etc")
    for file in [standup.timer, standup.service] {
      #expect(file.name.hasPrefix("ics2notify-Stand-up-K-ln-Bonn-etc-"))
    }
    #expect(try Self.units("Stand-up: Köln/Bonn & ../../etc").timer == standup.timer)
    let other = try Self.units("Stand-up: Köln/Bonn & ../../etc", "body")
    #expect(other.timer.name != standup.timer.name)
    #expect(
      other.timer.text.replacing(other.service.name, with: "")
        == standup.timer.text.replacing(standup.service.name, with: ""))
  }

  @Test func `timers with the same text share a service`() throws {
    let texts = ["09:00 UTC", "10:00 UTC"]
    let units = try texts.map {
      ReminderUnits(
        DesktopNotification(summary: "Same"), at: [try CalendarExpression(parsing: $0)])
    }
    #expect(units[0].service == units[1].service)
    #expect(units[0].timer.name != units[1].timer.name)
  }

  @Test(arguments: texts)
  func `a unit's name is recognised again`(_ text: String) throws {
    let units = try Self.units(text)
    for file in [units.timer, units.service, .target(of: [units.timer.unit])] {
      #expect(UnitName(own: file.name) == file.unit)
    }
  }

  @Test(arguments: [
    "", "x", "ics2notify", "ics2notify-.timer", "../ics2notify.target", "ics2notify.target/",
    "ics2notify.target ", "ics2notify-renew.target",
    "ics2notify-0123456789abcdef0123456789abcde.timer",
    "ics2notify-0123456789ABCDEF0123456789abcdef.timer",
    "ics2notify-x0123456789abcdef0123456789abcdef.timer",
    "ics2notify-a/b-0123456789abcdef0123456789abcdef.timer",
    "ics2notify-..-0123456789abcdef0123456789abcdef.timer",
    "ics2notify-é-0123456789abcdef0123456789abcdef.timer",
    "ics2notify-a\n-0123456789abcdef0123456789abcdef.timer",
    "ics2notify-0123456789abcdef0123456789abcdef.socket",
    "ics2notify-\(String(repeating: "a", count: 250))-0123456789abcdef0123456789abcdef.timer",
  ])
  func `a foreign name is not recognised`(_ text: String) {
    #expect(UnitName(own: text) == nil)
  }

  @Test(arguments: texts)
  func `a unit's name is short and plain`(_ text: String) throws {
    let name = try Self.units(text).timer.name
    #expect(name.utf8.count <= 249)
    #expect(name.wholeMatch(of: /ics2notify-([A-Za-z0-9_-]*-)?[0-9a-f]{32}\.timer/) != nil)
  }

  @Test func `the unit files are readable`() throws {
    let instant = try #require(Instant(iso8601: "2026-03-29T00:30:00Z"))
    let expression = try #require(CalendarExpression(at: instant))
    let units = ReminderUnits(
      DesktopNotification(urgency: .critical, summary: "Standup", body: "Room 5"),
      at: [expression], isPersistent: true)
    #expect(
      units.timer.text == """
        [Unit]
        Description=Reminder “Standup”
        PartOf=ics2notify.target
        StartLimitIntervalSec=0

        [Timer]
        OnCalendar=2026-03-29 00:30:00 UTC
        AccuracySec=1us
        Persistent=yes
        Unit=\(units.service.name)

        """)
    #expect(
      units.service.text == """
        [Unit]
        Description=Notification “Standup”
        StartLimitIntervalSec=0

        [Service]
        Type=oneshot
        ExecStart=:/usr/bin/notify-send --app-name=ics2notify --urgency=critical -- Standup "Room 5"
        Restart=on-failure
        RestartSec=30

        """)
    #expect(
      UnitFile.target(of: [units.timer.unit]).text == """
        [Unit]
        Description=Reminders from calendars
        Wants=\(units.timer.name)

        [Install]
        WantedBy=timers.target

        """)
  }

  @Test(arguments: [
    "/opt/Ada's/x", "/opt/a\"b/x", "/opt/a\\b/x", "/opt/a\nb/x", "/opt/%h $HOME;/x",
  ])
  func `a renewal calls a program at any path`(_ program: String) throws {
    let units = RenewalUnits(program, arguments: ["--", "a b"], period: .weekly)
    let command = try #require(
      UnitReader(units.service.text).values("Service", "ExecStart").first)
    let words = try #require(UnitReader.words(command))
    // systemd accepts no quotation mark, backslash or control character in a program's path.
    let path = try #require(words.first)
    #expect(path.hasPrefix(":/") && !path.contains { "\"'\\\n".contains($0) })
    #expect(words.suffix(3) == [program, "--", "a b"] || words == [":" + program, "--", "a b"])
  }

  @Test func `a renewal passes its arguments unchanged`() throws {
    let arguments = ["--", "/home/a b/%h $HOME.ics", "/x/\u{202E}\u{1}\u{FFFE}\u{1FFFE}\n\"'\\"]
    let units = RenewalUnits("/opt/the program/ics2notify", arguments: arguments, period: .weekly)
    let command = try #require(
      UnitReader(units.service.text).values("Service", "ExecStart").first)
    #expect(UnitReader.words(command) == [":/opt/the program/ics2notify"] + arguments)
    #expect(units.service.text.split(separator: "\n").count == 7)
    #expect(
      units.timer.text == """
        [Unit]
        Description=Renewal of reminders from calendars
        PartOf=ics2notify.target

        [Timer]
        OnCalendar=Mon *-*-* 00:00:30 UTC
        OnTimezoneChange=yes
        AccuracySec=1s
        Persistent=yes
        Unit=ics2notify-renew.service

        """)
  }

  @Test func `our units are read back, and others are not`() throws {
    for text in Self.texts {
      let units = try Self.units(text, text)
      let read = ParsedUnit(units.timer.text)
      let lines = try #require(read.expressions).map(\.description)
      #expect(lines == UnitReader(units.timer.text).values("Timer", "OnCalendar"))
      // A list cuts a long title, and removes its line ends.
      let title = try #require(read.quotedTitle)
      let command = try #require(
        UnitReader(units.service.text).values("Service", "ExecStart").first)
      let words = try #require(UnitReader.words(command))
      let summary = try #require(words.drop { $0 != "--" }.dropFirst().first)
      let line = String(summary.map { $0.isNewline || $0 == "\t" ? " " : $0 })
      #expect(
        title == line || text.isEmpty || (title.hasSuffix("…") && line.hasPrefix(title.dropLast())),
        "\(title.debugDescription)")
    }
    #expect(ParsedUnit("OnCalendar=Mon *-*-* 09:00:00\nOnCalendar=tomorrow").expressions == nil)
    #expect(ParsedUnit("Description=none").quotedTitle == nil)
  }

  @Test(arguments: RenewalUnits.Period.allCases)
  func `a renewal's next elapse matches its line`(_ period: RenewalUnits.Period) throws {
    let units = RenewalUnits("/x", arguments: [], period: period)
    let line = try #require(UnitReader(units.timer.text).values("Timer", "OnCalendar").first)
    let expression = try CalendarExpression(parsing: line)
    // From Sunday 2025-12-28T23:58:00Z, every half minute for some days.
    for step in 0..<23_040 {
      let instant = Instant(secondsSince1970: 1_766_966_280 + step * 30)
      #expect(
        period.nextElapse(after: instant)
          == expression.nextElapse(after: instant, localZone: .gmt, zone: { _ in nil }))
    }
  }

  @Test(.enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"))
  func `systemd verifies the units without a message`() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let program = directory.appending(path: "Ada's \"%h\" \\ tools\n").appending(path: "true")
    try FileManager.default.createDirectory(
      at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: program.path, withDestinationPath: "/bin/true")
    let renewal = RenewalUnits(
      program.path, arguments: Self.texts.filter { $0.utf8.count < 100 }, period: .hourly)
    var files = [renewal.timer, renewal.service]
    for text in Self.texts {
      let units = try Self.units(text, text)
      files += [units.timer, units.service]
    }
    files.append(.target(of: files.map(\.unit).filter { $0.kind == .timer }))
    var paths: [URL] = []
    for file in files {
      // `verify` requires an installed program, so /bin/true replaces notify-send.
      let text = file.text.replacing(":/usr/bin/notify-send ", with: ":/bin/true ")
      let path = directory.appending(path: file.name)
      try Data(text.utf8).write(to: path)
      paths.append(path)
    }
    let result = try #require(SystemdAnalyze()).verify(paths)
    #expect(result.errors == "")
    #expect(result.status == 0)
  }
}

@Suite struct DesktopTitleTests {
  /// Eighty columns.
  static let longest = String(repeating: "Quarterly ", count: 8)

  @Test(arguments: ["Stand-up", String(longest.dropLast()) + "!", "", "a\tb\nc"])
  func `a short title is shown unchanged and not repeated`(_ title: String) {
    #expect(DesktopTitle(title).shown == title)
    #expect(DesktopTitle(title).whole.isEmpty)
  }

  @Test(
    arguments: [
      // A word that doesn't fit is left out, unless it has more than 20 columns.
      (longest + "review", String(longest.dropLast()) + "…"),
      (
        String(longest.dropLast(10)) + "reorganisation of the team",
        String(longest.dropLast(11)) + "…"
      ),
      (
        "https://example.org/" + String(repeating: "x", count: 80),
        "https://example.org/" + String(repeating: "x", count: 59) + "…"
      ),
      // A wide character takes two columns and isn't cut.
      (String(repeating: "会議", count: 40), String(repeating: "会議", count: 19) + "会…"),
      (
        String(repeating: "👩‍👩‍👧‍👦", count: 41), String(repeating: "👩‍👩‍👧‍👦", count: 39) + "…"
      ),
      (
        String(repeating: "e\u{301}", count: 81), String(repeating: "e\u{301}", count: 79) + "…"
      ),
    ] as [(String, String)])
  func `a long title is cut, and repeated in full`(title: String, shown: String) {
    #expect(DesktopTitle(title).shown == shown)
    #expect(DesktopTitle(title).whole == title)
  }
}
