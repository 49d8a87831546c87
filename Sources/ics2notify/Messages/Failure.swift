/// Why the program can't do what it was asked to.
struct Failure: Error {
  /// How it ends.
  let status: ExitStatus
  /// What to tell the user; nil where it has been told.
  let message: String?

  init(_ status: ExitStatus, _ message: String?) {
    self.status = status
    self.message = message
  }
}
