import CivilTime
import DesktopReminders
import ReminderCompiler
import SystemdTimers
import TextSafety

/// What is installed in a directory, from what, when it fires next, and whether systemd runs it.
struct InstallationStatus {
  /// What the user's systemd does with the units.
  enum Manager {
    /// None answers.
    case absent
    /// It doesn't look for units in the directory.
    case looksElsewhere
    /// It runs the timers with these names, and may run others; and it watches the calendars or
    /// doesn't.
    case runs(Set<String>, isWatching: Bool)

    /// Asks the user's systemd about a directory.
    init(asking manager: UserManager?, about units: InstalledUnits) {
      guard let manager else {
        self = .absent
        return
      }
      self =
        manager.looks(in: units.path)
        ? .runs(
          manager.activeTimers(of: units.installation),
          isWatching: manager.isActive(units.installation.renewalPath.string)) : .looksElsewhere
    }
  }

  /// What is installed.
  let units: InstalledUnits
  /// What the user's systemd does with it.
  let manager: Manager
  /// Which timers elapse when it isn't in their lines; nil where nobody could be asked.
  let check: ElapseCheck?
  /// The instant after which fires are looked for.
  let now: Instant
  /// The zone of the machine.
  let zone: Zone
  /// The zones that lines name.
  let zones: ZoneDatabase
  /// What is due next, where a table says it; nil where timers do.
  let due: [DueReminder]?
  /// What was shown; nil where nobody remembers.
  let shown: ShownReport?

  /// How many of the next fires are listed.
  static let listedCount = 10

  /// Whether there is anything that does not run, or not when it should, or waits to be shown.
  var isAmiss: Bool {
    !units.names.isEmpty && running < timers.count || check?.differences.isEmpty == false
      || shown?.isWaiting == true
  }

  /// All timers, that of the renewal included.
  private var timers: [UnitName] { units.wantedTimers }

  /// How many of the timers run.
  private var running: Int {
    guard case .runs(let names, _) = manager else { return 0 }
    return timers.count { names.contains($0.string) }
  }

  /// The lines with their ends.
  var text: String {
    let place = TerminalText.oneLine(units.path)
    guard !units.names.isEmpty else {
      return "\(place): nothing of \(units.installation.base) is installed\n\(data)\n"
    }
    let timers = units.timers
    var lines = [
      "\(place): \(EnglishNames.count(timers.count, "timer")) of \(units.installation.base)"
    ]
    let sources = OriginReport.names(of: units.origin).map(TerminalText.oneLine)
    lines += sources.isEmpty ? ["from: can't be told"] : sources.map { "from: \($0)" }
    lines.append("systemd: \(state)")
    lines += (check?.lines ?? []).map { "differs: \(TerminalText.oneLine($0))" }
    lines.append("next renewal: \(renewal)")
    if case .runs(_, false) = manager, units.names.contains(units.installation.renewalPath) {
      lines.append("changes: not noticed before, since systemd doesn't watch the calendars")
    }
    lines.append(data)
    lines.append("next fires:")
    lines += due.map(fires) ?? fires(of: timers)
    lines += shown?.lines ?? []
    return lines.map { $0 + "\n" }.joined()
  }

  private var data: String { "time zone data: \(zones.dataDescription)" }

  private var state: String {
    switch manager {
    case .absent: "none of the user's answers, so no timer runs"
    case .looksElsewhere: "the user's doesn't look for units in this directory, so no timer runs"
    case .runs where running == timers.count: "runs all of them"
    case .runs: "runs \(running) of \(timers.count) timers with that of the renewal"
    }
  }

  private var renewal: String {
    guard units.names.contains(units.installation.renewalTimer) else {
      return "none, for standard input can't be read again"
    }
    guard let next = units.unit(units.installation.renewalTimer).flatMap(nextElapse) else {
      return "can't be told"
    }
    return "\(LocalTime(next, in: zone))"
  }

  /// A line for each of the next fires.
  private func fires(_ due: [DueReminder]) -> [String] {
    var table = TextTable(.words(), .words())
    for reminder in due {
      table.add("\(LocalTime(reminder.at, in: zone))", TerminalText.oneLine(reminder.title))
    }
    return due.isEmpty ? ["none"] : table.lines
  }

  /// A line for each timer, the soonest first; those that never fire again last.
  private func fires(of timers: [UnitName]) -> [String] {
    let rows = timers.map { name in
      let unit = units.unit(name)
      return (
        at: unit.flatMap(nextElapse), isRead: unit?.expressions != nil,
        title: TerminalText.oneLine(unit?.quotedTitle ?? name.string)
      )
    }
    let sorted = rows.sorted { left, right in
      guard let first = left.at, let second = right.at, first != second else {
        return left.at == right.at ? left.title < right.title : left.at != nil
      }
      return first < second
    }
    var table = TextTable(.words(), .words())
    for row in sorted {
      let time = row.at.map { "\(LocalTime($0, in: zone))" }
      table.add(time ?? (row.isRead ? "never again" : "can't be told"), row.title)
    }
    return table.lines
  }

  private func nextElapse(_ unit: ReadUnit) -> Instant? {
    unit.expressions?.compactMap {
      $0.nextElapse(after: now, localZone: zone, zone: { zones.zone(named: $0) })
    }.min()
  }
}

/// What an installation has shown, and what was put off, for `status`.
struct ShownReport {
  /// What is remembered.
  let state: DesktopState
  /// What notifications say.
  let words: NotificationWords
  /// The zone of the machine.
  let zone: Zone

  /// Whether a reminder is due that no server has shown.
  var isWaiting: Bool { !state.pending.isEmpty }

  /// The lines without their ends.
  var lines: [String] {
    var lines: [String] = []
    let waiting = state.pending.sorted { $0.dueAt < $1.dueAt }
    if !waiting.isEmpty {
      lines.append("waiting to be shown, since:")
      lines += table(waiting.map { ($0.dueAt, $0, "") })
    }
    let snoozed = state.snoozed.sorted { $0.until < $1.until }
    if !snoozed.isEmpty {
      lines.append("snoozed until:")
      lines += table(snoozed.map { ($0.until, $0.notification, "") })
    }
    let shown = state.shown.suffix(DesktopState.listedCount)
    if !shown.isEmpty {
      lines.append("shown last:")
      lines += table(shown.reversed().map { ($0.at, $0.notification, outcome(of: $0)) })
    }
    return lines
  }

  private func table(
    _ rows: [(at: Instant, notification: ReminderNotification, outcome: String)]
  ) -> [String] {
    var table = TextTable(.words(), .words(), .words())
    for row in rows {
      table.add("\(LocalTime(row.at, in: zone))", title(of: row.notification), row.outcome)
    }
    return table.lines
  }

  private func title(of notification: ReminderNotification) -> String {
    TerminalText.oneLine(words.title(of: notification))
  }

  private func outcome(of shown: ShownNotification) -> String {
    switch shown.outcome {
    case nil where shown.server == nil: "the command runs"
    case nil: "not answered yet"
    case .snoozed: "answered: snoozed"
    case .done: "answered: done"
    case .opened: "answered: opened"
    case .dismissed: "dismissed"
    case .expired: "expired unseen"
    case .shown: "shown"
    case .closed: "closed or expired"
    case .replaced: "replaced by a later one"
    case .ran: "the command ran"
    case .failed: "the command failed"
    case .interrupted: "the command was ended"
    case .skipped: "missed, and not shown late"
    }
  }
}
