/// The grammar that the reader uses: libical's, where that can be relied on.
///
/// - libical gives the parameters, and the text of a TEXT.
/// - The value of any other type is taken as it stands, for our own types: libical would write it
///   anew, and drop what it can't parse.
/// - A line that libical drops, damages or misreads (``LibicalFault``) has the parameters that
///   ``SwiftGrammar`` reads, and the text that libical reads without any.
struct CheckedGrammar: ContentLineGrammar, ~Copyable {
  private let libical = LibicalGrammar()
  private let own = SwiftGrammar()

  func read(_ line: [UInt8]) -> ContentLine? { ContentLineParts(line).map { read($0) } }

  /// Reads a line that has been cut.
  func read(_ parts: ContentLineParts) -> ContentLine {
    switch parts.property?.form {
    case .parameters:
      // Without parameters, there is nothing to ask for.
      guard !parts.parameters.isEmpty, let answer = answer(parts) else { return own.read(parts) }
      var content = own.readValue(parts)
      content.parameters = answer.parameters
      return content
    case .text:
      var content = own.readHead(parts)
      if !content.value.isEmpty {
        content.texts = (answer(parts) ?? plainAnswer(parts))?.texts ?? own.texts(parts)
      }
      return content
    case .value, nil: return own.read(parts)
    }
  }

  /// What libical makes of a line; nil where that can't be relied on.
  private func answer(_ parts: ContentLineParts) -> ContentLine? {
    guard !LibicalFault.anyApplies(to: parts),
      let answer = libical.read(parts.line, writesValue: false), !answer.isDamaged,
      answer.name == parts.name
    else { return nil }
    return answer
  }

  /// What libical makes of a line without its parameters, where those spoil it.
  private func plainAnswer(_ parts: ContentLineParts) -> ContentLine? {
    let line = Array(parts.name.utf8) + ":".utf8 + parts.value
    return libical.read(line, writesValue: false)
  }
}
