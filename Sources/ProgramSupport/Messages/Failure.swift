import CSystem
package import CivilTime

/// An error that ends the command.
///
/// A function that throws it documents the error only if a caller must know more.
package struct Failure: Error {
  /// The exit status of the command.
  package let status: ExitStatus
  /// The message for the user; nil if it is already written.
  package let message: String?
  /// The calendars that could not be read, with reasons.
  package var unread: [UnreadCalendar] = []

  /// Makes an error with the exit status of the command.
  package init(_ status: ExitStatus, _ message: String?) {
    self.status = status
    self.message = message
  }
}

/// The exit statuses of the program (sysexits.h), which ics2notify(1) lists.
package enum ExitStatus: Int32 {
  /// All inputs were used. A valid calendar without reminders also succeeds.
  case success = 0
  /// At least one input was used, but another input or a part of one was refused.
  case partial = 1
  /// The command line is invalid.
  case usage = 64
  /// No input could be used. With `--strict`, an input or a part of one was refused.
  case noUsableInput = 65
  /// An input does not exist.
  case noInput = 66
  /// The user's systemd does not answer or refuses a step. The files are written.
  case unavailable = 69
  /// The program has a bug.
  case internalError = 70
  /// The output cannot be written.
  case cannotCreate = 73

  /// Writes the message and exits.
  package func exit(saying message: String? = nil) -> Never {
    if let message { StandardError.say(.error, message) }
    StandardError.end(rawValue)
    endProgram(rawValue)
  }
}

/// A calendar that can't be read or fetched.
package struct UnreadCalendar {
  /// The path or the address, as messages show it.
  package let path: String
  /// The reason, such as `no such file`.
  package let reason: String
  /// Whether its last good copy is used.
  package let hasCopy: Bool
  /// The reason in a notification; nil if none is shown yet.
  package let report: String?
  /// The first renewal at which it had no events any more; nil for another reason.
  package var emptiedSince: Instant?

  /// Makes a calendar that can't be read, for `reason`.
  package init(
    path: String, reason: String, hasCopy: Bool, report: String?, emptiedSince: Instant? = nil
  ) {
    self.path = path
    self.reason = reason
    self.hasCopy = hasCopy
    self.report = report
    self.emptiedSince = emptiedSince
  }
}
