import Foundation
import TestPrograms
import Testing

/// The comparison of systemd's timers with the compiled ones.
@Suite struct ElapseCheckTests {
  // The fires are in 2090, because the check uses the machine's clock.

  private let files = [
    "a.ics": Calendars.calendar(
      Calendars.event("a", start: "DTSTART:20900105T090000Z", title: "Once"))
  ]

  private let right = "Thu 2090-01-05 09:00:00 UTC"

  /// Writes a `systemctl` that describes the reminder's timer with the next answer at each call.
  private func manage(_ program: Program, saying answers: [String]) throws {
    try program.write(answers.map { $0 + "\n" }.joined(), to: "answers")
    try program.write("", to: "looks")
    try program.systemctl(
      """
      *NextElapse*)
        echo >>looks
        test "$TZ $LC_ALL" = "UTC C" || exit 1
        answer=$(sed -n "$(wc -l <looks)p" answers)
        for unit; do
          case $unit in
            *Once*.timer) printf 'Id=%s\\n%b\\n\\n' "$unit" "$answer" ;;
          esac
        done ;;
      """)
  }

  private func state(_ time: String, _ sub: String = "waiting", _ more: String = "") -> String {
    "ActiveState=active\\nSubState=\(sub)\\nNextElapseUSecRealtime=\(time)\(more)"
  }

  private func run(_ program: Program, _ arguments: String...) throws -> ProgramOutcome {
    try program.run(
      arguments,
      environment: ["PATH": program.directory.path + "/bin:/usr/bin:/bin", "TZ": "Asia/Tokyo"])
  }

  @Test func `a timer that elapses at a wrong time is an error that names it`() throws {
    try Program.run(files) { program in
      let rows = [
        ("Thu 2090-01-05 09:00:01 UTC", "at 2090-01-05T09:00:01Z"), ("", "never again"),
        ("n/a", "never again"),
      ]
      for (time, words) in rows {
        try manage(program, saying: Array(repeating: state(time), count: 9))
        let installed = try run(program, "install", "--plain", "--horizon=P80Y", "a.ics")
        let difference =
          ".timer: systemd has it elapse \(words), and its line "
          + "\"2090-01-05 09:00:00 UTC\" at 2090-01-05T09:00:00Z"
        #expect(installed.status == 69)
        let lines = installed.errors.split(separator: "\n")
        let named = lines.filter { $0.hasPrefix("ics2notify: error: ics2notify-Once-") }
        #expect(named.count == 1 && named[0].hasSuffix(difference), "\(installed.errors)")
        #expect(lines.last?.contains("the user's systemd has timers elapse at other") == true)
        let status = try run(program, "status")
        #expect(status.status == 69)
        #expect(
          status.lines.contains {
            $0.hasPrefix("  ics2notify-Once-") && $0.hasSuffix(difference)
          }, "\(status.text)")
      }
    }
  }

  @Test func `a timer that elapses during the check is checked again`() throws {
    try Program.run(files) { program in
      let other = state("Sun 2026-01-04 09:00:00 UTC")
      for answers in [
        [state(right)], [other, state(right)], [other, other, state(right)],
        // The service runs; systemd computes the next elapse when it ends.
        [state("Sun 2026-01-04 09:00:00 UTC", "running")],
        // Inactive timers aren't compared, and unreadable answers are ignored.
        ["ActiveState=inactive\\nNextElapseUSecRealtime="], [state("tomorrow")], ["no answer"],
        // The next elapse is computed from the last trigger, which matters in a repeated hour.
        [state(right, "waiting", "\\nLastTriggerUSec=Thu 2090-01-05 08:00:00 UTC")],
      ] {
        try manage(program, saying: answers)
        let installed = try run(
          program, "install", "--plain", "--horizon=P80Y", "--quiet", "a.ics")
        #expect(installed.status == 0 && installed.errors.isEmpty, "\(installed.errors)")
        #expect(try program.read("looks").count == answers.count, "\(answers)")
      }
    }
  }
}
