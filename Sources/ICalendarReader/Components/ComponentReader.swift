/// Reads the lines that matter of components, and asks the grammar what they say.
///
/// What it is asked is remembered, so each task has a reader of its own.
final class ComponentReader {
  /// The most bytes of properties that are taken from one component: 32 MiB.
  ///
  /// A hundred thousand dates need 2 MiB. Lines that don't matter, such as attachments, don't
  /// count.
  static let maximumSize = 32 << 20

  /// What a property counts beside the bytes of its line: what is kept to find it again.
  static let sizeOfProperty = 32

  private let grammar: any ContentLineGrammar
  /// What was read last of the heads of lines: most lines of a calendar begin with one of a few.
  private var heads: [Head] = []
  /// Which of ``heads`` gives way to the next one.
  private var oldest = 0

  /// A line's name and parameters, and what the parameters say; nil where they can't be read.
  private struct Head {
    var bytes: ArraySlice<UInt8>
    var parameters: ContentLine.Parameters?
  }

  /// How many heads are remembered; those of the times of one calendar are four or five.
  private static let maximumHeads = 8

  /// The longest head that is remembered, in bytes: longer than any name of a zone.
  private static let longestHead = 128

  /// Makes a reader that asks a grammar.
  init(_ grammar: any ContentLineGrammar) {
    self.grammar = grammar
  }

  /// Reads a component.
  ///
  /// - Parameters:
  ///   - range: Its bytes, from BEGIN to after END.
  ///   - line: The line of its BEGIN.
  ///   - bytes: The file's text.
  ///   - subcomponentNames: The names of the components inside it that are read too.
  ///   - subcomponentLimit: The most of them that are read.
  ///   - keepsAttributes: Whether rules ask for what a component says of itself.
  /// - Returns: The properties that matter.
  func read(
    _ range: Range<Int>, line: Int, in bytes: Span<UInt8>, subcomponentNames: [PackedName],
    subcomponentLimit: Int, keepsAttributes: Bool = false
  ) -> SourceComponent {
    var walk = ComponentWalk(
      line: line, subcomponentNames: subcomponentNames, subcomponentLimit: subcomponentLimit,
      keepsAttributes: keepsAttributes)
    var lines = LogicalLines(in: range, from: line)
    while let line = lines.next(in: bytes) { walk.take(line, in: bytes) }
    return walk.component()
  }

  /// What the parameters of a property say; nil where they can't be read.
  func parameters(_ property: SourceProperty) -> ContentLine.Parameters? {
    guard property.parts.hasParameters else { return ContentLine.Parameters() }
    let bytes = property.parts.head
    if let known = heads.first(where: { $0.bytes.isSame(as: bytes) }) { return known.parameters }
    let parameters = grammar.parameters(property.parts)
    if bytes.count <= ComponentReader.longestHead {
      let head = Head(bytes: ArraySlice(Array(bytes)), parameters: parameters)
      if heads.count < ComponentReader.maximumHeads {
        heads.append(head)
      } else {
        heads[oldest] = head
        oldest = (oldest + 1) % ComponentReader.maximumHeads
      }
    }
    return parameters
  }

  /// The texts of a property's value, unescaped: one, or several for a list; none for an empty one.
  func texts(_ property: SourceProperty) -> [String] {
    if property.isEmpty { return [] }
    guard let decoded = QuotedPrintable(property.parts)?.decoded else {
      return grammar.texts(property.parts)
    }
    return property.parts.isTextList
      ? EscapedText.list(decoded[...]).map(EscapedText.unescaped)
      : [EscapedText.unescaped(decoded[...].trimmed(where: \.isSpace))]
  }

  /// The text of a property's value, unescaped.
  func text(_ property: SourceProperty) -> String {
    guard !property.isEmpty else { return property.value }
    return property.parts.plainText ?? texts(property).first ?? property.value
  }
}
