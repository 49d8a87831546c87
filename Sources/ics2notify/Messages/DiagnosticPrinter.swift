import CivilTime
import ICalendar
import PlanPages
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

  /// The most columns of a line that are shown.
  private static let excerptWidth = 72

  /// Diagnostics in their order, and how many there are where there are many; each with the end of
  /// its line.
  func text(_ diagnostics: [Diagnostic]) -> String {
    guard DiagnosticFormat.requested == .text else { return lines(diagnostics) }
    let selection = DiagnosticSelection(diagnostics, isQuiet: isQuiet, isVerbose: isVerbose)
    let texts = selection.shown.enumerated().map { index, diagnostic in
      line(diagnostic)
        + (index < DiagnosticSelection.maximumShown ? excerpt(diagnostic) ?? "" : "")
    }
    let kind = terminal.painted("note:", .note)
    let summary = selection.summary.map { "\(ProgramArguments.programName): \(kind) \($0)\n" }
    return (texts + summary).joined()
  }

  /// The same for a program, which is told each.
  private func lines(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.filter { !isQuiet || $0.severity == .error }.map { MessageLine($0).text }.joined()
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let place =
      diagnostic.location.map { "\($0.file):\($0.line): " } ?? "\(ProgramArguments.programName): "
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

/// Which diagnostics are shown one by one, and how many there are of each code.
///
/// A few are all shown. Of many each error is, and of the rest the first of each code: a feed with a
/// thousand events that have the same fault says so in one line.
struct DiagnosticSelection {
  /// The diagnostics that are shown one by one, in their order.
  let shown: [Diagnostic]
  /// How many there are and how many of each code, a line each; none where all are shown and few.
  let summary: [String]

  /// The most that are shown whatever they are: a screen of them.
  static let maximumShown = 20
  /// The most errors that are shown: who has read a hundred reads no more of the same.
  static let maximumErrors = 100

  /// What diagnostics of one code have alike.
  private struct Kind: Hashable {
    let severity: Diagnostic.Severity
    let code: String

    init(_ diagnostic: Diagnostic) {
      (severity, code) = (diagnostic.severity, diagnostic.code)
    }
  }

  /// Chooses.
  ///
  /// - Parameters:
  ///   - diagnostics: All that there are, in their order.
  ///   - isQuiet: Whether only errors are wanted.
  ///   - isVerbose: Whether each is wanted.
  init(_ diagnostics: [Diagnostic], isQuiet: Bool, isVerbose: Bool) {
    let wanted = isQuiet ? diagnostics.filter { $0.severity == .error } : diagnostics
    guard !isVerbose, wanted.count > DiagnosticSelection.maximumShown else {
      (shown, summary) = (wanted, [])
      return
    }
    var counts: [Kind: Int] = [:]
    var errors = FairDiagnostics(
      wanted.filter { $0.severity == .error }, atMost: DiagnosticSelection.maximumErrors)
    shown = wanted.filter { diagnostic in
      counts[Kind(diagnostic), default: 0] += 1
      let isTaken = diagnostic.severity == .error && errors.take(diagnostic)
      return isTaken || counts[Kind(diagnostic)] == 1
    }
    // Who wants errors only is told nothing else where none is missing.
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

/// Some of many diagnostics: of each file as many as of any other, so that one that is all wrong
/// hides nothing of the others.
struct FairDiagnostics {
  private var left: Int
  private let share: Int
  private var taken: [String?: Int] = [:]

  /// Finds out how many of each file there is room for.
  ///
  /// - Parameters:
  ///   - diagnostics: All of them.
  ///   - limit: The most that are taken.
  init(_ diagnostics: [Diagnostic], atMost limit: Int) {
    var needs: [String?: Int] = [:]
    for diagnostic in diagnostics { needs[diagnostic.location?.file, default: 0] += 1 }
    left = limit
    // Of more files than there is room for the first ones have one each.
    share = max(1, FairShare.limit(of: limit, for: Array(needs.values), atMost: limit))
  }

  /// Takes one, where there is room for it.
  mutating func take(_ diagnostic: Diagnostic) -> Bool {
    let file = diagnostic.location?.file
    guard left > 0, taken[file, default: 0] < share else { return false }
    left -= 1
    taken[file, default: 0] += 1
    return true
  }
}

extension PageFindings {
  /// Puts diagnostics into words: of many some of each file, errors before all else.
  init(_ diagnostics: [Diagnostic]) {
    let errors = diagnostics.filter { $0.severity == .error }
    let others = diagnostics.filter { $0.severity != .error }
    var fairErrors = FairDiagnostics(errors, atMost: PageFindings.maximumShown)
    let shown = errors.filter { fairErrors.take($0) }
    var fairOthers = FairDiagnostics(others, atMost: PageFindings.maximumShown - shown.count)
    let all = shown + others.filter { fairOthers.take($0) }
    self.init(
      all.map(PageFinding.init), omitted: diagnostics.count - all.count, refused: errors.count)
  }
}

extension PageFinding {
  /// Puts a diagnostic into words, as `DiagnosticPrinter` does.
  fileprivate init(_ diagnostic: Diagnostic) {
    self.init(
      severity: diagnostic.severity.rawValue, code: diagnostic.code,
      place: diagnostic.location.map { "\($0.file):\($0.line)" },
      message: diagnostic.message + (diagnostic.section.map { " (\($0))" } ?? ""))
  }
}
