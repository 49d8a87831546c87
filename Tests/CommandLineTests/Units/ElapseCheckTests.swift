import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The comparison of systemd's timers with the compiled ones.
@Suite struct ElapseCheckTests {
  // The fires are in 2090, because the check uses the machine's clock.

  private let files = [
    "a.ics": CalendarText.calendar(
      CalendarText.event("a", start: "DTSTART:20900105T090000Z", title: "Once"))
  ]

  /// 2090-01-05T09:00:00Z.
  private let right = 3_787_290_000

  /// A `systemctl` that lists the reminder's timer as in a line of `answers` at each look.
  private func manage(_ program: Program, saying answers: [String]) throws {
    try program.write(answers.map { "[\($0)]\n" }.joined(), to: "answers")
    try program.write("", to: "looks")
    try program.systemctl(
      """
      *list-timers*)
        echo >>looks
        unit=$(ls .config/systemd/user | grep -- '-Once-.*timer$')
        sed -n "$(wc -l <looks)s/UNIT/$unit/p" answers ;;
      """)
  }

  /// A timer as `systemctl --output=json` of systemd 252 lists it; seconds since 1970.
  private func timer(_ next: Int?, last: Int? = nil) -> String {
    func microseconds(_ time: Int?) -> String { time.map { "\($0)000000" } ?? "null" }
    return "{\"next\":\(microseconds(next)),\"left\":1,\"last\":\(microseconds(last)),\"passed\":0,"
      + "\"unit\":\"UNIT\",\"activates\":\"ics2notify-show.service\"}"
  }

  private func run(_ program: Program, _ arguments: String...) throws -> ProgramOutcome {
    try program.run(
      arguments,
      environment: ["PATH": program.directory.path + "/bin:/usr/bin:/bin", "TZ": "Asia/Tokyo"])
  }

  @Test func `a timer that elapses at a wrong time is an error that names it`() throws {
    try Program.run(files) { program in
      let rows: [(Int?, String)] = [
        (right + 1, "at 2090-01-05T09:00:01Z"), (nil, "never again"),
      ]
      for (time, words) in rows {
        try manage(program, saying: Array(repeating: timer(time), count: 9))
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
      // 2025-01-04T09:00:00Z: one that has just elapsed keeps that time.
      let elapsed = 1_735_981_200
      let other = timer(right - 86_400)
      for answers in [
        [timer(right)], [other, timer(right)], [other, other, timer(right)], [timer(elapsed)],
        // One that doesn't run isn't listed, and an older systemd writes no JSON.
        [""], ["no answer"],
        // As in a repeated hour: systemd looks from the last time on.
        [timer(right, last: right - 3_600)],
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
