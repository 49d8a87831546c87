/// The grammar that the reader uses: libical's, where that can be relied on.
///
/// - libical gives the parameters, and the text of a TEXT.
/// - The value of any other type is taken as it stands, for our own types: libical would write it
///   anew, and drop what it can't parse.
/// - A line that libical drops, damages or misreads (``LibicalFault``) is as ``SwiftGrammar`` reads it.
struct CheckedGrammar: ContentLineGrammar, ~Copyable {
  private let libical = LibicalGrammar()
  private let own = SwiftGrammar()

  func read(_ line: [UInt8]) -> ContentLine? {
    guard let parts = ContentLineParts(line) else { return nil }
    var content = own.read(parts)
    switch parts.propertyName?.form {
    case .parameters:
      // Without parameters, there is nothing to ask for.
      guard !parts.parameters.isEmpty, let answer = answer(parts, content.name) else { break }
      content.parameters = answer.parameters
      content.isDamaged = false
    case .text:
      guard !content.value.isEmpty, let answer = answer(parts, content.name),
        !answer.texts.isEmpty
      else { break }
      content.texts = answer.texts
    case .value, nil: break
    }
    return content
  }

  /// What libical makes of a line; nil where that can't be relied on.
  private func answer(_ parts: ContentLineParts, _ name: String) -> ContentLine? {
    if !parts.parameters.isEmpty, LibicalFault.allCases.contains(where: { $0.applies(to: parts) }) {
      return nil
    }
    guard let answer = libical.read(parts.line), !answer.isDamaged, answer.name == name else {
      return nil
    }
    return answer
  }
}
