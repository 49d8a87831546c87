import CalendarFixtures
import Foundation
import Testing

/// Calendars of a server that fails for hours, while a manager runs.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct FetchedCalendarTests {
  /// A server that sends `now.ics`, or an error if the file is missing.
  private static let server = """
    import http.server, os, threading
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass
        def do_GET(self):
            if not os.path.exists("now.ics"):
                return self.send_error(500)
            with open("now.ics", "rb") as file:
                body = file.read()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with open("port.new", "w") as file:
        print(server.server_port, file=file)
    os.rename("port.new", "port")
    server.serve_forever()

    """

  private static func calendar(_ title: String) -> String {
    CalendarText.calendar(
      CalendarText.event(
        title, start: "DTSTART:20260105T220000Z", rule: "FREQ=DAILY", title: title))
  }

  @Test func `a timer fetches, and a failure is reported only after a day`() throws {
    let files = [
      "A.ics": Self.calendar("A"), "B.ics": Self.calendar("B"), "C.ics": Self.calendar("C"),
      "server.py": Self.server,
    ]
    try RealManager.with(files) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        """
        titles() {
          systemctl --user --plain --no-legend list-units --state=active 'ics2notify*-?-*.timer' |
            sed 's/.*-\\(.\\)-.*/\\1/' | sort | tr -d '\\n'
          echo
        }
        flag() { ls "$HOME/.local/state/ics2notify" | grep failed || true; }
        /usr/bin/python3 server.py >server.log 2>&1 &
        server=$!
        wait_for test -s port
        cp A.ics now.ics
        "$PROGRAM" install --plain --quiet "http://127.0.0.1:$(cat port)/x/basic.ics"
        titles
        # The timer elapses at the full hour, or up to five minutes later.
        cp B.ics now.ics
        walk 2026-01-05T11:06:00Z
        titles
        rm now.ics
        walk 2026-01-05T12:06:00Z
        titles
        flag
        systemctl --user is-failed ics2notify-renew || true
        # The next attempt is ten minutes later, and the copy is more than a day old.
        sed -i 's/"2026-01-05T/"2026-01-03T/g' "$HOME"/.cache/ics2notify/*.json
        walk 2026-01-05T12:40:00Z
        titles
        flag
        cp C.ics now.ics
        walk 2026-01-05T12:52:00Z
        titles
        flag
        systemctl --user is-active ics2notify-retry.timer || true
        "$PROGRAM" uninstall --quiet
        ls "$HOME/.cache" "$HOME/.local/state"
        kill $server
        """)
      #expect(
        text.split(separator: "\n") == [
          "A", "B", "B", "inactive", "B", "ics2notify.renewal-failed",
          "C", "inactive", "\(manager.work.path)/home/.cache:",
          "\(manager.work.path)/home/.local/state:",
        ], "\(text)")
      #expect(calls.map(\.texts.first) == ["A calendar can't be read"])
      let body = calls.first?.texts.last
      #expect(body?.contains("/…/basic.ics#") == true, "\(calls.map(\.texts))")
      #expect(body?.contains(": it could not be fetched for a day; ") == true)
    }
  }
}
