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

  /// The command that shows the notification.
  package var command: UnitValue {
    // What a calendar says stands after `--`, so that none of it is an option.
    let words = [
      "--app-name=\(appName)", "--urgency=\(urgency.rawValue)", "--", summaryArgument,
    ]
    let body = bodyArgument
    return .command("/usr/bin/notify-send", body.isEmpty ? words : words + [body])
  }

  /// The summary as an argument, which is shown as it is.
  private var summaryArgument: String {
    // Without a summary notify-send shows nothing and fails.
    summary.isEmpty
      ? "(no title)" : VisibleText(summary).capped(to: DesktopNotification.maximumArgumentBytes)
  }

  /// The body as an argument: notify-send undoes C escapes, then the desktop reads markup.
  private var bodyArgument: String {
    VisibleText(body).capped(to: DesktopNotification.maximumArgumentBytes) { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }
}
