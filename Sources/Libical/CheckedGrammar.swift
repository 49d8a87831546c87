package import ICalendarReader

/// The grammar that the reader uses for what doesn't stand for itself: libical's, where that can be
/// relied on.
///
/// - libical gives the parameters, and the text of a TEXT.
/// - The value of any other type is taken as it stands, for our own types: libical would write it
///   anew, and drop what it can't parse.
/// - A line that libical drops, damages or misreads (``LibicalFault``) has the parameters that
///   `SwiftGrammar` reads, and the text that libical reads without any.
/// - A text that libical misreads (``LibicalTextFault``) is the one that `SwiftGrammar` reads.
package final class CheckedGrammar: ContentLineGrammar {
  private let libical = LibicalGrammar()
  private let own = SwiftGrammar()

  /// Makes a grammar with a parser of its own.
  package init() {}

  /// What the parameters of a line say; nil where they can't be read.
  package func parameters(_ parts: ContentLineParts) -> ContentLine.Parameters? {
    // Without parameters, there is nothing to ask for.
    guard parts.hasParameters else { return ContentLine.Parameters() }
    return answer(parts)?.parameters ?? own.parameters(parts)
  }

  /// The texts of a value of type TEXT that is not empty.
  package func texts(_ parts: ContentLineParts) -> [String] {
    guard !LibicalTextFault.anyApplies(to: parts) else { return own.texts(parts) }
    return (answer(parts) ?? plainAnswer(parts))?.texts ?? own.texts(parts)
  }

  /// What libical makes of a line; nil where that can't be relied on.
  private func answer(_ parts: ContentLineParts) -> ContentLine? {
    guard !LibicalFault.anyApplies(to: parts),
      let answer = parts.hasParameters
        ? libical.read(parts.line, writesValue: false) : libical.readText(parts.line),
      !answer.isDamaged,
      answer.name == parts.name
    else { return nil }
    return answer
  }

  /// What libical makes of a line without its parameters, where those spoil it.
  private func plainAnswer(_ parts: ContentLineParts) -> ContentLine? {
    let line = Array(parts.name.utf8) + ":".utf8 + parts.value
    return libical.readText(line[...])
  }
}
