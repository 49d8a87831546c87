import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Addresses and credentials, which are secrets.
@Suite struct FetchSecretTests {
  /// All that a run leaves behind or prints, except the file of the installation, which other users
  /// can't read.
  private static func traces(_ server: CalendarServer) throws -> String {
    let files = try server.program.shell(
      "cat arguments; find .config/systemd .local .cache -type f | xargs grep -a '' /dev/null; "
        + "find .config .local .cache"
    ).text
    let status = try server.run("status").text + server.run("status", "--format=json").text
    return files + status
  }

  @Test func `addresses and passwords are in no argument, unit, state or status`() throws {
    try CalendarServer.run(secure: true) { server in
      var server = server
      server.environment["CURL_CA_BUNDLE"] = "\(try server.program.here())/certificate"
      try server.recordCurl()
      try server.answer("auth")
      try server.program.write(
        "machine localhost login ada password netrc-5ecret\n", to: ".netrc")
      let first = try server.run("install", server.address)
      #expect(first.status == 0, "\(first.errors)")
      let basic = { (text: String) in "Basic \(Data(text.utf8).base64EncodedString())" }
      #expect(try server.requests().last?.hasSuffix(basic("ada:netrc-5ecret")) == true)
      try server.program.write(
        "#!/bin/sh\necho warning >&2\necho \"$*\" >called\nprintf 'ada:\\\\\"c0mmand é\\nmore\\n'\n",
        to: "bin/login")
      try server.program.shell("chmod +x bin/login", status: 0)
      let second = try server.run("install", "--credentials-command", "login 'a b'")
      #expect(second.status == 0 && second.errors.isEmpty, "\(second.errors)")
      #expect(try server.program.read("called") == "a b localhost\n")
      #expect(try server.requests().last?.hasSuffix(basic("ada:\\\"c0mmand é")) == true)
      let arguments = try server.program.read("arguments")
      #expect(arguments.contains("curl --disable --config - "), "\(arguments)")
      let printed = first.text + first.errors + second.text + second.errors
      let traces = try Self.traces(server) + printed
      #expect(traces.contains("/…/basic.ics#"))
      // The arguments of the first install have the address, because it was typed.
      let typed = traces.replacing(" install \(server.address)", with: "")
      for secret in [CalendarServer.secret, "5ecret", "c0mmand"] {
        #expect(!typed.contains(secret), "\(secret)")
      }
    }
  }

  @Test(arguments: [
    "body-list", "sound", "skip-on", "only-on", "options", "pending", "responses", "output",
  ])
  func `an address in place of a file is shown without its secret`(_ option: String) throws {
    let calendar = CalendarText.calendar(
      CalendarText.event("a", start: "DTSTART:20280105T120000Z"))
    let address = "https://example.org/private/t0ken/file"
    try Program.run(["a.ics": calendar, "shared.conf": "--body-list \(address)\n"]) { program in
      let command = option == "sound" ? ["install", "--dry-run"] : ["compile"]
      let typed = try program.run(command + ["--\(option)=\(address)", "a.ics"])
      #expect(typed.status != 0 && typed.errors.contains("example.org"), "\(typed.errors)")
      #expect(!typed.errors.contains("t0ken"), "\(typed.errors)")
      // The user of a shared file of options doesn't see its address either.
      let shared = try program.run(["compile", "--options=shared.conf", "a.ics"])
      #expect(shared.status != 0 && !shared.errors.contains("t0ken"), "\(shared.errors)")
    }
  }

  @Test(arguments: [("644", "600"), ("440", "400"), ("600", "600")])
  func `others can't read a file with addresses`(before: String, after: String) throws {
    try CalendarServer.run { server in
      let file = ".config/ics2notify/default.conf"
      try server.program.write("\(server.address)\n", to: file)
      try server.program.shell("chmod \(before) \(file)", status: 0)
      #expect(try server.run("install").status == 0)
      #expect(try server.program.shell("stat -c %a \(file)").text == "\(after)\n")
    }
  }

  @Test(arguments: [
    ("exit 3", "failed with status 3"), ("echo secret", "did not print USER:PASSWORD"),
    ("printf 'a:\\001\\n'", "did not print USER:PASSWORD"),
  ])
  func `the output of a failed command for credentials isn't shown`(
    script: String, reason: String
  ) throws {
    try CalendarServer.run { server in
      try server.program.write("#!/bin/sh\n\(script)\n", to: "bin/login")
      try server.program.shell("chmod +x bin/login", status: 0)
      let result = try server.run("install", "--credentials-command=login", server.address)
      result.expectRefusal(66, saying: ": the program of --credentials-command \(reason)\n")
      let errors = result.errors.split(separator: "\n").filter { $0.contains("error:") }
      #expect(errors.count == 1 && !errors[0].contains("secret"))
      #expect(try server.requests() == [])
    }
  }

  @Test func `a command without output leaves the credentials to netrc`() throws {
    try CalendarServer.run(secure: true) { server in
      var server = server
      server.environment["CURL_CA_BUNDLE"] = "\(try server.program.here())/certificate"
      try server.answer("auth")
      try server.program.write("machine localhost login ada password x\n", to: ".netrc")
      let command = "--credentials-command=/bin/true"
      #expect(try server.run("install", command, server.address).status == 0)
    }
  }

