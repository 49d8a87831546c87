/// The text of a description, which may be HTML and may carry what programs put there for themselves.
package enum PlainText {
  /// The most bytes of a description that are looked at.
  ///
  /// A notification shows a few lines; what stands behind so much HTML is none of them.
  package static let maximumExaminedBytes = 65_536

  /// A description as a person would have written it.
  ///
  /// HTML becomes plain text, the tracking parameters of links go, and so do Google's block about
  /// its own meeting, lines that only rule off, and blanks and blank lines beyond one. What remains
  /// is as ``DisplayText/lines(_:maximumBytes:)`` has it.
  ///
  /// - Parameters:
  ///   - description: The description; any text.
  ///   - maximumBytes: The most bytes of UTF-8, with the ellipsis that ends a cut text.
  /// - Returns: The text, which may be empty.
  package static func text(of description: String, maximumBytes: Int) -> String {
    // What comes after looks at letters that somebody sees, and at one kind of line end.
    let lines = DisplayText.lines(examined(of: description), maximumBytes: maximumExaminedBytes)
    let plain = HTMLText.text(of: lines) ?? lines
    return DisplayText.lines(
      ExportedLines.tidied(TrackingParameters.removed(from: plain)), maximumBytes: maximumBytes)
  }

  /// The part of a description that is looked at, with an ellipsis where it isn't the whole.
  private static func examined(of description: String) -> String {
    guard description.utf8.count > maximumExaminedBytes else { return description }
    let ellipsis = "…"
    var end = description.utf8.index(
      description.startIndex, offsetBy: maximumExaminedBytes - ellipsis.utf8.count)
    while end.samePosition(in: description.unicodeScalars) == nil {
      end = description.utf8.index(before: end)
    }
    return String(description.unicodeScalars[..<end]) + ellipsis
  }
}
