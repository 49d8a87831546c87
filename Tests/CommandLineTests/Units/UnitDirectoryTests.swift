import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Units in a directory: files that are written, kept, rejected or removed.
@Suite struct UnitDirectoryTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  /// Returns calendars with one event each.
  private func calendars(_ titles: String...) -> [String: String] {
    var files: [String: String] = [:]
    for title in titles {
      files["in/\(title).ics"] = CalendarText.calendar(CalendarText.event(title, title: title))
    }
    return files
  }

  @discardableResult
  private func write(
    _ program: Program, to directory: String = "units", status: Int32 = 0
  ) throws -> ProgramOutcome {
    try program(
      now, "--time-zone=UTC", "--target=systemd", "--plain", "--output=\(directory)", "in",
      status: status)
  }

  private func inode(_ program: Program, _ name: String) throws -> [AnyHashable] {
    let path = program.directory.appending(path: "units/\(name)").path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return [
      attributes[.systemFileNumber] as? AnyHashable, attributes[.modificationDate] as? AnyHashable,
    ].compactMap(\.self)
  }

  @Test func `only files that change are written or removed`() throws {
    try Program.run(calendars("Kept", "Gone")) { program in
      try program.write("[Timer]\n", to: "units/mine.timer")
      try write(program)
      let first = try program.names(in: "units")
      // Two timers, two services, a target, the manifest, and the user's file.
      #expect(first.count == 2 + 2 + 1 + 1 + 1)
      let manifest = try program.read("units/ics2notify.manifest")
      let listed = manifest.split(separator: "\n").dropFirst().map(String.init)
      #expect(listed == first.filter { $0 != "mine.timer" && $0 != "ics2notify.manifest" })
      let before = try first.map { try inode(program, $0) }
      try write(program)
      #expect(try program.names(in: "units") == first)
      #expect(try first.map { try inode(program, $0) } == before)

      try program.remove("in/Gone.ics")
      try program.write(
        CalendarText.calendar(CalendarText.event("New", title: "New")), to: "in/New.ics")
      let kept = first.filter {
        !$0.contains("Gone") && $0 != "ics2notify.target" && $0 != "ics2notify.manifest"
      }
      #expect(kept.count == 3)
      let inodes = try kept.map { try inode(program, $0) }
      try write(program)
      #expect(try kept.map { try inode(program, $0) } == inodes)
      let second = try program.names(in: "units")
      #expect(second.count == first.count)
      #expect(!second.contains { $0.contains("Gone") })
      #expect(second.filter { $0.contains("New") }.count == 2)
    }
  }

  @Test func `a foreign file with the name of a unit stays and is an error`() throws {
    try Program.run(calendars("A")) { program in
      try write(program)
      let timer = try #require(
        try program.names(in: "units").first { $0.hasPrefix("ics2notify-A-") })
      for name in [timer, "ics2notify.target"] {
        let path = "other-\(name)"
        try program.write("mine", to: "\(path)/\(name)")
        let result = try write(program, to: path, status: 73)
        #expect(result.errors.contains("\(path)/\(name): exists already, and "), "\(result.errors)")
        #expect(try program.names(in: path) == [name])
        #expect(try program.read("\(path)/\(name)") == "mine")
      }
    }
  }

  @Test func `a link or a directory with the name of a unit is not followed`() throws {
    try Program.run(calendars("A")) { program in
      try write(program)
      let text = try program.read("units/ics2notify.target")
      let names = ["ics2notify.target", "ics2notify.manifest"]
      for name in names {
        let content = try program.read("units/\(name)")
        try program.write(content, to: "elsewhere/\(name)")
        let link = program.directory.appending(path: "link-\(name)/\(name)")
        try FileManager.default.createDirectory(
          at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          at: link, withDestinationURL: program.directory.appending(path: "elsewhere/\(name)"))
        let result = try write(program, to: "link-\(name)", status: 73)
        #expect(result.errors.contains("ics2notify didn't write it"), "\(result.errors)")
        #expect(try program.read("elsewhere/\(name)") == content)
        try program.write("", to: "directory-\(name)/\(name)/inside")
        try write(program, to: "directory-\(name)", status: 73)
        #expect(try program.read("directory-\(name)/\(name)/inside") == "")
      }
      // A link with the name of the temporary file is removed, not followed.
      try program.write("secret", to: "target")
      try FileManager.default.createSymbolicLink(
        at: program.directory.appending(path: "units/.ics2notify.tmp"),
        withDestinationURL: program.directory.appending(path: "target"))
      try program.write("[Unit]\nDescription=damaged\n", to: "units/ics2notify.target")
      try write(program)
      #expect(try program.read("target") == "secret")
      #expect(try program.read("units/ics2notify.target") == text)
    }
  }

  @Test func `a manifest can't remove foreign files`() throws {
    let hostile = [
      "../victim", "/etc/passwd", "victim", "..", ".", "", "ics2notify-x.timer", "sub/victim",
      "ics2notify-\(String(repeating: "0", count: 32)).timer/../../victim",
    ]
    try Program.run(calendars("A")) { program in
      for name in ["victim", "units/victim", "units/sub/victim", "units/ics2notify-x.timer"] {
        try program.write("mine", to: name)
      }
      try program.write(
        hostile.joined(separator: "\n") + "\n\0\u{FFFE}", to: "units/ics2notify.manifest")
      try write(program)
      for name in ["victim", "units/victim", "units/sub/victim", "units/ics2notify-x.timer"] {
        #expect(try program.read(name) == "mine")
      }
      let manifest = try program.read("units/ics2notify.manifest")
      #expect(!manifest.contains("victim") && !manifest.contains("x.timer"))
    }
  }

  @Test func `a directory that can't be written is an error with status 73`() throws {
    try Program.run(calendars("A")) { program in
      try program.write("", to: "file")
      for directory in ["file", "file/below", "/proc/nowhere"] {
        let result = try write(program, to: directory, status: 73)
        #expect(result.errors.contains(directory), "\(result.errors)")
        #expect(result.output.isEmpty)
      }
    }
  }

  @Test func `written units aren't renewed, and a note says so`() throws {
    try Program.run { program in
      let result = try program(
        now, "--target=systemd", "--plain", "--output=units", "-", input: CalendarText.daily,
        status: 0
      )
      #expect(
        result.errors.contains(
          "note: these units are not renewed: compile again by 2026-01-08T12:00:00Z"),
        "\(result.errors)")
      #expect(try !program.names(in: "units").contains { $0.contains("renew") })
    }
  }

  @Test func `a notification of a persistent timer shows when it was due`() throws {
    let calendar = CalendarText.calendar(
      CalendarText.event("a", title: "Once"),
      CalendarText.event("b", rule: "FREQ=WEEKLY;BYDAY=MO,WE", title: "Weekly"),
      CalendarText.event("c", rule: "FREQ=WEEKLY;INTERVAL=2", title: "Fortnightly"))
    let result = try Program.run(["a.ics": calendar]) {
      try $0(
        now, "--target=systemd", "--plain", "--late=show", "--time-zone=Europe/Berlin",
        "--horizon=P100D", "--quiet", "a.ics")
    }
    // 09:00 UTC is 10:00 in Berlin in January, and 11:00 from 29 March.
    #expect(result.text.contains("Once \"Due Mon 2026-01-05 10:00"), "\(result.text)")
    #expect(
      result.text.contains(
        "Fortnightly \"Due Mon 2026-01-05 10:00, Mon 2026-01-19 10:00, Mon 2026-02-02 10:00, "
          + "Mon 2026-02-16 10:00, 3 more up to Mon 2026-03-30 11:00"), "\(result.text)")
    #expect(result.text.contains("Weekly \"Due every Mon,Wed at 09:00 (UTC)"), "\(result.text)")
    #expect(result.text.components(separatedBy: "\nPersistent=yes\n").count == 1 + 3)
  }

  @Test func `without a systemd manager, units are written and the commands named`() throws {
    try Program.run(calendars("A")) { program in
      let environment = ["XDG_CONFIG_HOME": program.directory.path + "/config", "PATH": "/nowhere"]
      let result = try program(
        "install", "--plain", "in", environment: environment, status: 69)
      #expect(
        result.errors.contains("systemctl --user enable --now ics2notify.target"),
        "\(result.errors)")
      #expect(try program.names(in: "config/systemd/user").contains("ics2notify.target"))
      try program("uninstall", environment: environment, status: 69)
      #expect(try program.names(in: "config/systemd/user") == [])
      try program("uninstall", environment: environment, status: 0)
    }
  }

  @Test func `a systemctl command that fails is named, with status 69`() throws {
    try Program.run(calendars("A")) { program in
      try program.write(
        "#!/bin/sh\necho \"$@\" >>log\ncase $* in *daemon-reload*) echo no >&2; exit 4;; esac\n",
        to: "bin/systemctl")
      try program.shell("chmod +x bin/systemctl")
      let result = try program(
        "install", "--plain", "in",
        environment: ["PATH": program.directory.path + "/bin:/usr/bin:/bin"], status: 69)
      #expect(
        result.errors.contains("systemctl --user daemon-reload failed with status 4: no"),
        "\(result.errors)")
      #expect(try !program.read("log").contains("start"))
    }
  }

  @Test func `no OnCalendar line names a zone that is not installed`() throws {
    // Foundation still has this zone, which the time zone database dropped in 2020.
    let event = CalendarText.event(
      start: "DTSTART;TZID=US/Pacific-New:20260105T090000", rule: "FREQ=WEEKLY")
    let result = try Program.run(["a.ics": CalendarText.calendar(event)]) {
      try $0.run([now, "--target=systemd", "--plain", "a.ics"])
    }
    #expect(result.text.contains("OnCalendar="))
    #expect(!result.text.contains("US/Pacific-New"), "\(result.text)")
  }

  private static let hasTracer = TestProgram.installed("strace") != nil

  @Test(.enabled(if: hasTracer, "needs strace(1)"))
  func `an unreadable file is not treated as absent`() throws {
    try Program.run(calendars("One")) { program in
      try write(program)
      let before = try program.read("units/ics2notify.manifest")
      let files = try program.names(in: "units")
      let timer = try #require(files.first { $0.hasSuffix(".timer") && $0.contains("One") })
      try program.remove("in/One.ics")
      try program.write(
        CalendarText.calendar(CalendarText.event("Two", title: "Two")), to: "in/Two.ics")
      for name in [timer, "ics2notify.manifest"] {
        let trace =
          "strace -f -o /dev/null -P \"$PWD/units/\(name)\" "
          + "-e inject=newfstatat,lstat,stat,statx:error=EIO \"$PROGRAM\""
        let result = try program.shell(
          "\(trace) \(now) --time-zone=UTC --target=systemd --output=units in 2>&1", status: 73)
        #expect(result.text.lowercased().contains("input/output error"), "\(result.text)")
        let manifest = try program.read("units/ics2notify.manifest")
        #expect(manifest.contains(timer))
        #expect(before.split(separator: "\n").allSatisfy { manifest.contains($0) })
      }
      try program("install", "in", environment: ["PATH": "/nowhere"], status: 69)
      for (command, status) in [("uninstall", 73), ("status", 69)] {
        let result = try program.shell(
          "strace -f -o /dev/null -P \"$PWD/.config/systemd/user/ics2notify.manifest\" "
            + "-e inject=newfstatat,lstat,stat,statx:error=EIO \"$PROGRAM\" \(command) 2>&1")
        #expect(result.status == Int32(status), "\(command) \(result.text)")
      }
    }
  }

  @Test func `a run waits for a held lock, and reports it`() throws {
    let result = try Program.run(calendars("One")) {
      try $0.shell(
        """
        mkdir units
        until_told='touch locked; until grep -qs waiting said; do sleep 0.05; done'
        timeout 60 flock units sh -c "$until_told" &
        until test -e locked; do sleep 0.05; done
        "$PROGRAM" \(now) --quiet --target=systemd --output=units in 2>said && cat said >&2
        """, status: 0)
    }
    #expect(
      result.errors.hasPrefix("ics2notify: waiting for another run of ics2notify"),
      "\(result.errors)")
  }

  @Test func `systemctl times out after 30 seconds`() throws {
    try Program.run(calendars("One")) { program in
      try program.write("#!/bin/sh\nexec sleep 600\n", to: "bin/systemctl")
      let result = try program.shell(
        "chmod +x bin/systemctl; PATH=$PWD/bin:$PATH \"$PROGRAM\" install --quiet --plain in",
        status: 69
      )
      let lines = result.errors.split(separator: "\n")
      #expect(lines.first == "ics2notify: waiting for systemctl --user show")
      #expect(lines.dropFirst().first?.contains("has done nothing for 30 seconds") == true)
      #expect(lines.last?.contains("the units are in") == true)
    }
  }
}
