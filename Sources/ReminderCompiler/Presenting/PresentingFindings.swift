package import ICalendar
package import NotificationTriggers

extension Finding {
  /// Fires that are seen only when it is over what they remind of.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - first: The first of them in words, with their titles.
  ///   - level: The least level with which none would be.
  /// - Returns: The warning.
  package static func seenTooLate(
    count: Int, first: String, level: InterruptionLevel
  ) -> Finding {
    Finding(
      "seen-too-late", .warning,
      message: (count == 1
        ? "1 fire is seen too late, after what it reminds of: "
        : "\(count) fires are seen too late, after what they remind of: ")
        + "\(first); level \(level.hyphenatedName) would show \(count == 1 ? "it" : "them") in time"
    )
  }
}
