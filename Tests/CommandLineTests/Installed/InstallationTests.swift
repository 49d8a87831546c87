import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Installations: their files, renewals and status.
@Suite struct InstallationTests {
  private static let calendars = [
    "work.ics": calendar("Stand-up"), "home/b.ics": calendar("Piano"),
    "home/c.ics": calendar("Run"),
  ]

  private static func calendar(_ title: String) -> String {
    CalendarText.calendar(
      CalendarText.event(title, start: "DTSTART:20260105T090000Z", rule: "FREQ=DAILY", title: title)
    )
  }

  private static let file = ".config/ics2notify/default.conf"
  private static let units = ".config/systemd/user"

  /// Calls a function with the program, and a closure that runs it with a systemd whose timers are
  /// all active.
  private static func run<Value>(
    _ body: (Program, _ run: (String...) throws -> ProgramOutcome) throws -> Value
  ) throws -> Value {
    try Program.run(calendars) { program in
      let environment = try program.systemctl()
      return try body(program) { try program.run($0, environment: environment) }
    }
  }

  /// Returns the titles of the reminders in the table of an installation.
  private static func titles(_ program: Program) throws -> [String] {
    let table = try program.read("\(units)/ics2notify.fires")
    let titles = table.split(separator: "\n").dropFirst().map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[2])
    }
    return Set(titles).sorted()
  }

  /// The JSON status of an installation, for tests of the schema.
  static var status: Data {
    get throws {
      try run { program, run in
        _ = try run("install", "work.ics", "home", "--default-alarm", "-15m")
        try program.remove("work.ics")
        _ = try run("renew")
        return try run("status", "--format=json").output
      }
    }
  }

  @Test func `install writes an editable file and lists its changes`() throws {
    try Self.run { program, run in
      let here = try program.here()
      let dry = try run("install", "--dry-run", "work.ics", "--default-alarm", "-15m")
      #expect(dry.status == 0)
      #expect(try !program.names().contains(".config"))
      let first = try run("install", "work.ics", "--default-alarm", "-15m", "--stay")
      #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
      let lines = try program.read(Self.file).split(separator: "\n").map(String.init)
      #expect(lines[0].hasPrefix("# ") && lines[1].hasSuffix(": ics2notify install"))
      #expect(lines.dropFirst(2) == ["\(here)/work.ics", "--default-alarm -15m", "--stay"])
      #expect(dry.text.contains("\n+ \(here)/work.ics\n+ --default-alarm -15m\n"), "\(dry.text)")
      #expect(first.text.contains("/default.conf:\n+ # "), "\(first.text)")
      let next = /\n7 reminders in the next 7 days, the next on [^\n]* 09:00: Stand-up\n$/
      #expect(first.text.contains(next), "\(first.text)")
      // Edits by the user stay, and an option replaces all its lines.
      try program.write(
        "# mine\n--snooze 5m\n\n  --default-alarm=-15m\n\(here)/work.ics\n# end\n--default-alarm -1h\n",
        to: Self.file)
      let second = try run("install", "home", "./work.ics", "--default-alarm=-10m")
      #expect(
        try program.read(Self.file)
          == "# mine\n--snooze 5m\n\n--default-alarm -10m\n\(here)/work.ics\n\(here)/home\n# end\n",
        "\(second.errors)")
      #expect(
        second.text.contains(
          "-   --default-alarm=-15m\n+ --default-alarm -10m\n+ \(here)/home\n"
            + "- --default-alarm -1h\n"), "\(second.text)")
      #expect(try Self.titles(program) == ["Piano", "Run", "Stand-up"])
      // A path below an installed directory changes nothing. A directory replaces the paths below
      // it.
      let third = try run("install", "home/b.ics")
      #expect(third.text.contains("default.conf: no change\n"), "\(third.text)")
      _ = try run("install", ".")
      #expect(
        try program.read(Self.file)
          == "# mine\n--snooze 5m\n\n--default-alarm -10m\n\(here)\n# end\n")
      try run("uninstall", "home/b.ics").expectRefusal(66, saying: "is installed with its direc")
    }
  }

  @Test func `a conf file that is a symbolic link stays one, with its permissions`() throws {
    try Self.run { program, run in
      try program.write("# dotfiles\n", to: "dotfiles/ics2notify.conf")
      try program.shell(
        "chmod 600 dotfiles/ics2notify.conf; mkdir -p .config/ics2notify; "
          + "ln -s ../../dotfiles/ics2notify.conf \(Self.file)", status: 0)
      #expect(try run("install", "work.ics").status == 0)
      let found = try program.shell(
        "readlink \(Self.file); stat -c %a dotfiles/ics2notify.conf; wc -l <dotfiles/ics2notify.conf"
      )
      #expect(found.text == "../../dotfiles/ics2notify.conf\n600\n2\n")
    }
  }

  @Test func `the path of a file in an option becomes absolute, and its rule stays`() throws {
    try Self.run { program, run in
      try program.write("One\n", to: "list.txt")
      let rule = "LOCATION:Room 1/./2"
      #expect(try run("install", "work.ics", "--body-list", "list.txt=\(rule)").status == 0)
      let line = "--body-list \(try program.here())/list.txt=\(rule)"
      #expect(try program.read(Self.file).contains("\n\(line)\n"))
    }
  }

  @Test func `a rejected installation changes nothing`() throws {
    try Self.run { program, run in
      try run("install").expectRefusal(64, saying: "nothing is installed; ics2notify install PATH")
      try run("install", "gone.ics").expectRefusal(66, saying: "gone.ics: no such file")
      #expect(try !program.names().contains(".config"))
      _ = try run("install", "work.ics")
      let before = try program.read(Self.file)
      try program.shell("cp work.ics \"$(printf 'caf\\351.ics')\"", status: 0)
      try program.shell("\"$PROGRAM\" install \"$(printf 'caf\\351.ics')\"", status: 64)
        .expectRefusal(64, saying: "caf\\xE9.ics: the path is not UTF-8")
      try program.write("junk", to: "junk.ics")
      try program.shell("mkdir empty")
      let rows: [(arguments: [String], status: Int32, reason: String)] = [
        (["gone.ics"], 66, "gone.ics: no such file"), (["home", "gone.ics"], 66, "no such file"),
        (["http://127.0.0.1:1/a.ics"], 66, "the host doesn't accept a connection"),
        (["-"], 64, "standard input can't be read again"),
        (["junk.ics"], 65, "junk.ics: is not a calendar"), (["empty"], 65, "doesn't contain"),
        (["--default-alarm", "-15x"], 64, "--default-alarm"),
        (["--now", "2026-01-01"], 64, "--now"),
        (["--plain", "--stay"], 64, "--stay"),
      ]
      for row in rows {
        let environment = ["PATH": program.directory.path + "/bin:/usr/bin:/bin"]
        try program.run(["install"] + row.arguments, environment: environment)
          .expectRefusal(row.status, saying: row.reason)
        #expect(try program.read(Self.file) == before, "\(row.arguments)")
      }
      // An error in the file is reported with its line.
      try program.write(before + "--default-alarm -15x\n", to: Self.file)
      for command in ["install", "renew"] {
        try run(command).expectRefusal(64, saying: "default.conf:4: --default-alarm")
      }
      let status = try run("status")
      #expect(status.status == 69)
      #expect(status.text.contains(", failed: "), "\(status.text)")
      #expect(status.text.contains("default.conf:4: --default-alarm"))
      // An edit is not in effect before a renewal.
      try program.write(before + "--default-alarm -15m\n", to: Self.file)
      #expect(
        try run("status").lines[0].contains(
          "; the file has changed since the last renewal; `ics2notify install` puts it into"))
      _ = try run("renew")
      #expect(try run("status").status == 0)
    }
  }

  @Test func `an unreadable calendar is reported and keeps its reminders, and others are renewed`()
    throws
  {
    try Self.run { program, run in
      let here = try program.here()
      let state = ".local/state/ics2notify"
      _ = try run("install", "work.ics", "home")
      #expect(try run("status").status == 0)
      try program.remove("work.ics")
      try program.write("junk", to: "home/b.ics")
      try program.write(Self.calendar("Swim"), to: "home/c.ics")
      let renewed = try run("renew")
      #expect(renewed.status == 66)
      #expect(
        renewed.errors.contains(
          "warning: \(here)/work.ics: no such file; its last good reminders are kept"),
        "\(renewed.errors)")
      #expect(try Self.titles(program) == ["Piano", "Stand-up", "Swim"])
      let status = try run("status")
      #expect(status.status == 69)
      #expect(status.lines[0] == "default: systemd runs 2 timers; 2 calendars can't be read")
      for (path, reason) in [("work.ics", "no such file"), ("home/b.ics", "is not a calendar: ")] {
        let line = status.lines.first { $0.hasPrefix("  \(here)/\(path): \(reason)") }
        #expect(line?.hasSuffix("; its last good reminders are kept") == true, "\(status.text)")
      }
      #expect(status.text.contains(", without what can't be read\n"))
      let reason = try program.read("\(state)/ics2notify.renewal-reason")
      #expect(reason.hasPrefix("A calendar can't be read\n\(here)/work.ics: no such file;"))
      // The user is notified once for each reason.
      try program.write("", to: "\(state)/ics2notify.renewal-failed")
      #expect(try run("renew").status == 66)
      #expect(try program.names(in: state).contains("ics2notify.renewal-failed"))
      try program.write(Self.calendar("Piano"), to: "home/b.ics")
      #expect(try run("renew").status == 66)
      #expect(try !program.names(in: state).contains("ics2notify.renewal-failed"))
      // If a directory is missing, the copies of its calendars are used. The reminders of a deleted
      // calendar are removed.
      try program.shell("mv home away", status: 0)
      #expect(try run("renew").status == 66)
      #expect(try Self.titles(program) == ["Piano", "Stand-up", "Swim"])
      try program.shell("mv away home; rm home/c.ics", status: 0)
      try program.write(Self.calendar("Stand-up"), to: "work.ics")
      #expect(try run("renew").status == 0)
      #expect(try Self.titles(program) == ["Piano", "Stand-up"])
      #expect(try run("status").status == 0)
      #expect(try !program.names(in: state).contains("ics2notify.renewal-reason"))
      // A file that ends within a calendar is unreadable, too.
      try program.write("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", to: "work.ics")
      #expect(try run("renew").status == 66)
      #expect(try Self.titles(program) == ["Piano", "Stand-up"])
      #expect(try run("status").text.contains("work.ics: incomplete: the file ends within a "))
      try program.write(Self.calendar("Stand-up"), to: "work.ics")
      #expect(try run("renew").status == 0)
      // A file can become a directory. A directory without calendars loses its reminders.
      try program.shell(
        "mv home/b.ics away; mkdir home/b.ics; mv away home/b.ics/x.ics", status: 0)
      #expect(try run("renew").status == 0)
      #expect(try Self.titles(program) == ["Piano", "Stand-up"])
      try program.shell("mv home/b.ics away", status: 0)
      // An empty directory may be a mount point.
      let emptied = try run("renew")
      #expect(emptied.status == 66)
      #expect(emptied.errors.contains("; uninstall it if that is intended; "))
      #expect(try Self.titles(program) == ["Piano", "Stand-up"])
      // The renewal is tried again after an installation, too.
      try program.systemctl("*' start -- ics2notify-retry.timer') touch retried ;;")
      #expect(try run("install").status == 1)
      #expect(try program.names().contains("retried"))
      try program.shell("mv away home/b.ics", status: 0)
      #expect(try run("renew").status == 0)
      let open = try program.shell(
        "find \(state)/default -type f -perm /077; find \(state)/default -prune -perm /077")
      #expect(open.text.isEmpty, "\(open.text)")
      // Without readable calendars and copies, all reminders stay.
      try program.shell("rm -r \(state)/default home work.ics", status: 0)
      #expect(try run("renew").status == 66)
      #expect(try Self.titles(program) == ["Piano", "Stand-up"])
      #expect(try run("status").text.contains("\(here)/work.ics: no such file"))
    }
  }

  @Test func `status describes timers, renewals and reminders, as text and as JSON`() throws {
    try Self.run { program, run in
      #expect(try run("status").text.hasPrefix("nothing is installed; "))
      try run("status", "--name=work").expectRefusal(66, saying: "nothing is installed")
      _ = try run("install", "work.ics", "--default-alarm=-15m")
      _ = try run("install", "--name=work", "home", "--plain")
      let here = try program.here()
      let running = try run("status")
      #expect(running.status == 0 && running.errors.isEmpty)
      let all = running.text.components(separatedBy: "\n\n")
      let parts = all.dropLast()
      #expect(all.last?.hasPrefix("time zone data: ") == true)
      #expect(
        parts.map { $0.split(separator: "\n")[0] } == [
          "default: systemd runs 2 timers", "work: systemd runs 3 timers",
        ])
      let time = /[A-Z][a-z]{2} [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{5,8}/
      let lines = parts[0].replacing(time, with: "TIME").split(separator: "\n")
      #expect(
        lines.prefix(9) == [
          "default: systemd runs 2 timers", "file: \(here)/\(Self.file)", "calendars:",
          "  \(here)/work.ics", "options:", "  --default-alarm -15m",
          "last renewal: TIME, succeeded",
          "next renewal (reads the calendars again): TIME, or when a calendar or the file changes",
          "next reminders:",
        ], "\(lines)")
      #expect(lines.dropFirst(9) == Array(repeating: "  TIME  Stand-up", count: 10)[...])
      #expect(parts[1].contains("Piano\n"), "\(parts[1])")
      let object = try run("status", "--format=json", "--name=default").object()
      let installations = try #require(object["installations"] as? [[String: Any]])
      #expect(object["isWell"] as? Bool == true && installations.count == 1)
      #expect(installations[0]["state"] as? String == "running")
      #expect(
        (installations[0]["next"] as? [[String: Any]])?.first?["title"] as? String == "Stand-up")

      let other = try program.systemctl("*is-active*target*) exit 3 ;;", besides: "ics2notify-")
      let paused = try program.run(["status"], environment: other)
      #expect(paused.status == 69)
      #expect(paused.lines[0] == "default: paused; `ics2notify install` resumes")
      #expect(paused.text.contains("\n\nwork: systemd runs 3 timers\n"))
      try program.systemctl(besides: "Piano")
      let partly = try run("status", "--name=work")
      #expect(
        partly.lines[0]
          == "work: systemd runs 2 of 3 timers; `ics2notify install --name work` starts the others")
      try program.shell("mv \(Self.units) away && ln -s user \(Self.units)", status: 0)
      let unreadable = try run("status")
      #expect(unreadable.status == 69 && unreadable.text.contains("  \(here)/work.ics\n"))
      #expect(unreadable.text.contains("ics2notify.manifest: can't be looked at: "))
      try program.shell("rm \(Self.units) && mv away \(Self.units)", status: 0)
      let absent = try program.run(["status"], environment: ["PATH": "/nowhere"])
      #expect(
        absent.lines[0]
          == "default: the user's systemd doesn't answer, so reminders don't appear")
      #expect(absent.status == 69)
    }
  }

  @Test func `uninstall removes one calendar, and the last one with its installation`() throws {
    try Self.run { program, run in
      _ = try run("install", "work.ics", "home")
      _ = try run("install", "--name=other", "work.ics")
      let names = try program.names(in: Self.units)
      try run("uninstall", "gone.ics").expectRefusal(66, saying: "gone.ics: is not in ")
      let one = try run("uninstall", "home")
      #expect(one.status == 0 && one.text.contains("\n- "), "\(one.text)\(one.errors)")
      #expect(try Self.titles(program) == ["Stand-up"])
      #expect(try run("uninstall", "./work.ics").text == "default: uninstalled\n")
      let left = names.filter { $0.hasPrefix("ics2notify.other") }
      #expect(try program.names(in: Self.units) == left && left.count > 5)
      #expect(try program.names(in: ".config/ics2notify") == ["other.conf"])
      let again = try run("uninstall")
      #expect(
        again.status == 0 && again.errors.contains("there is other (--name)"), "\(again.errors)")
      #expect(try run("uninstall", "--name=other").status == 0)
      #expect(try program.names(in: Self.units).isEmpty)
      #expect(try program.names(in: ".config") == ["systemd"])
      #expect(try program.names(in: ".local/state").isEmpty)
    }
  }

  @Test func `any conf file is read or reported, and can be uninstalled`() throws {
    try Self.run { program, run in
      try program.shell("cp work.ics \"$(printf 'e\\033.ics')\"", status: 0)
      let escape = try run("install", "--dry-run", "e\u{1B}.ics")
      #expect(escape.status == 0 && !escape.text.contains("\u{1B}"), "\(escape.text)")
      _ = try run("install", "work.ics")
      try program.write("\u{FEFF}# mine\r\n\(try program.here())/work.ics\r\n", to: Self.file)
      #expect(try run("renew").status == 0)
      try program.write("# none\n", to: Self.file)
      try run("renew").expectRefusal(65, saying: "default.conf: names no calendar")
      try program.shell("printf '\\376\\n' >>\(Self.file)", status: 0)
      let status = try run("status")
      #expect(status.status == 69 && status.text.contains("default.conf:2: is not UTF-8"))
      let here = try program.here()
      #expect(
        try run("uninstall").text
          == "default: uninstalled; the file that you edited is kept as \(here)/\(Self.file).old\n")
      #expect(try program.names(in: ".config/ics2notify") == ["default.conf.old"])
    }
  }

  @Test func `a missing conf file is reported, and one installation doesn't affect another`() throws
  {
    try Self.run { program, run in
      _ = try run("install", "work.ics")
      // A manifest that lists the files of another installation doesn't remove them.
      let manifest = try program.read("\(Self.units)/ics2notify.manifest")
      try program.write(manifest, to: "\(Self.units)/ics2notify.work.manifest")
      #expect(try run("uninstall", "--name=work").status == 0)
      #expect(try Self.titles(program) == ["Stand-up"])
      try program.remove(Self.file)
      for (command, status) in [("install", 64), ("renew", 66)] as [(String, Int32)] {
        try run(command).expectRefusal(status, saying: "default.conf is missing; ")
      }
      let status = try run("status")
      #expect(status.lines[0].contains("default.conf is missing; "), "\(status.text)")
      #expect(try run("install", "--name=default", "home").status == 0)
      #expect(try Self.titles(program) == ["Piano", "Run"])
      try run("install", "--name=a-b", "home").expectRefusal(64, saying: "--name")
    }
  }

  @Test func `snooze and done reject a reminder that was never shown`() throws {
    try Self.run { program, run in
      for arguments in [["snooze"], ["done"], ["done", "3"]] {
        let environment = ["PATH": program.directory.path + "/bin:/usr/bin:/bin"]
        try program.run(arguments, environment: environment).expectRefusal(65, saying: "reminder")
      }
    }
  }
}
