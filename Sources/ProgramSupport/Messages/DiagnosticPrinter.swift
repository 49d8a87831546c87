import CivilTime
package import ICalendar
import TextSafety

/// Formats diagnostics as text: `standup.ics:14: error: … (RFC 5545, 3.3.10) [rule-invalid]`.
package struct DiagnosticPrinter {
  let isQuiet: Bool
  /// Whether every diagnostic is shown, even of many.
  let isVerbose: Bool
  /// Returns the content line at a location; nil if excerpts are not shown.
  let lineText: ((SourceLocation) -> String?)?

  let terminal: Terminal

  /// Makes a printer for a terminal or another output.
  package init(
    isQuiet: Bool, isVerbose: Bool, lineText: ((SourceLocation) -> String?)?, terminal: Terminal
  ) {
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.lineText = lineText
    self.terminal = terminal
  }

  /// The most columns of an excerpt.
  private static let excerptWidth = 72

  /// The lines of the diagnostics in order, and a summary if there are many.
  func text(_ diagnostics: [Diagnostic]) -> String {
    guard Invocation.current.format == .text else { return lines(diagnostics) }
    let selection = DiagnosticSelection(diagnostics, isQuiet: isQuiet, isVerbose: isVerbose)
    let texts = selection.shown.enumerated().map { index, diagnostic in
      line(diagnostic)
        + (index < DiagnosticSelection.maximumShown ? excerpt(diagnostic) ?? "" : "")
    }
    let kind = terminal.painted("note:", as: .note)
    let summary = selection.summary.map { "\(Program.name): \(kind) \($0)\n" }
    return (texts + summary).joined()
  }

  /// Formats all diagnostics as lines of JSON, without a summary.
  private func lines(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.filter { !isQuiet || $0.severity == .error }.map { MessageLine($0).text }.joined()
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let place =
      diagnostic.location.map { "\($0.file):\($0.line): " } ?? "\(Program.name): "
    let section = diagnostic.section.map { " (\($0))" } ?? ""
    let uid = diagnostic.uid.map { " [\($0)]" } ?? ""
    let severity = terminal.painted(
      "\(diagnostic.severity.rawValue):", as: role(diagnostic.severity))
    return TerminalText.oneLine(place) + severity
      + TerminalText.oneLine(" \(diagnostic.message)\(section)\(uid)")
      // The code is last because a UID can hold any text, even one that looks like a code.
      + " [\(diagnostic.code)]\n"
  }

  private func role(_ severity: Diagnostic.Severity) -> Terminal.Role {
    switch severity {
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }

  /// The content line with a caret under the text at fault.
  private func excerpt(_ diagnostic: Diagnostic) -> String? {
    guard let lineText, let location = diagnostic.location, let raw = lineText(location) else {
      return nil
    }
    var text = Array(TerminalText.oneLine(raw))
    let wanted = Array(TerminalText.oneLine(diagnostic.offendingText ?? ""))
    let number = String(location.line)
    // The margin takes 5 columns and the line number. An excerpt has at least 20 columns.
    let room = terminal.columns.map { max(20, $0 - number.count - 5) } ?? .max
    let most = min(DiagnosticPrinter.excerptWidth, room)
    var column = text.firstIndex(of: wanted) ?? 0
    let end = min(text.count, column + max(1, wanted.count))
    if text[..<end].terminalWidth > most {
      // Cut the start of the line, but keep a quarter of the width before the fault.
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
      + String(repeating: " ", count: before) + terminal.painted(marker, as: .fault) + "\n"
  }
}

extension Collection<Character> {
  /// The width on a terminal, in columns.
  fileprivate var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }
}

extension [Character] {
  /// The longest prefix that fits into a number of columns.
  fileprivate func prefix(columns: Int) -> [Character] {
    var free = columns
    return Array(
      prefix { character in
        free -= character.terminalWidth
        return free >= 0
      })
  }

  /// The index at which `text` first occurs, ignoring case.
  fileprivate func firstIndex(of text: [Character]) -> Int? {
    guard !text.isEmpty, text.count <= count else { return nil }
    return (0...(count - text.count)).first { start in
      zip(self[start...], text).allSatisfy {
        $0 == $1 || $0.lowercased() == $1.lowercased()
      }
    }
  }
}

/// The diagnostics to show one by one, and the counts of each code.
///
/// A few diagnostics are all shown. Of many, the errors and the first diagnostic of each code are
/// shown. A thousand events with the same fault then take one line.
struct DiagnosticSelection {
  /// The diagnostics to show one by one, in order.
  package let shown: [Diagnostic]
  /// The total, then the count of each code, one line each; empty if a summary isn't needed.
  let summary: [String]

  /// The most diagnostics that are shown without a summary, about a screenful.
  static let maximumShown = 20
  static let maximumErrors = 100

  private struct SeverityAndCode: Hashable {
    let severity: Diagnostic.Severity
    let code: String

    init(_ diagnostic: Diagnostic) {
      (severity, code) = (diagnostic.severity, diagnostic.code)
    }
  }

  init(_ diagnostics: [Diagnostic], isQuiet: Bool, isVerbose: Bool) {
    let wanted = isQuiet ? diagnostics.filter { $0.severity == .error } : diagnostics
    guard !isVerbose, wanted.count > DiagnosticSelection.maximumShown else {
      (shown, summary) = (wanted, [])
      return
    }
    var counts: [SeverityAndCode: Int] = [:]
    var errors = FairDiagnostics(
      wanted.filter { $0.severity == .error }, atMost: DiagnosticSelection.maximumErrors)
    shown = wanted.filter { diagnostic in
      counts[SeverityAndCode(diagnostic), default: 0] += 1
      let isTaken = diagnostic.severity == .error && errors.take(diagnostic)
      return isTaken || counts[SeverityAndCode(diagnostic)] == 1
    }
    // `--quiet` needs a summary only if errors are left out.
    guard !isQuiet || shown.count < wanted.count else {
      summary = []
      return
    }
    let part =
      shown.count < wanted.count
      ? "\(shown.count) of them shown; --verbose shows each" : "all of them shown"
    let kinds = counts.sorted {
      ($1.key.severity, $1.value, $0.key.code) < ($0.key.severity, $0.value, $1.key.code)
    }
    summary =
      ["\(wanted.count) diagnostics, \(part)"]
      + kinds.map { kind, count in
        "\(count) \(kind.severity.rawValue)\(count == 1 ? "" : "s") [\(kind.code)]"
      }
  }
}

/// Selects some of many diagnostics, with the same limit for each file.
///
/// A file with many faults can't hide the faults of other files.
package struct FairDiagnostics {
  private var left: Int
  private let share: Int
  private var taken: [String?: Int] = [:]

  /// Computes the limit for each file; `limit` is the limit for all files.
  package init(_ diagnostics: [Diagnostic], atMost limit: Int) {
    var needs: [String?: Int] = [:]
    for diagnostic in diagnostics { needs[diagnostic.location?.file, default: 0] += 1 }
    left = limit
    // If the files outnumber the limit, only the first ones get a diagnostic each.
    share = max(1, FairShare.limit(of: limit, for: Array(needs.values), atMost: limit))
  }

  /// Takes a diagnostic if the limits allow it, and returns whether they do.
  package mutating func take(_ diagnostic: Diagnostic) -> Bool {
    let file = diagnostic.location?.file
    guard left > 0, taken[file, default: 0] < share else { return false }
    left -= 1
    taken[file, default: 0] += 1
    return true
  }
}
