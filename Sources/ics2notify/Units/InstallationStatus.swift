import CivilTime
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
    /// It runs the timers with these names, and may run others.
    case runs(Set<String>)

    /// Asks the user's systemd about a directory.
    init(asking manager: UserManager?, about path: String) {
      guard let manager else {
        self = .absent
        return
      }
      self = manager.looks(in: path) ? .runs(manager.activeTimers) : .looksElsewhere
    }
  }

  /// What is installed.
  let units: InstalledUnits
  /// What the user's systemd does with it.
  let manager: Manager
  /// The instant after which fires are looked for.
  let now: Instant
  /// The zone of the machine.
  let zone: Zone
  /// The zones that lines name.
  let zones: ZoneDatabase

  /// Whether there is anything that does not run.
  var isIdle: Bool { !units.names.isEmpty && running < timers.count }

  /// All timers, that of the renewal included.
  private var timers: [UnitName] { units.names.filter { $0.kind == .timer } }

  /// How many of the timers run.
  private var running: Int {
    guard case .runs(let names) = manager else { return 0 }
    return timers.count { names.contains($0.string) }
  }

  /// The lines with their ends.
  var text: String {
    let place = TerminalText.oneLine(units.path)
    guard !units.names.isEmpty else { return "\(place): nothing of ics2notify is installed\n" }
    let timers = units.timers
    var lines = ["\(place): \(EnglishNames.count(timers.count, "timer")) of ics2notify"]
    let sources = OriginReport.names(of: units.origin).map(TerminalText.oneLine)
    lines += sources.isEmpty ? ["from: can't be told"] : sources.map { "from: \($0)" }
    lines.append("systemd: \(state)")
    lines.append("next renewal: \(renewal)")
    lines.append("next fires:")
    return (lines + fires(of: timers)).map { $0 + "\n" }.joined()
  }

  private var state: String {
    switch manager {
    case .absent: "none of the user's answers, so no timer runs"
    case .looksElsewhere: "the user's doesn't look for units in this directory, so no timer runs"
    case .runs where running == timers.count: "runs all of them"
    case .runs: "runs \(running) of \(timers.count) timers with that of the renewal"
    }
  }

  private var renewal: String {
    guard units.names.contains(.renewalTimer) else {
      return "none, for standard input can't be read again"
    }
    guard let next = units.unit(.renewalTimer).flatMap(nextElapse) else { return "can't be told" }
    return "\(LocalTime(next, in: zone))"
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
