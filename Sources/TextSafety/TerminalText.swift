/// Text from a calendar on a terminal: characters, never commands to it.
package enum TerminalText {
  /// A text in one line, with nothing in it that a terminal would act upon.
  package static func oneLine(_ text: String) -> String {
    String(VisibleText(RawByte.visible(text)).string.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}
