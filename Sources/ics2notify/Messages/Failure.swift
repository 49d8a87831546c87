import CSystem

/// Why the program can't do what it was asked to, for the user.
///
/// Functions that throw it explain the error only where a caller must know more.
struct Failure: Error {
  /// How it ends.
  let status: ExitStatus
  /// What to tell the user; nil where it has been told.
  let message: String?
  /// The calendars that couldn't be read, with reasons.
  var unread: [(path: FilePath, reason: String, hasCopy: Bool)] = []

  init(_ status: ExitStatus, _ message: String?) {
    self.status = status
    self.message = message
  }
}

/// How the program ends (sysexits.h; the manual page lists them).
enum ExitStatus: Int32 {
  /// Everything was used; also a valid calendar with nothing in it.
  case success = 0
  /// At least one input was used, and another failed or a part of one was refused.
  case partial = 1
  /// The command line makes no sense.
  case usage = 64
  /// No input could be used; with `--strict`, anything was refused.
  case noUsableInput = 65
  /// No such file.
  case noInput = 66
  /// The user's systemd doesn't answer, or refuses a step; the files are written.
  case unavailable = 69
  /// A mistake of the program itself.
  case internalError = 70
  /// The output can't be written.
  case cannotCreate = 73

  /// Ends the program, and says why.
  ///
  /// A person reads where the command line is explained if that makes no sense.
  func exit(saying message: String? = nil) -> Never {
    if let message { StandardError.say(.error, message) }
    if self == .usage, DiagnosticFormat.requested == .text {
      StandardError.write("see '\(ProgramArguments.helpCommand)'\n")
    }
    StandardError.end(rawValue)
    endProgram(rawValue)
  }
}
