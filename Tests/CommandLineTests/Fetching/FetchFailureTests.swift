import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Calendars that can't be fetched: the last good reminders stay, and `status` has the reason.
@Suite struct FetchFailureTests {
  @Test(arguments: [
    ("404", "the server answered 404"), ("500", "the server answered 500"),
    ("204", "the server answered 204"), ("304", "the server answered 304"),
    ("auth", "the server answered 401; it needs another user name or password"),
    ("html", "the answer is an HTML page; is this a login page?"),
    ("page text/html", "the server sent a page (text/html), not a calendar; is this a login page?"),
    (
      "page Text/HTML ; charset=UTF-8",
      "the server sent a page (text/html), not a calendar; is this a login page?"
    ),
    (
      "page application/xhtml+xml;x=\(String(repeating: "x", count: 1_000))",
      "the server sent a page (application/xhtml+xml), not a calendar; is this a login page?"
    ),
    ("header", "the headers of the answer are too large"),
    ("headers", "the headers of the answer are too large"),
    ("zip", "the answer is a ZIP archive, not a calendar"),
    ("text", "the answer is not a calendar"), ("empty", "the answer is empty"),
    ("truncated", "the answer ends within the calendar"), ("cut", "the answer was cut off"),
    ("slow", "the server did not send all within 60 seconds"),
    ("endless", "the answer is larger than 64 MiB"), ("bomb", "the answer is larger than 64 MiB"),
    ("to /basic.ics", "the server redirects more than 5 times"),
    ("to file:///etc/passwd", "the server redirects to an address that is neither http nor https"),
    (
      "to ftp://127.0.0.1/a.ics",
      "the server redirects to an address that is neither http nor https"
    ),
    ("down", "the host doesn't accept a connection"),
    ("curl", "curl is not installed; it is in the Debian package curl"),
  ])
  func `a failure keeps the last good reminders, and is in the status`(
    mode: String, reason: String
  ) throws {
    try CalendarServer.run { server in
      var server = server
      if mode == "slow" { try server.recordCurl(sed: "s/^max-time = .*/max-time = 1/") }
      try server.program.write(CalendarText.daily, to: "daily.ics")
      for arguments in [["install", server.address, "daily.ics"], ["install"]] {
        let environment = server.environment
        try server.program.run(arguments, environment: environment, status: 0)
      }
      let unchanged = try #require(try server.requests().last)
      try server.age(by: 3_600)
      switch mode {
      case "down":
        try server.program.shell(
          "kill -KILL $(cat pid); while kill -0 $(cat pid); do sleep 0.1; done")
      case "curl":
        try server.program.shell(
          "for name in sh ls grep sed; do ln -s $(command -v $name) bin/; done", status: 0)
        server.environment["PATH"] = "\(server.program.directory.path)/bin"
      // The server must not send 304 if the request has no condition.
      case "304": try server.program.shell("rm .cache/ics2notify/*.json", status: 0)
      default: break
      }
      try server.answer(mode)
      let renewed = try server.run("renew")
      #expect(renewed.status == 1, "\(renewed.errors)")
      #expect(
        renewed.errors.contains("#") && renewed.errors.contains(": \(reason); its last good"),
        "\(renewed.errors)")
      #expect(!renewed.errors.contains(CalendarServer.secret))
      #expect(try server.titles() == ["Stand-up", "Title"])
      let status = try server.status()
      #expect(status["problem"] as? String == reason)
      #expect(status["hasCopy"] as? Bool == true && status["since"] is String)
      let text = try server.run("status")
      #expect(text.status == 69 && !text.text.contains(CalendarServer.secret))
      #expect(mode == "304" || text.text.contains("; its last good reminders of "), "\(text.text)")
      guard mode != "down" else { return }
      // A success ends the failure. The ETag of the bad answer wasn't kept.
      server.environment = try server.program.systemctl()
      try server.program.shell("rm -f bin/curl")
      try server.answer("etag")
      _ = try server.requests()
      #expect(try server.run("renew").status == 0)
      let last = try server.requests()
      #expect(last.count == 1 && (mode == "304" || last == [unchanged]), "\(last)")
      #expect(try server.status()["problem"] == nil)
    }
  }

  @Test func `a calendar that can't be fetched isn't installed`() throws {
    try CalendarServer.run { server in
      try server.answer("404")
      let result = try server.run("install", server.address)
      result.expectRefusal(66, saying: ": the server answered 404\n")
      #expect(!result.errors.contains(CalendarServer.secret))
      #expect(try !server.program.names().contains(".config"))
      #expect(try server.program.names(in: ".cache") == [])
      // A dry run leaves nothing behind, either.
      try server.answer("etag")
      #expect(try server.run("install", "--dry-run", server.address).status == 0)
      #expect(try server.program.names(in: ".cache") == [])
    }
  }

  @Test func `a cache directory that can't be used doesn't stop a renewal`() throws {
    try CalendarServer.run { server in
      try server.program.write(CalendarText.daily, to: "daily.ics")
      #expect(try server.run("install", server.address, "daily.ics").status == 0)
      try server.program.shell("rm -r .cache && touch .cache", status: 0)
      try server.program.write(CalendarServer.calendar("Piano"), to: "daily.ics")
      let renewed = try server.run("renew")
      #expect(renewed.status == 66)
      #expect(renewed.errors.contains("warning: calendars are not fetched: "), "\(renewed.errors)")
      #expect(
        renewed.errors.contains(": it was not fetched yet; its last good"), "\(renewed.errors)")
      #expect(try server.titles() == ["Piano", "Stand-up"])
      try server.run("install").expectRefusal(73, saying: ".cache/ics2notify: can't be used: ")
    }
  }

  @Test(arguments: [
    (1, "the answer is not HTTP; does the server need https://?"),
    (22, "the proxy refused the connection"), (26, "~/.netrc can't be read"),
    (52, "the server closed the connection without an answer; does it need https://?"),
  ])
  func `an exit status of curl without an answer has words of its own`(
    status: Int, reason: String
  ) throws {
    try CalendarServer.run { server in
      try server.program.write("#!/bin/sh\necho 000\nexit \(status)\n", to: "bin/curl")
      try server.program.shell("chmod +x bin/curl", status: 0)
      try server.run("install", server.address).expectRefusal(66, saying: ": \(reason)\n")
    }
  }

  @Test func `a redirection is followed`() throws {
    try CalendarServer.run { server in
      try server.answer("to \(server.origin)/moved.ics")
      #expect(try server.run("install", server.address).status == 0)
      #expect(try server.titles() == ["Stand-up"])
    }
  }

  @Test func `a failure is reported after a day, or at once without a copy`() throws {
    try CalendarServer.run { server in
      let state = ".local/state/ics2notify"
      func reported() throws -> (flag: Bool, reason: String?) {
        let names = try server.program.names(in: state)
        let reason = try? server.program.read("\(state)/ics2notify.renewal-reason")
        return (names.contains("ics2notify.renewal-failed"), reason)
      }
      _ = try server.run("install", server.address)
      try server.answer("500")
      for _ in 1...2 {
        #expect(try server.run("install").status == 1)
        #expect(try reported() == (false, nil))
      }
      try server.age(by: 100_000)
      #expect(try server.run("renew").status == 66)
      var now = try reported()
      #expect(!now.flag && now.reason?.contains("#") == true)
      #expect(now.reason?.contains(": it could not be fetched for a day; ") == true, "\(now)")
      #expect(now.reason?.contains(CalendarServer.secret) == false)
      // The notification was shown. Another reason doesn't show it again.
      try server.program.write("", to: "\(state)/ics2notify.renewal-failed")
      try server.answer("404")
      #expect(try server.run("renew").status == 66)
      #expect(try reported().flag)
      try server.answer("etag")
      #expect(try server.run("renew").status == 0)
      #expect(try reported() == (false, nil))
      // An address without a copy.
      try server.answer("404")
      try server.program.shell("echo \(server.origin)/new.ics >>.config/ics2notify/default.conf")
      #expect(try server.run("renew").status == 66)
      now = try reported()
      #expect(!now.flag && now.reason?.contains("/new.ics#") == true)
      #expect(now.reason?.contains(": the server answered 404\n") == true, "\(now)")
    }
  }
}