  @Test func `a redirection to another host doesn't get the password for that host`() throws {
    try CalendarServer.run(secure: true) { server in
      var server = server
      server.environment["CURL_CA_BUNDLE"] = "\(try server.program.here())/certificate"
      try server.program.write(
        "machine localhost login ada password own\nmachine 127.0.0.1 login ada password other\n",
        to: ".netrc")
      let own = "Basic \(Data("ada:own".utf8).base64EncodedString())"
      let other = server.origin.replacing("localhost", with: "127.0.0.1")
      for (target, sent) in [("\(other)/moved.ics", "-"), ("/moved.ics", own)] {
        try server.answer("to \(target)")
        let result = try server.run("install", server.address)
        #expect(result.status == 0, "\(result.errors)")
        let requests = try server.requests()
        #expect(requests.count == 2 && requests.first?.hasSuffix(" 302 - - \(own)") == true)
        #expect(requests.last == "/moved.ics 200 - - \(sent)")
      }
    }
  }

  @Test func `over http, only the command for this machine sends credentials, without a proxy`()
    throws
  {
    try CalendarServer.run { server in
      var server = server
      server.environment["http_proxy"] = "http://127.0.0.1:1"
      try server.answer("auth")
      try server.program.write("machine 127.0.0.1 login ada password x\n", to: ".netrc")
      try server.run("install", server.address).expectRefusal(66, saying: "answered 401")
      try server.program.write("#!/bin/sh\necho ada:x\n", to: "bin/login")
      try server.program.shell("chmod +x bin/login", status: 0)
      let command = "--credentials-command=login"
      #expect(try server.run("install", command, server.address).status == 0)
    }
  }

  @Test(arguments: [
    ("https://ada:pw@example.org/a.ics", "write them into ~/.netrc, or use --credentials-command"),
    ("https://pw@example.org", "~/.netrc"), ("https://a:p/w@b@example.org/", "port"),
    ("https://example.org/a b.ics", "a blank"), ("https://example.org/\"a\".ics", "quotation"),
    ("https://example.org/'a'.ics", "quotation"), ("https://example.org/\u{1B}[1m", "a blank"),
    ("https://example.org/\n--stay", "a blank"), ("https://example.org/é", "percent-encoded"),
    ("https://", "host"), ("https:///a.ics", "host"), ("https://-x/", "host"),
    ("https://example.org:pw/", "port"), ("https://[::1/", "host"), ("https://a\\b/", "a blank"),
    ("https://example.org/" + String(repeating: "a", count: 2_048), "longer than 2048 bytes"),
  ])
  func `an address that can't be fetched is a usage error, without the address`(
    address: String, reason: String
  ) throws {
    try Program.run(["a.ics": CalendarText.daily]) { program in
      let environment = try program.systemctl()
      let result = try program.run(
        ["install", "a.ics", address], environment: environment, status: 64)
      #expect(result.errors.hasPrefix("ics2notify: error: the address of a calendar "))
      #expect(
        result.errors.split(separator: "\n").first?.contains(reason) == true, "\(result.errors)")
      #expect(!result.errors.contains("pw") && result.output.isEmpty)
      #expect(try !program.names().contains(".config"))
      // The same in the file, with its line.
      guard !address.contains("\n") else { return }
      let file = ".config/ics2notify/default.conf"
      try program.write("\(try program.here())/a.ics\n\(address)\n", to: file)
      let renewed = try program.run(["install"], environment: environment, status: 64)
      #expect(renewed.errors.contains("/default.conf:2: the address of a calendar "))
      #expect(!renewed.errors.contains("pw"))
    }
  }

  @Test(arguments: [
    ("https://example.org/basic.ics", "https://example.org/basic.ics"),
    ("webcal://Example.org/a/b/basic.ics?token=x#y", "https://example.org/…/basic.ics"),
    ("http://example.org:8080/a/", "http://example.org:8080/…"),
    ("https://example.org", "https://example.org/…"),
    ("https://example.org/public/QX3kfPq0dk2sWm9L.ics", "https://example.org/…"),
    ("https://[::1]/x.ics?y", "https://[::1]/…/x.ics"),
  ])
  func `the shown form of an address hides its path and its query`(
    address: String, shown: String
  ) throws {
    try Program.run { program in
      try program.write("#!/bin/sh\nexit 6\n", to: "bin/curl")
      try program.shell("chmod +x bin/curl", status: 0)
      let result = try program.run(["install", address], environment: program.systemctl())
      result.expectRefusal(66)
      // The note explains the same form.
      let lines = result.errors.replacing(/[#][0-9a-f]{6}/, with: "").split(separator: "\n")
      #expect(lines.first?.contains("note: messages show this address as \(shown)") == true)
      #expect(lines.dropFirst() == ["ics2notify: error: \(shown): the host was not found"])
    }
  }

  @Test(arguments: ["http://example.org/a.ics", "http://127.0.0.1.example.org/a.ics"])
  func `no credentials are sent over a connection that others can read`(_ address: String) throws {
    try Program.run { program in
      try program.write("#!/bin/sh\ncat >configuration\nexit 6\n", to: "bin/curl")
      try program.write("#!/bin/sh\ntouch called\necho a:b\n", to: "bin/login")
      try program.shell("chmod +x bin/curl bin/login", status: 0)
      let arguments = ["install", "--credentials-command=login", address]
      try program.run(arguments, environment: program.systemctl(), status: 66)
      let configuration = try program.read("configuration")
      #expect(configuration.contains("\nurl = \"\(address)\"\n"))
      #expect(!configuration.contains("netrc") && !configuration.contains("user ="))
      #expect(try !program.names().contains("called"))
    }
  }
}
