import ICalendar
import TextSafety

/// Diagnostics as they are shown: `standup.ics:14: error: … (RFC 5545, 3.3.10) [rule-invalid]`.
struct DiagnosticPrinter {
  /// Whether only errors are shown.
  let isQuiet: Bool
  /// Whether each is shown, however many there are.
  let isVerbose: Bool
  /// Looks up the content line at a place, for a person at a terminal; nil for no excerpts.
  let lineText: ((SourceLocation) -> String?)?
  /// Where it is shown.
  let terminal: Terminal

  /// The most excerpts that are shown: a file of junk needs no more to be seen for what it is.
  private static let maximumExcerpts = 20

  /// The most columns of a line that are shown.
  private static let excerptWidth = 72

  /// Diagnostics in their order, and how many there are where there are many; each with the end of
  /// its line.
  func text(_ diagnostics: [Diagnostic]) -> String {
    guard DiagnosticFormat.asked == .text else { return lines(diagnostics) }
    let selection = DiagnosticSelection(diagnostics, isQuiet: isQuiet, isVerbose: isVerbose)
    let texts = selection.shown.enumerated().map { index, diagnostic in
      line(diagnostic)
        + (index < DiagnosticPrinter.maximumExcerpts ? excerpt(diagnostic) ?? "" : "")
    }
    let kind = terminal.painted("note:", .note)
    let summary = selection.summary.map { "\(ProgramArguments.programName): \(kind) \($0)\n" }
    return (texts + summary).joined()
  }

  /// The same for a program, which is told each.
  private func lines(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.filter { !isQuiet || $0.severity == .error }.map { ToldLine($0).text }.joined()
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.map { "\($0.file):\($0.line): " } ?? ""
    let section = diagnostic.section.map { " (\($0))" } ?? ""
    let uid = diagnostic.uid.map { " [\($0)]" } ?? ""
    let severity = terminal.painted("\(diagnostic.severity.rawValue):", role(diagnostic.severity))
    return TerminalText.oneLine(place) + severity
      + TerminalText.oneLine(" \(diagnostic.message)\(section)\(uid)")
      // Last, for a UID can hold anything, also what looks like a code.
      + " [\(diagnostic.code)]\n"
  }

  private func role(_ severity: Diagnostic.Severity) -> Terminal.Role {
    switch severity {
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }

  /// The offending line with a caret under the text at fault.
  private func excerpt(_ diagnostic: Diagnostic) -> String? {
    guard let lineText, let location = diagnostic.location, let raw = lineText(location) else {
      return nil
    }
    var text = Array(TerminalText.oneLine(raw))
    let wanted = Array(TerminalText.oneLine(diagnostic.offendingText ?? ""))
    let number = String(location.line)
    // The margin and the numbers stand before it; a few characters are shown however little room
    // there is.
    let room = terminal.columns.map { max(20, $0 - number.count - 5) } ?? .max
    let most = min(DiagnosticPrinter.excerptWidth, room)
    var column = text.firstIndex(of: wanted) ?? 0
    let end = min(text.count, column + max(1, wanted.count))
    if text[..<end].terminalWidth > most {
      // The fault stays in sight, with a little of what stands before it.
      let start = max(0, min(column - most / 4, text.count - 1))
      text = ["…"] + text[start...]
      column = column - start + 1
    }
    text = text.prefix(columns: most)
    column = min(column, text.count)
    let before = text[..<column].terminalWidth
    let width = text[column...].prefix(max(1, wanted.count)).terminalWidth
    let margin = String(repeating: " ", count: number.count)
    let marker = "^" + String(repeating: "~", count: max(0, width - 1))
    return "  \(number) | \(String(text))\n  \(margin) | "
      + String(repeating: " ", count: before) + terminal.painted(marker, .fault) + "\n"
  }
}

extension Collection<Character> {
  /// The columns that a terminal gives the characters.
  fileprivate var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }
}

extension [Character] {
  /// The characters from the start that fit into a number of columns.
  fileprivate func prefix(columns: Int) -> [Character] {
    var free = columns
    return Array(
      prefix { character in
        free -= character.terminalWidth
        return free >= 0
      })
  }

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
