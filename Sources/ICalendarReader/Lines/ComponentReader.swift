/// Reads the lines that matter of one component, with libical's help.
struct ComponentReader: ~Copyable {
  /// The most bytes of properties that are taken from one component: 32 MiB.
  ///
  /// A hundred thousand dates need 2 MiB. Lines that don't matter, such as attachments, don't
  /// count.
  static let maximumSize = 32 << 20

  private var parser = LibicalParser()

  /// Reads a component.
  ///
  /// - Parameters:
  ///   - range: Its bytes, from BEGIN to after END.
  ///   - line: The line of its BEGIN.
  ///   - bytes: The file's text.
  ///   - partNames: The names of the components inside it that are read too.
  /// - Returns: The properties that matter.
  mutating func read(
    _ range: Range<Int>, line: Int, in bytes: [UInt8], partNames: Set<PackedName>
  ) -> SourceComponent {
    var walk = ComponentWalk(line: line, partNames: partNames)
    var lines = LogicalLines(bytes, in: range, from: line)
    while let line = lines.next() { walk.take(line, in: bytes) }
    walk.finish()
    if !walk.handed.isEmpty {
      parser.parse(walk.handed) { walk.component.apply($0) }
    }
    return walk.component
  }
}

extension SourceComponent {
  /// Which property a line handed to libical belongs to.
  struct Place {
    /// The part's place; nil for the component itself.
    var part: Int?
    /// The property's place.
    var property: Int
  }

  /// Adds what libical made of a line.
  fileprivate mutating func apply(_ answer: LibicalAnswer) {
    if let part = answer.place.part {
      parts[part].properties[answer.place.property].apply(answer)
    } else {
      properties[answer.place.property].apply(answer)
    }
  }
}

extension SourceProperty {
  fileprivate mutating func apply(_ answer: LibicalAnswer) {
    // Damaged until an answer comes: a line that libical drops gives none.
    isDamaged = answer.isDamaged
    if !answer.isDamaged {
      parameters = answer.parameters
      texts += answer.texts
    }
  }
}
