/// What a notification server can do (Desktop Notifications Specification, GetCapabilities).
package struct ServerCapabilities: Hashable, Sendable {
  /// One of the things that we ask for.
  package enum Capability: String, CaseIterable, Hashable, Sendable {
    /// Shows buttons, and tells which one was pressed.
    case actions
    /// Shows text below the title.
    case body
    /// Reads markup in that text.
    case bodyMarkup = "body-markup"
    /// Keeps notifications until somebody has dealt with them.
    case persistence
    /// Plays sounds.
    case sound
  }

  /// What it can do of what we ask for.
  private let known: Set<Capability>

  /// Makes capabilities.
  package init(_ known: Set<Capability> = []) {
    self.known = known
  }

  /// Reads what busctl prints of the server's answer.
  ///
  /// - Parameter json: What was printed; any bytes. Capabilities that we don't ask for are left out.
  /// - Throws: Why it is no answer.
  package init(json: [UInt8]) throws(NotificationServerFault) {
    let answers = try ServerAnswer.read([[String]].self, "as", from: json)
    guard answers.count == 1 else { throw .type(expected: "as") }
    self.init(Set(answers[0].compactMap { Capability(rawValue: $0) }))
  }

  /// Whether it shows buttons.
  package var hasActions: Bool { known.contains(.actions) }
  /// Whether it shows text below the title.
  package var hasBody: Bool { known.contains(.body) }
  /// Whether it reads markup in that text.
  package var hasBodyMarkup: Bool { known.contains(.bodyMarkup) }
  /// Whether it keeps notifications until somebody has dealt with them.
  package var hasPersistence: Bool { known.contains(.persistence) }
  /// Whether it plays sounds.
  package var hasSound: Bool { known.contains(.sound) }

  /// What it can't do of what reminders have, as sentences without a full stop, the worst first.
  package var shortcomings: [String] {
    var sentences: [String] = []
    if !hasBody { sentences.append("it shows titles only, so not when an event is") }
    if !hasActions {
      sentences.append("it shows no buttons, so nothing can be snoozed, done or opened")
    }
    if !hasSound { sentences.append("it plays no sounds") }
    if !hasPersistence {
      sentences.append("it doesn't promise to keep a reminder until somebody has seen it")
    }
    return sentences
  }
}
