import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Calendars that are fetched from a server.
@Suite struct FetchTests {
  private static let file = ".config/ics2notify/default.conf"

  @Test func `a calendar is fetched, and again only if its ETag has changed`() throws {
    try CalendarServer.run { server in
      let program = server.program
      let installed = try server.run("install", server.address)
      #expect(installed.status == 0 && installed.errors.filter { $0 == "\n" }.count == 1)
      let note = "note: messages show this address as \(server.origin)/…/basic.ics#"
      #expect(installed.errors.contains(note), "\(installed.errors)")
      #expect(!installed.errors.contains(CalendarServer.secret))
      #expect(installed.text.contains("7 reminders in the next 7 days"))
      #expect(try program.read(Self.file).hasSuffix("\n\(server.address)\n"))
      let names = try program.names(in: ".cache/ics2notify")
      #expect(names.map { $0.drop { $0 != "." } } == [".ics", ".json"])
      let modes = try program.shell(
        "stat -c %a .cache/ics2notify .cache/ics2notify/* \(Self.file)"
      ).lines
      #expect(modes == ["700", "600", "600", "600"])
      #expect(try server.titles() == ["Stand-up"])
      let instant = try server.status()["fetched"] as? String
      #expect(instant?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
      let path = "/\(CalendarServer.secret)/basic.ics"
      #expect(try server.requests() == ["\(path) 200 - - -"])
      #expect(try server.run("install").status == 0)
      let second = try server.requests()
      #expect(second.count == 1 && second[0].hasPrefix("\(path) 304 \""), "\(second)")
      try program.write(CalendarServer.calendar("Piano"), to: "served.ics")
      // A renewal that follows a change of another calendar doesn't fetch within a minute.
      #expect(try server.run("renew").status == 0)
      #expect(try server.requests() == [] && server.titles() == ["Stand-up"])
      try server.age(by: 61)
      #expect(try server.run("renew").status == 0)
      #expect(try server.requests().count == 1 && server.titles() == ["Piano"])
      // Without its copy, the calendar is fetched whatever its ETag is.
      try program.shell("rm .cache/ics2notify/*.ics", status: 0)
      #expect(try server.run("renew").status == 0)
      #expect(try server.requests() == ["\(path) 200 - - -"])
      try program.shell("for f in .cache/ics2notify/*.ics; do echo junk >$f; done", status: 0)
      #expect(try server.run("install").status == 0)
      #expect(try server.requests() == ["\(path) 200 - - -"] && server.titles() == ["Piano"])
    }
  }

  @Test func `a calendar with a date is fetched again only if it has changed`() throws {
    try CalendarServer.run { server in
      try server.answer("dated")
      for status in ["200 - -", "304 - Mon, 05 Jan 2026 08:00:00 GMT"] {
        #expect(try server.run("install", server.address).status == 0)
        #expect(try server.requests().map { $0.contains(" \(status) ") } == [true])
      }
      // Invalid headers are not sent back.
      try server.answer("hostile")
      for _ in 1...2 { #expect(try server.run("install").status == 0) }
      #expect(try server.requests().last?.hasSuffix(" 200 - - -") == true)
    }
  }

  @Test func `a service only fetches a calendar that is due, or that has failed`() throws {
    try CalendarServer.run { server in
      #expect(try server.run("install", server.address).status == 0)
      /// Renews in a process to which systemd has given its own PID, and returns the requests.
      func renew() throws -> Int {
        _ = try server.requests()
        let path = server.environment["PATH"] ?? ""
        try server.program.shell(
          "PATH='\(path)' SYSTEMD_EXEC_PID=$$ exec \"$PROGRAM\" renew --quiet")
        return try server.requests().count
      }
      try server.age(by: 3_400)
      #expect(try renew() == 0)
      try server.age(by: 100)
      #expect(try renew() == 1)
      try server.age(by: 3_500)
      try server.answer("500")
      #expect(try renew() == 1 && renew() == 1)
      try server.answer("etag")
      #expect(try renew() == 1 && renew() == 0)
      // A user who types the command gets the present calendar.
      try server.age(by: 61)
      #expect(try server.run("renew").status == 0)
      #expect(try server.requests().count == 1)
    }
  }

  @Test(arguments: ["text/calendar", "text/plain", "application/octet-stream", "text/htmlx", ""])
  func `a calendar of any type except a page is taken`(_ type: String) throws {
    try CalendarServer.run { server in
      try server.answer("page \(type)")
      #expect(try server.run("install", server.address).status == 0)
      #expect(try server.titles() == ["Stand-up"])
    }
  }

  @Test func `an ETag that never changes delays a change for a day at most`() throws {
    try CalendarServer.run { server in
      try server.answer("stuck")
      #expect(try server.run("install", server.address).status == 0)
      try server.program.write(CalendarServer.calendar("Piano"), to: "served.ics")
      // The calendar was sent 23 hours ago, a day ago, and later than now.
      for (age, status, title) in [
        (82_800, "304 \"stuck\"", "Stand-up"), (3_600, "200 -", "Piano"),
        (-3_600, "200 -", "Piano"),
      ] {
        _ = try server.requests()
        try server.age(by: age)
        #expect(try server.run("renew").status == 0)
        let requests = try server.requests()
        #expect(requests.count == 1 && requests[0].contains(" \(status) "), "\(requests)")
        #expect(try server.titles() == [title])
      }
    }
  }

  @Test func `only a calendar is acceptable, as Xandikos needs it`() throws {
    try CalendarServer.run { server in
      try server.answer("xandikos")
      #expect(try server.run("install", server.address).status == 0)
      #expect(try server.titles() == ["Stand-up"])
      // The explanation of an address isn't repeated.
      #expect(try server.run("install").errors == "")
    }
  }

  @Test func `webcal is fetched as https, and a trusted certificate is needed`() throws {
    try CalendarServer.run(secure: true) { server in
      var server = server
      let address = server.address.replacing("https:", with: "WebCal:")
      let refused = try server.run("install", address)
      refused.expectRefusal(66, saying: ": the certificate of the server is not trusted\n")
      #expect(try !server.program.names().contains(".config"))
      #expect(try server.program.names(in: ".cache") == [])
      server.environment["CURL_CA_BUNDLE"] = "\(try server.program.here())/certificate"
      #expect(try server.run("install", address + "#top").status == 0)
      #expect(try server.program.read(Self.file).hasSuffix("\n\(server.address)\n"))
      #expect(try server.titles() == ["Stand-up"])
      // The connection stays secure.
      try server.answer("to http://localhost:1/a.ics")
      _ = try server.run("install")
      #expect(
        try server.status()["problem"] as? String
          == "the server redirects to an address that is not https")
    }
  }

