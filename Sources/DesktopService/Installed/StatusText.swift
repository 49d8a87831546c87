import CalendarSources
package import CivilTime
import DesktopReminders
import ProgramSupport
import ReminderCompiler
import TextSafety

/// The status of an installation as text.
package struct StatusText {
  private let report: InstallationReport
  private let zone: Zone

  /// Makes the text of a report, with times in a zone.
  package init(_ report: InstallationReport, in zone: Zone) {
    self.report = report
    self.zone = zone
  }

  /// The lines of the text.
  package var text: String {
    var lines = [
      "\(report.name): \(([state] + problems).joined(separator: "; "))",
      "file: \(shown(report.file))",
    ]
    let hasAddress = report.calendars.contains { CalendarAddress.isAddress($0.path) }
    add(
      hasAddress
        ? "calendars (# and six digits replace the secret parts of an address):"
        : "calendars:", rows: report.calendars.map(line), to: &lines)
    add("options:", rows: report.options.map(shown), to: &lines)
    add("can't be read:", rows: report.problems.map(shown), to: &lines)
    add("differs:", rows: report.differences.map(shown), to: &lines)
    lines.append("last renewal: \(lastRenewal)")
    lines.append("next renewal (reads the calendars again): \(nextRenewal)")
    lines.append("next reminders:" + (report.next.isEmpty ? " none" : ""))
    lines += table(report.next)
    add("snoozed until:", rows: table(report.snoozed), to: &lines)
    add("waiting for a notification server since:", rows: table(report.waiting), to: &lines)
    add("shown last:", rows: table(report.shown, areAnswered: true), to: &lines)
    return lines.map { $0 + "\n" }.joined()
  }

  private func add(_ heading: String, rows: [String], to lines: inout [String]) {
    guard !rows.isEmpty else { return }
    lines.append(heading)
    lines += rows.map { $0.hasPrefix("  ") ? $0 : "  \($0)" }
  }

  private func shown(_ text: String) -> String { TerminalText.oneLine(text) }

  private func time(_ instant: Instant) -> String { "\(LocalTime(instant, in: zone))" }

  private var install: String {
    "`ics2notify install\(report.name == "default" ? "" : " --name \(report.name)")`"
  }

  private var state: String {
    switch report.state {
    case .running: "systemd runs \(EnglishNames.count(report.timers, "timer"))"
    case .incomplete:
      "systemd runs \(report.runningTimers) of \(EnglishNames.count(report.timers, "timer")); "
        + "\(install) starts the others"
    case .paused: "paused; \(install) resumes"
    case .unseen: "systemd doesn't look for user units there, so reminders don't appear"
    case .notInstalled: "not started; \(install) starts it"
    case .withoutFile:
      "\(report.name).conf is missing; install the calendars again: "
        + install.dropLast() + " PATH...`"
    case .absent: "the user's systemd doesn't answer, so reminders don't appear"
    }
  }

  /// The problems that follow the state in the first line.
  private var problems: [String] {
    let unread = report.calendars.count { $0.problem != nil && !$0.isEmptied }
    let emptied = report.calendars.count(where: \.isEmptied)
    let parts: [String?] = [
      report.problems.isEmpty ? nil : "something of it can't be read",
      report.hasFileChanged
        ? "the file has changed since the last renewal; \(install) puts it into effect" : nil,
      report.lastRenewal?.hasSucceeded == false ? "the last renewal failed" : nil,
      unread > 0 ? "\(EnglishNames.count(unread, "calendar")) can't be read" : nil,
      emptied > 0 ? "\(EnglishNames.count(emptied, "calendar")) lost all events" : nil,
      report.watchesCalendars == false ? "changes are not noticed at once" : nil,
      report.differences.isEmpty ? nil : "timers differ from their units",
      report.waiting.isEmpty ? nil : "reminders wait for a notification server",
    ]
    return parts.compactMap { $0 }
  }

  private func line(_ calendar: InstallationReport.Calendar) -> String {
    guard let problem = calendar.problem else {
      return shown(calendar.path) + (calendar.fetched.map { ", fetched \(time($0))" } ?? "")
    }
    let since = calendar.isEmptied ? "" : calendar.since.map { " (since \(time($0)))" } ?? ""
    let age = calendar.fetched.map { " of \(time($0))" } ?? ""
    return shown(calendar.path) + ": \(shown(problem))\(since)"
      + (calendar.hasCopy == true && !calendar.isEmptied
        ? "; its last good reminders\(age) are kept" : "")
  }

  private var lastRenewal: String {
    guard let renewal = report.lastRenewal else { return "none" }
    return time(renewal.at)
      + (renewal.reason.map { ", failed: \(shown($0))" }
        ?? (report.calendars.contains { $0.problem != nil }
          ? ", without what can't be read" : ", succeeded"))
  }

  private var nextRenewal: String {
    let changes =
      switch report.watchesCalendars {
      case true: "when a calendar or the file changes"
      case false: "systemd doesn't watch the calendars"
      case nil: ""
      }
    guard let next = report.nextRenewal else { return changes.isEmpty ? "none" : changes }
    switch report.watchesCalendars {
    case true: return "\(time(next)), or \(changes)"
    case false: return "\(time(next)); \(changes)"
    case nil: return time(next)
    }
  }

  private func table(
    _ entries: [InstallationReport.ReminderEntry], areAnswered: Bool = false
  ) -> [String] {
    let hasOutcome = areAnswered || entries.contains { $0.outcome != nil }
    let unknown = areAnswered ? "not answered yet" : ""
    let hasNumbers = entries.contains { $0.number != nil }
    var table = TextTable(
      (hasNumbers ? [.numbers()] : []) + [.words(), .words()] + (hasOutcome ? [.words()] : []))
    for entry in entries {
      let number = entry.number.map(String.init) ?? ""
      table.add(
        ((hasNumbers ? [number] : []) + [time(entry.at), shown(entry.title)]
          + (hasOutcome ? [entry.outcome.map(words) ?? unknown] : [])).map { TextTable.Cell($0) })
    }
    return table.lines().map { "  \($0)" }
  }

  private func words(for outcome: ShownNotification.Outcome) -> String {
    switch outcome {
    case .snoozed: "snoozed"
    case .done: "done"
    case .opened: "opened"
    case .dismissed: "dismissed"
    case .expired: "expired unseen"
    case .shown: "shown"
    case .closed: "dismissed or expired"
    case .replaced: "replaced by a later one"
    case .ran: "the command ran"
    case .failed: "the command failed"
    case .interrupted: "the command was ended"
    case .skipped: "missed, and not shown late"
    case .gone: "the event is gone"
    }
  }
}
