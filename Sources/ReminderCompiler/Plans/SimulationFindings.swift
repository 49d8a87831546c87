package import CivilTime
package import ICalendar

extension Finding {
  /// More fires of requests than are listed.
  package static func simulationCut(limit: Int, from: Instant) -> Finding {
    Finding(
      "simulation-cut", .warning,
      message: "the requests would fire more than \(limit) times; nothing from \(from) on is listed"
    )
  }
}
