import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// A server of one calendar on the loopback address, and a program that installs it.
///
/// The file `mode` says how the server answers. The file `requests` has a line for each request:
/// the path, the status, and the headers If-None-Match, If-Modified-Since and Authorization.
struct CalendarServer {
  let program: Program
  /// The scheme, the host and the port.
  let origin: String
  /// The environment with a `systemctl` whose timers are active, and without other programs.
  var environment: [String: String]

  /// A part of the path that must not be shown.
  static let secret = "private-0a1b2c"

  var address: String { "\(origin)/\(CalendarServer.secret)/basic.ics" }

  /// Starts a server, calls a function, and stops the server.
  static func run<Value>(
    secure: Bool = false, _ body: (CalendarServer) throws -> Value
  ) throws -> Value {
    let files = [
      "server.py": script, "mode": "etag", "served.ics": calendar("Stand-up"), "requests": "",
    ]
    return try Program.run(files) { program in
      let environment = try program.systemctl()
      if secure {
        try program.shell(
          "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
            + "-keyout key -out certificate -subj /CN=localhost "
            + "-addext subjectAltName=DNS:localhost,IP:127.0.0.1", status: 0)
      }
      try program.shell(
        "/usr/bin/python3 server.py \(secure ? "tls" : "") >server.log 2>&1 & echo $! >pid; "
          + "for _ in $(seq 600); do test -s port && exit; sleep 0.1; done; cat server.log >&2; "
          + "exit 1",
        status: 0)
      // The server inherits the blocked signals of a thread of the tests.
      defer { _ = try? program.shell("kill -KILL $(cat pid)") }
      let port = try program.read("port").trimmingCharacters(in: .newlines)
      return try body(
        CalendarServer(
          program: program,
          origin: secure ? "https://localhost:\(port)" : "http://127.0.0.1:\(port)",
          environment: environment))
    }
  }

  static func calendar(_ title: String) -> String {
    CalendarText.calendar(
      CalendarText.event(title, start: "DTSTART:20260105T090000Z", rule: "FREQ=DAILY", title: title)
    )
  }

  @discardableResult
  func run(_ arguments: String...) throws -> ProgramOutcome {
    try program.run(arguments, environment: environment)
  }

  func answer(_ mode: String) throws { try program.write(mode, to: "mode") }

  /// The lines of requests since the last call.
  func requests() throws -> [String] {
    let lines = try program.read("requests").split(separator: "\n").map(String.init)
    try program.write("", to: "requests")
    return lines
  }

