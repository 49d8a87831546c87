import ICalendar
import PlanPages
import ReminderCompiler

extension Session {
  /// Reports what was found, and writes a page to look at.
  ///
  /// - Parameters:
  ///   - chronicle: What becomes of all fires.
  ///   - diagnostics: What compiling found.
  ///   - slots: How many slots the one plan takes; nil where there are several plans.
  ///   - remark: What else there is to say of the plan.
  ///   - place: Where the page goes.
  /// - Throws: Why nothing can be emitted or written.
  /// - Returns: What came of it.
  func writePage(
    of chronicle: Chronicle, _ diagnostics: [Diagnostic], slots: Int? = nil, remark: String? = nil,
    into place: ResultPlace
  ) throws -> Conversion {
    let status = try report(diagnostics)
    let page = PlanPage(
      chronicle, remarks: [remark, alarmHint].compactMap { $0 },
      findings: PageFindings(calendars.diagnostics + diagnostics))
    try place.write(whole: try page.bytes(), protecting: protected)
    return Conversion(
      status: status, fires: chronicle.plan.fireCount, slots: slots,
      exactUntil: chronicle.verdict.exactUntil)
  }
}
