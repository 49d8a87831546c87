/// Reads the lines that matter of one component.
struct ComponentReader: ~Copyable {
  /// The most bytes of properties that are taken from one component: 32 MiB.
  ///
  /// A hundred thousand dates need 2 MiB. Lines that don't matter, such as attachments, don't
  /// count.
  static let maximumSize = 32 << 20

  private let grammar = CheckedGrammar()

  /// Reads a component.
  ///
  /// - Parameters:
  ///   - range: Its bytes, from BEGIN to after END.
  ///   - line: The line of its BEGIN.
  ///   - bytes: The file's text.
  ///   - subcomponentNames: The names of the components inside it that are read too.
  /// - Returns: The properties that matter.
  func read(
    _ range: Range<Int>, line: Int, in bytes: Span<UInt8>, subcomponentNames: Set<PackedName>
  ) -> SourceComponent {
    var walk = ComponentWalk(line: line, subcomponentNames: subcomponentNames)
    var lines = LogicalLines(in: range, from: line)
    while let line = lines.next(in: bytes) { walk.take(line, in: bytes, grammar) }
    walk.finish()
    return walk.component
  }
}
