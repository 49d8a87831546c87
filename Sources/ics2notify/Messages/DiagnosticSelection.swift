import ICalendar

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
