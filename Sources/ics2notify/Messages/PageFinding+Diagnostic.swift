import ICalendar
import PlanPages

extension PageFinding {
  /// Puts a diagnostic into words, as `DiagnosticPrinter` does.
  init(_ diagnostic: Diagnostic) {
    self.init(
      severity: diagnostic.severity.rawValue, code: diagnostic.code,
      place: diagnostic.location.map { "\($0.file):\($0.line)" },
      message: diagnostic.message + (diagnostic.section.map { " (\($0))" } ?? ""))
  }
}
