import CivilTime

/// The choices that a notification has buttons for: `PT5M,PT1H,08:00`, or `none`.
package struct SnoozeChoices: Hashable, Sendable {
  /// The choices, in the order of the buttons; no two are the same.
  package let all: [SnoozeChoice]

  /// Why a text is no list of choices.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// One of its parts is no choice.
    case choice(SnoozeChoice.Fault)
    /// A choice is there twice, however it is written.
    case repeated(SnoozeChoice)
    /// There are more than there is room for.
    case tooMany

    /// What is wrong, for a person.
    package var description: String {
      switch self {
      case .choice(let fault): fault.description
      case .repeated(let choice): "has \(choice) twice"
      case .tooMany: "has more than \(SnoozeChoices.mostChoices) choices"
      }
    }
  }

  /// The most choices: a notification has no room for more buttons.
  package static let mostChoices = 6

  /// What is taken where nobody chooses: 5 minutes, 15 minutes, an hour, tomorrow morning.
  package static let standard = SnoozeChoices(
    unchecked: [
      .length(seconds: 300), .length(seconds: 900), .length(seconds: 3_600),
      .tomorrow(at: TimeOfDay(secondOfDay: 8 * 3_600)),
    ])

  /// No choice at all.
  package static let none = SnoozeChoices(unchecked: [])

  /// What the text of no choice is.
  private static let nothing = "none"

  private init(unchecked all: [SnoozeChoice]) { self.all = all }

  /// Reads choices.
  ///
  /// - Parameter text: The choices between commas, or `none`.
  /// - Throws: Why it is no list of them.
  package init(_ text: String) throws(Fault) {
    guard text != SnoozeChoices.nothing else {
      self = .none
      return
    }
    let parts = text.split(
      separator: ",", maxSplits: SnoozeChoices.mostChoices, omittingEmptySubsequences: false)
    guard parts.count <= SnoozeChoices.mostChoices else { throw .tooMany }
    var all: [SnoozeChoice] = []
    for part in parts {
      let choice: SnoozeChoice
      do {
        choice = try SnoozeChoice(part)
      } catch {
        throw .choice(error)
      }
      guard !all.contains(choice) else { throw .repeated(choice) }
      all.append(choice)
    }
    self.init(unchecked: all)
  }
}

extension SnoozeChoices: CustomStringConvertible {
  /// The text that reads back to equal choices.
  package var description: String {
    all.isEmpty ? SnoozeChoices.nothing : all.map(\.description).joined(separator: ",")
  }
}

extension SnoozeChoices: Codable {
  /// Reads choices from their text.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where it is no list of choices.
  package init(from decoder: any Decoder) throws {
    self = try decoder.value("a list of durations and times such as PT5M,08:00") {
      try? SnoozeChoices($0)
    }
  }

  /// Writes its ``description``.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: What the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
