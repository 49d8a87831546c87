import TextSafety

/// A notification that `notify-send` shows.
package struct DesktopNotification: Hashable, Sendable {
  /// The urgency of a notification; critical notifications stay until the user closes them.
  package enum Urgency: String, Hashable, Sendable {
    case low, normal, critical
  }

  /// The name of the program, as shown by the desktop.
  package var appName: String
  /// The urgency.
  package var urgency: Urgency
  /// The first line; any text.
  package var summary: String
  /// The text below; any text, may be empty.
  package var body: String

  /// Makes a notification.
  ///
  /// - Parameters:
  ///   - appName: The name of the program, as shown by the desktop.
  ///   - urgency: The urgency.
  ///   - summary: The first line.
  ///   - body: The text below; may be empty.
  package init(
    appName: String = "ics2notify", urgency: Urgency = .normal, summary: String, body: String = ""
  ) {
    self.appName = appName
    self.urgency = urgency
    self.summary = summary
    self.body = body
  }

  /// The largest size of one argument, in bytes.
  ///
  /// Linux allows 32 pages including the final NUL (MAX_ARG_STRLEN, 131,072 bytes).
  static let maximumArgumentBytes = 131_071

  /// The absolute path of notify-send.
  package static let program = "/usr/bin/notify-send"

  /// The command that shows the notification, as a value of `ExecStart=`.
  package var command: UnitValue {
    let texts = arguments()
    // Texts from a calendar follow `--`, so they cannot be options.
    let words = ["--app-name=\(appName)", "--urgency=\(urgency.rawValue)", "--", texts.summary]
    return .command(
      DesktopNotification.program, arguments: texts.body.isEmpty ? words : words + [texts.body])
  }

  /// Returns the two texts as arguments of notify-send: the summary, never empty, and the body.
  package func arguments() -> (summary: String, body: String) {
    let most = DesktopNotification.maximumArgumentBytes
    // notify-send fails without a summary. It resolves C escapes in the body; then the desktop
    // reads markup.
    return (
      summary.isEmpty ? "(no title)" : VisibleText(summary).capped(to: most),
      VisibleText(body).capped(to: most) { $0 == "\\" ? "\\\\" : VisibleText.markup(of: $0) }
    )
  }
}

/// A title, cut to a length that desktops can show.
///
/// Notifications have few lines. On some desktops a long title leaves no room for the time and
/// place.
package struct DesktopTitle: Hashable, Sendable {
  /// The title, shortened if it is long.
  package let shown: String
  /// The whole title for the body if it was shortened; otherwise empty.
  package let whole: String

  private static let maximumColumns = 80
  /// The largest number of columns that a cut before a word drops.
  private static let maximumWordStart = 20

  /// Shortens a title to 80 columns; a wide character has two.
  ///
  /// The cut is before a word, unless that would drop more than 20 columns.
  ///
  /// - Parameter title: The whole title, in one line.
  package init(_ title: String) {
    shown = title.shortened(
      toColumns: DesktopTitle.maximumColumns, droppingCutWord: DesktopTitle.maximumWordStart)
    whole = shown == title ? "" : title
  }
}
