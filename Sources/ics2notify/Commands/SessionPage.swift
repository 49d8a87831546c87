import BatchCompiler
import CalendarSources
import ICalendar
import PlanPages
import ProgramSupport
import ReminderCompiler

extension Session {
  /// Reports the diagnostics of a plan and writes its page.
  func writePage(ofPlanIn timeline: Timeline, into place: OutputDestination) throws -> Conversion {
    try writePage(
      of: timeline, timeline.plan.diagnostics + timeline.diagnostics,
      slots: timeline.plan.requests.count, into: place)
  }

  /// Reports diagnostics and writes a page; `slots` is nil if there are several plans.
  func writePage(
    of timeline: Timeline, _ diagnostics: [Diagnostic], slots: Int? = nil,
    into place: OutputDestination
  ) throws -> Conversion {
    let status = try report(diagnostics)
    let page = PlanPage(
      timeline, remarks: [alarmHint].compactMap(\.self),
      findings: PageFindings(calendars.diagnostics + diagnostics))
    try place.write(whole: try page.bytes(), protecting: protected)
    return Conversion(
      status: status, fires: timeline.plan.fireCount, slots: slots,
      exactUntil: timeline.verdict.exactUntil)
  }
}

extension PageFindings {
  /// Selects the diagnostics to show on the page, errors first and shared among the files.
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
  /// Formats a diagnostic as `DiagnosticPrinter` does.
  fileprivate init(_ diagnostic: Diagnostic) {
    self.init(
      severity: diagnostic.severity.rawValue, code: diagnostic.code,
      place: diagnostic.location.map { "\($0.file):\($0.line)" },
      message: diagnostic.message + (diagnostic.section.map { " (\($0))" } ?? ""))
  }
}
