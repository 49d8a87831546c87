import TextSafety

/// A notification as `notify-send` shows it.
package struct DesktopNotification: Hashable, Sendable {
  /// How urgent the desktop shows it; critical ones stay until they are closed.
  package enum Urgency: String, Hashable, Sendable {
    case low, normal, critical
  }

  /// The program's name that the desktop shows.
  package var appName: String
  /// How urgent the notification is.
  package var urgency: Urgency
  /// The first line; any text.
  package var summary: String
  /// What stands below; any text, empty for nothing.
  package var body: String

  /// Makes a notification.
  ///
  /// - Parameters:
  ///   - appName: The program's name that the desktop shows.
  ///   - urgency: How urgent it is.
  ///   - summary: The first line.
  ///   - body: What stands below; empty for nothing.
  package init(
    appName: String = "ics2notify", urgency: Urgency = .normal, summary: String, body: String = ""
  ) {
    self.appName = appName
    self.urgency = urgency
    self.summary = summary
    self.body = body
  }

  /// The most bytes of one argument.
  ///
  /// Linux takes 32 pages with the NUL that ends it (MAX_ARG_STRLEN, 131,072 bytes).
  static let maximumArgumentBytes = 131_071

  /// The program that shows notifications.
  package static let program = "/usr/bin/notify-send"

  /// The command that shows the notification.
  package var command: UnitValue {
    let texts = arguments()
    // What a calendar says stands after `--`, so that none of it is an option.
    let words = ["--app-name=\(appName)", "--urgency=\(urgency.rawValue)", "--", texts.summary]
    return .command(
      DesktopNotification.program, texts.body.isEmpty ? words : words + [texts.body])
  }

  /// The two texts as arguments of notify-send.
  ///
  /// - Parameter readsMarkup: Whether the desktop reads markup, as most do.
  /// - Returns: The summary, never empty, and the body.
  package func arguments(readingMarkup readsMarkup: Bool = true) -> (summary: String, body: String)
  {
    (summaryArgument, bodyArgument(readingMarkup: readsMarkup))
  }

  /// The summary as an argument, which is shown as it is.
  private var summaryArgument: String {
    // Without a summary notify-send shows nothing and fails.
    summary.isEmpty
      ? "(no title)" : VisibleText(summary).capped(to: DesktopNotification.maximumArgumentBytes)
  }

  /// The body as an argument: notify-send undoes C escapes, then the desktop reads markup.
  private func bodyArgument(readingMarkup readsMarkup: Bool) -> String {
    VisibleText(body).capped(to: DesktopNotification.maximumArgumentBytes) { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "&" where readsMarkup: "&amp;"
      case "<" where readsMarkup: "&lt;"
      case ">" where readsMarkup: "&gt;"
      default: nil
      }
    }
  }
}

/// A title as a desktop shows it.
///
/// Notifications have a few lines. Some desktops let a long title take all of them, so that the time
/// and the place are not shown.
package struct DesktopTitle: Hashable, Sendable {
  /// The title, cut if it is long.
  package let shown: String
  /// The whole title for the body if it was cut; else empty.
  package let whole: String

  /// Cuts a title to 80 columns, of which a wide character takes two.
  ///
  /// So that no word is cut, the start of one is left out that takes at most 20 columns.
  ///
  /// - Parameter title: The whole title, in one line.
  package init(_ title: String) {
    shown = title.shortened(toColumns: 80, droppingCutWord: 20)
    whole = shown == title ? "" : title
  }
}
