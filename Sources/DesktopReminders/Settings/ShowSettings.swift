/// How an installation shows its reminders.
package struct ShowSettings: Hashable, Codable, Sendable {
  /// What is done about what was missed while the user was not there.
  package enum Lateness: String, CaseIterable, Codable, Sendable {
    /// Each is shown.
    case show
    /// More than a few are one notification.
    case summary
    /// They are passed over.
    case skip
  }

  /// What is done about late ones.
  package var lateness = Lateness.summary
  /// Whether reminders that are due in the same second are shown one by one.
  package var isOneByOne = false
  /// Whether notifications stay until they are closed.
  package var isStaying = false
  /// How long a notification can be put off.
  package var snoozes = SnoozeChoices.standard
  /// What is run in place of showing anything; nil for showing.
  package var command: CommandTemplate?

  /// Makes the settings of a command line without options.
  package init() {}
}
