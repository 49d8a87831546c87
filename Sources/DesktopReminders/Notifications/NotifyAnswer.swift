/// What notify-send has printed: the notification's number, and the button that was pressed.
package struct NotifyAnswer: Hashable, Sendable {
  /// The number by which the server knows the notification; nil where none was printed.
  package let serverIdentifier: Int?
  /// The button; nil where none of ours was pressed.
  package let button: NotificationButton?

  /// The most that is read, in bytes: a number and a name.
  package static let maximumBytes = 4_096

  /// Reads what was printed.
  package init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    // Where there is no server, notify-send prints 0.
    serverIdentifier = lines.first.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    button = lines.dropFirst().last.flatMap { NotificationButton(name: $0) }
  }
}
