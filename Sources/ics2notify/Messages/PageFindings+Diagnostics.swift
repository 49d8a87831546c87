import ICalendar
import PlanPages

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
