import ICalendar

@testable import ICalendarReader
@testable import Libical

/// What the two grammars make of one line.
struct GrammarComparison {
  /// The line, cut; nil where it has no colon.
  let parts: ContentLineParts?
  /// What our own grammar makes of it; nil where it can't read the line.
  let own: ContentLine?
  /// What libical makes of it; nil where it drops or damages the line.
  let libical: ContentLine?

  init(_ line: [UInt8], _ grammar: borrowing LibicalGrammar) {
    parts = ContentLineParts(line)
    own = SwiftGrammar().read(line).flatMap { $0.isDamaged ? nil : $0 }
    libical = grammar.read(line).flatMap { $0.isDamaged ? nil : $0 }
  }

  /// Whether both say the same: that the line can't be read, or its name, its parameters, its texts
  /// and its value.
  var isEqual: Bool {
    guard let own, let libical else { return own == nil && libical == nil }
    guard own.name == libical.name, own.parameters == libical.parameters else { return false }
    guard let name = parts?.property else { return true }
    // An empty text says nothing, nor does an empty element of a list.
    if name.form == .text {
      return own.texts.filter { !$0.isEmpty } == libical.texts.filter { !$0.isEmpty }
    }
    return PropertyValue(own.value, of: name) == PropertyValue(libical.value, of: name)
  }
}
