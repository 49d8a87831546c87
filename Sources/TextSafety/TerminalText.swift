/// Text from a calendar on a terminal: characters, never commands to it.
package enum TerminalText {
  /// A text in one line, with nothing in it that a terminal would act upon.
  package static func oneLine(_ text: String) -> String {
    // Most texts are of characters that stand for themselves.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    return visibleLine(text)
  }

  private static func visibleLine(_ text: String) -> String {
    String(VisibleText(RawByte.visible(text)).string.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}
