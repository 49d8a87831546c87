import CSystem

/// What is typed or piped in.
enum StandardInput {
  /// Says what is waited for, where a person would see nothing but a cursor.
  ///
  /// - Parameter subject: What is read.
  static func announce(_ subject: String) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    StandardError.say(
      nil, "reading \(subject) from the terminal; Ctrl-D at the start of a line ends it")
  }
}
