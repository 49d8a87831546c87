/// What a notification server can do (Desktop Notifications Specification, GetCapabilities).
package struct ServerCapabilities: Hashable, Sendable {
  /// A capability that the program uses.
  private enum Capability: String {
    case actions
    case body
    case bodyMarkup = "body-markup"
    case sound
  }

  private let known: Set<Capability>

  /// Makes capabilities.
  ///
  /// - Parameter names: The names that the server returned; unknown ones are ignored.
  package init(_ names: [String] = []) {
    known = Set(names.compactMap { Capability(rawValue: $0) })
  }

  /// Whether it shows buttons, and reports which one was pressed.
  package var hasActions: Bool { known.contains(.actions) }
  /// Whether it shows text below the title.
  package var hasBody: Bool { known.contains(.body) }
  /// Whether it reads markup in that text.
  package var hasBodyMarkup: Bool { known.contains(.bodyMarkup) }
  /// Whether it plays sounds.
  package var hasSound: Bool { known.contains(.sound) }
}
