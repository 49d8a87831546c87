import ICalendar
import TextSafety

/// Diagnostics as they are shown: `standup.ics:14: error: … (RFC 5545, 3.3.10)`.
struct DiagnosticPrinter {
  /// Whether only errors are shown.
  let isQuiet: Bool
  /// Looks up the content line at a place, for a person at a terminal; nil for no excerpts.
  let lineText: ((SourceLocation) -> String?)?

  /// The most excerpts that are shown: a file of junk needs no more to be seen for what it is.
  private static let maximumExcerpts = 20

  /// The most characters of a line that are shown.
  private static let excerptWidth = 72

  /// Diagnostics in their order, each with the end of its line.
  func text(_ diagnostics: [Diagnostic]) -> String {
    let shown = diagnostics.filter { !isQuiet || $0.severity == .error }
    let texts = shown.enumerated().map { index, diagnostic in
      line(diagnostic)
        + (index < DiagnosticPrinter.maximumExcerpts ? excerpt(diagnostic) ?? "" : "")
    }
    return texts.joined()
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.map { "\($0.file):\($0.line): " } ?? ""
    let section = diagnostic.section.map { " (\($0))" } ?? ""
    let uid = diagnostic.uid.map { " [\($0)]" } ?? ""
    let text =
      "\(place)\(diagnostic.severity.rawValue): \(diagnostic.message)\(section)\(uid)"
    return TerminalText.oneLine(text) + "\n"
  }

  /// The offending line with a caret under the text at fault.
  private func excerpt(_ diagnostic: Diagnostic) -> String? {
    guard let lineText, let location = diagnostic.location, let raw = lineText(location) else {
      return nil
    }
    var text = Array(TerminalText.oneLine(raw))
    let wanted = Array(TerminalText.oneLine(diagnostic.offendingText ?? ""))
    var column = text.firstIndex(of: wanted) ?? 0
    var width = max(1, wanted.count)
    if column + width > DiagnosticPrinter.excerptWidth {
      // The fault stays in sight, with a little of what stands before it.
      let start = max(0, min(column - 16, text.count - 1))
      text = ["…"] + text[start...]
      column = column - start + 1
    }
    text = Array(text.prefix(DiagnosticPrinter.excerptWidth))
    width = max(1, min(width, text.count - column))
    let number = String(location.line)
    let margin = String(repeating: " ", count: number.count)
    return "  \(number) | \(String(text))\n  \(margin) | "
      + String(repeating: " ", count: column) + "^" + String(repeating: "~", count: width - 1)
      + "\n"
  }
}

extension [Character] {
  /// Where another text begins in this one, in any case of letters.
  fileprivate func firstIndex(of text: [Character]) -> Int? {
    guard !text.isEmpty, text.count <= count else { return nil }
    return (0...(count - text.count)).first { start in
      zip(self[start...], text).allSatisfy {
        $0 == $1 || $0.lowercased() == $1.lowercased()
      }
    }
  }
}
