import TextSafety

/// A title in a message, in quotation marks since any text can be one, and cut where it is long.
struct ShownTitle: Hashable, CustomStringConvertible {
  let description: String

  /// The most characters that are shown.
  private static let width = 40

  /// Makes a title safe to show.
  init(_ title: String) {
    let line = TerminalText.oneLine(title)
    let width = ShownTitle.width
    let cut = line.count > width ? line.prefix(width - 1) + "…" : Substring(line)
    description = title.isEmpty ? "(no title)" : "“\(cut)”"
  }
}