  /// The titles of the reminders in the table.
  func titles() throws -> [String] {
    let table = try program.read(".config/systemd/user/ics2notify.fires")
    let titles = table.split(separator: "\n").dropFirst().map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[2])
    }
    return Set(titles).sorted()
  }

  /// The first calendar in the JSON status.
  func status() throws -> [String: Any] {
    let output = try run("status", "--format=json").output
    let report = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    let installations = try #require(report["installations"] as? [[String: Any]])
    let calendars = try #require(installations.first?["calendars"] as? [[String: Any]])
    return try #require(calendars.first)
  }

  /// Writes a `curl` that records its arguments and its configuration, changes the configuration
  /// with sed, and becomes the real one.
  func recordCurl(sed: String = "") throws {
    try program.write(
      """
      #!/bin/sh
      tr '\\0' ' ' </proc/$$/cmdline >>arguments
      tr '\\0' ' ' </proc/$PPID/cmdline >>arguments
      sed '\(sed)' >configuration
      exec /usr/bin/curl "$@" <configuration
      """, to: "bin/curl")
    try program.shell("chmod +x bin/curl", status: 0)
  }

  /// Makes the copies look as if they were fetched some seconds earlier.
  func age(by seconds: Int) throws {
    let name = try #require(
      try program.names(in: ".cache/ics2notify").first { $0.hasSuffix(".json") })
    let path = ".cache/ics2notify/\(name)"
    let object = try JSONSerialization.jsonObject(with: Data(try program.read(path).utf8))
    var record = try #require(object as? [String: Any])
    _ = try #require(record["fetched"] as? String)
    let style = Date.ISO8601FormatStyle()
    for key in ["fetched", "sent", "failed"] {
      guard let text = record[key] as? String else { continue }
      record[key] = (try style.parse(text) - Double(seconds)).formatted(style)
    }
    try program.write(try JSONSerialization.data(withJSONObject: record), to: path)
  }

  private static let script = #"""
    import gzip, http.server, os, ssl, sys, threading, time, zlib

    # Foundation waits until all copies of its own descriptor are closed.
    os.closerange(3, 256)


    def read(name):
        with open(name, "rb") as file:
            return file.read()


    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def answer(self, status, body=b"", **headers):
            names = ["If-None-Match", "If-Modified-Since", "Authorization"]
            with open("requests", "a") as log:
                print(self.path, status, *[self.headers.get(name, "-") for name in names], file=log)
            self.send_response(status)
            for key, value in headers.items():
                self.send_header(key.replace("_", "-"), value)
            if "Transfer_Encoding" not in headers and "Content_Length" not in headers:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            try:
                self.get(read("mode").decode(), read("served.ics"))
            except OSError:
                self.close_connection = True

        def get(self, mode, calendar):
            if mode == "auth":
                if "Authorization" not in self.headers:
                    return self.answer(401, WWW_Authenticate="Basic realm=x")
                mode = "plain"
            if mode == "together":
                try:
                    barrier.wait(10)
                except threading.BrokenBarrierError:
                    return self.answer(500)
                mode = "plain"
            if mode == "xandikos":
                # Xandikos 0.4.10 answers with a page unless a calendar alone is acceptable.
                alone = self.headers.get("Accept") == "text/calendar"
                return self.answer(200, calendar if alone else b"<html>")
            if mode == "plain" or self.path == "/moved.ics":
                self.answer(200, calendar)
            elif mode == "etag":
                tag = '"%08x"' % zlib.crc32(calendar)
                known = self.headers.get("If-None-Match") == tag
                self.answer(304 if known else 200, b"" if known else calendar, ETag=tag)
            elif mode == "dated":
                date = "Mon, 05 Jan 2026 08:00:00 GMT"
                known = self.headers.get("If-Modified-Since") == date
                self.answer(304 if known else 200, b"" if known else calendar, Last_Modified=date)
            elif mode == "hostile":
                self.answer(200, calendar, ETag='"\\"\tx"', Last_Modified='x"')
            elif mode.startswith("to "):
                self.answer(302, Location=mode[3:])
            elif mode.isdigit():
                self.answer(int(mode), calendar)
            elif mode == "html":
                self.answer(200, b"\n <!Doctype HTML><title>Sign in</title>", ETag='"html"')
            elif mode.startswith("page "):
                self.answer(200, calendar, Content_Type=mode[5:], ETag='"page"')
            elif mode == "stuck":
                known = self.headers.get("If-None-Match") == '"stuck"'
                self.answer(304 if known else 200, b"" if known else calendar, ETag='"stuck"')
            elif mode == "header":
                self.answer(200, calendar, X="x" * (1 << 20))
            elif mode == "headers":
                self.answer(200, calendar, **{"X%d" % i: "x" * 1000 for i in range(1_000)})
            elif mode == "zip":
                self.answer(200, b"PK\x03\x04basic.ics")
            elif mode == "text":
                self.answer(200, b"Hello")
            elif mode == "empty":
                self.answer(200)
            elif mode == "truncated":
                self.answer(200, calendar[: len(calendar) // 2], ETag='"half"')
            elif mode == "cut":
                self.answer(200, calendar, Content_Length=str(len(calendar) + 100))
                self.close_connection = True
            elif mode == "slow":
                self.answer(200, b"B", Content_Length=str(1 << 20))
                while True:
                    time.sleep(0.1)
                    self.wfile.write(b"E")
            elif mode == "endless":
                self.answer(200, Transfer_Encoding="chunked")
                piece = b"X" * (1 << 20)
                while True:
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            elif mode == "bomb":
                self.answer(200, gzip.compress(bytes(1 << 27), 1), Content_Encoding="gzip")


    barrier = threading.Barrier(8)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if len(sys.argv) > 1:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("certificate", "key")
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Timer(600, lambda: os._exit(0)).start()
    with open("port.new", "w") as file:
        print(server.server_port, file=file)
    os.rename("port.new", "port")
    server.serve_forever()
    """#
}