  @Test func `uninstall removes the copy unless another installation needs it`() throws {
    try CalendarServer.run { server in
      let other = "\(server.origin)/other.ics"
      _ = try server.run("install", server.address, other)
      _ = try server.run("install", "--name=work", server.address)
      let cache = ".cache/ics2notify"
      #expect(try server.program.names(in: cache).count == 4)
      let one = try server.run("uninstall", "\(other)#x")
      #expect(
        one.status == 0 && one.text.contains("\n- \(server.origin)/other.ics#"), "\(one.errors)")
      let left = try server.program.names(in: cache)
      #expect(left.count == 2)
      #expect(try server.run("uninstall").status == 0)
      #expect(try server.program.names(in: cache) == left)
      #expect(try server.run("uninstall", "--name=work", server.address).status == 0)
      #expect(try server.program.names(in: ".cache") == [])
      #expect(try server.program.names(in: ".config") == ["systemd"])
    }
  }

  @Test func `other commands read the copies of an options file, and fetch nothing`() throws {
    try CalendarServer.run { server in
      let agenda = ["agenda", "--options", Self.file]
      try server.program.write("\(server.address)\n", to: Self.file)
      let missing = try server.program.run(agenda, status: 66)
      #expect(missing.errors.contains(": it was not fetched yet; ics2notify install"))
      #expect(!missing.errors.contains(CalendarServer.secret))
      _ = try server.run("install")
      _ = try server.requests()
      try server.answer("404")
      let found = try server.program.run(agenda, status: 0)
      #expect(found.text.contains("09:00  Stand-up"), "\(found.errors)")
      #expect(try server.requests() == [])
      // With --strict, a copy is as good as the calendar.
      #expect(try server.run("install", "--strict").status == 1)
      #expect(try server.requests().count == 1 && server.titles() == ["Stand-up"])
      // A pause uses the copies, too.
      #expect(try server.run("pause", "2099-01-01").status == 1)
      #expect(try server.run("resume").status == 1)
      #expect(try server.requests() == [] && server.titles() == ["Stand-up"])
    }
  }

  @Test func `eight calendars are fetched at the same time`() throws {
    try CalendarServer.run { server in
      try server.answer("together")
      let addresses = (1...8).map { "\(server.origin)/\($0).ics" }
      // The server waits for eight requests before it answers.
      let result = try server.program.run(
        ["install"] + addresses, environment: server.environment, status: 0)
      let note = "note: messages show addresses as \(server.origin)/"
      #expect(
        result.errors.contains(note) && result.errors.filter { $0 == "\n" }.count == 1,
        "\(result.errors)")
    }
  }

  @Test func `a fetch is announced on a terminal`() throws {
    try CalendarServer.run { server in
      let terminal = "/usr/bin/python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])'"
      for (option, count) in [("", 1), ("--quiet", 0)] {
        let line = "\(terminal) \"$PROGRAM\" install \(option) \(server.address) </dev/null"
        let text = try server.program.shell("PATH=$PWD/bin:$PATH; \(line)", status: 0).text
        let lines = text.split(separator: "\r\n").filter { $0.contains("fetching") }
        #expect(lines.count == count, "\(text)")
        #expect(lines.allSatisfy { $0.hasPrefix("ics2notify: fetching http://127.0.0.1:") })
      }
    }
  }

  @Test func `a name in the directory never becomes the calendar of an address`() throws {
    try CalendarServer.run { server in
      try server.answer("404")
      let path = server.address.replacing("//", with: "/")
      try server.program.write(CalendarServer.calendar("Fake"), to: path)
      for command in ["install", "fires", "agenda"] {
        #expect(try server.run(command, server.address).status == 66)
      }
    }
  }

  @Test func `the interval becomes lines of a timer, only if there are addresses`() throws {
    try CalendarServer.run { server in
      let timer = ".config/systemd/user/ics2notify-fetch.timer"
      #expect(try server.run("install", server.address, "--fetch-every", "90m").status == 0)
      let text = try server.program.read(timer)
      let lines =
        "\nOnCalendar=*-*-* 00..21/3:00:30 UTC\nOnCalendar=*-*-* 01..22/3:30:30 UTC\n"
        + "RandomizedDelaySec=5min\nFixedRandomDelay=yes\n"
      #expect(text.contains(lines), "\(text)")
      try server.program.write(CalendarText.daily, to: "daily.ics")
      _ = try server.run("install", "daily.ics")
      #expect(try server.run("uninstall", server.address).status == 0)
      #expect(throws: (any Error).self) { try server.program.read(timer) }
      for value in ["4m", "7m", "25h", "P2D", "PT1H1S", "P1M", "soon"] {
        try server.run("install", "--fetch-every", value)
          .expectRefusal(64, saying: "--fetch-every \"\(value)\"")
      }
    }
  }
}
