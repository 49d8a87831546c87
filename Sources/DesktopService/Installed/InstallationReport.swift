package import CalendarSources
package import CivilTime
import DesktopReminders
import ProgramSupport
package import SystemdTimers

/// The status of an installation, as JSON and as the source of `StatusText`.
package struct InstallationReport: Encodable {
  /// A calendar, with the reason and the first renewal that couldn't read it.
  struct Calendar: Encodable {
    let path: String
    var problem: String?
    var since: Instant?
    /// Whether its last good copy is used.
    var hasCopy: Bool?
    /// When the copy of an address was last fetched, or known to be unchanged.
    var fetched: Instant?
    /// Whether it has lost its events, and its last good copy is used for a day.
    var isEmptied = false
    private enum CodingKeys: String, CodingKey {
      case path, problem, since, hasCopy, fetched
    }
  }

  /// The last renewal, with the reason if it failed.
  struct Renewal: Encodable {
    let at: Instant
    let hasSucceeded: Bool
    let reason: String?
  }

  /// A reminder that is due, waits or was shown.
  package struct ReminderEntry: Encodable {
    /// The number for `snooze` and `done`; nil before the reminder is shown.
    var number: Int?
    /// The time at which it is due, reappears or was shown.
    let at: Instant
    let title: String
    /// The user's answer or another end of the notification; nil until it is known.
    ///
    /// For a reminder that is not shown yet, it says only whether its event is gone.
    var outcome: ShownNotification.Outcome?
  }

  /// The state of the timers in the systemd user manager.
  enum State: String, Encodable {
    case running
    /// Some of the timers run.
    case incomplete
    /// The installation's target was stopped.
    case paused
    /// The directory of the units is not in systemd's search path.
    case unseen
    /// The units are missing.
    case notInstalled
    /// The file is missing.
    case withoutFile
    /// The systemd user manager doesn't answer.
    case absent
  }

  let name, file: String
  let calendars: [Calendar]
  let options: [String]
  /// The reasons why the file, the reminders or the state can't be read.
  let problems: [String]
  let state: State
  let timers, runningTimers: Int
  /// Descriptions of timers that don't elapse when their units specify.
  let differences: [String]
  /// Whether systemd watches the calendars and the file; nil if nothing runs.
  let watchesCalendars: Bool?
  let lastRenewal: Renewal?
  /// Whether the file has changed since the last renewal.
  let hasFileChanged: Bool
  let nextRenewal: Instant?
  let next: [ReminderEntry]
  /// The snoozed reminders, with the instants at which they reappear.
  let snoozed: [ReminderEntry]
  /// The due reminders that wait for a notification server.
  let waiting: [ReminderEntry]
  /// The reminders that were shown recently, the latest first.
  package let shown: [ReminderEntry]

  private static let listedCount = 10

  var isWell: Bool {
    state == .running && problems.isEmpty && differences.isEmpty && waiting.isEmpty
      && lastRenewal?.hasSucceeded != false && calendars.allSatisfy { $0.problem == nil }
      && watchesCalendars != false && !hasFileChanged
  }
}

/// The reasons why parts of an installation can't be read.
private struct PartProblems {
  private(set) var reasons: [String] = []

  mutating func add(_ reason: String?) { reasons += [reason].compactMap { $0 } }

  /// Returns the result of `read`; if it throws, adds the reason.
  mutating func part<Part>(_ read: () throws(Failure) -> Part?) -> Part? {
    do throws(Failure) {
      return try read()
    } catch {
      add(error.message)
      return nil
    }
  }
}

extension InstallationReport {
  /// Examines an installation; `manager` is nil if the systemd user manager doesn't answer.
  package init(
    of installation: InstallationName, manager: UserManager?, now: Instant, zone: Zone,
    zones: ZoneDatabase, options known: KnownNames
  ) {
    var problems = PartProblems()
    let path = UserDirectories.file(of: installation)
    let conf = problems.part { () throws(Failure) in try ConfFile(installation, options: known) }
    let units = InstalledUnits(installation)
    problems.add(units.problem)
    for value in conf?.values(of: "sound") ?? [] {
      let path = RuledFile(FilePath(argument: value)).path
      problems.add(
        SoundFile.problem(of: path).map { "\(path): \($0); reminders have the default sound" })
    }
    let record = RenewalRecord(installation)
    let active = manager?.activeTimers(of: installation) ?? []
    let wanted = units.wantedTimers
    name = installation.title
    file = "\(path)"
    options = conf?.options ?? []
    timers = wanted.count
    runningTimers = wanted.count { active.contains($0.string) }
    state =
      conf?.exists == false
      ? .withoutFile
      : State(
        of: installation, units: units, manager: manager, areAllRunning: runningTimers == timers)
    let isRunning = state == .running || state == .incomplete
    differences =
      isRunning
      ? manager.map { ElapseCheck(units, manager: $0, zone: zone, zones: zones).lines } ?? [] : []
    watchesCalendars =
      isRunning && units.names.contains(installation.renewalPath)
      ? manager?.isActive(installation.renewalPath.string) : nil
    lastRenewal = record.map {
      Renewal(at: $0.at, hasSucceeded: $0.failure == nil, reason: $0.failure)
    }
    hasFileChanged = record?.hasChangedFile(installation) ?? false
    let retry = record.flatMap { $0.hasSucceeded ? nil : $0.at + RenewalRecord.retry }
    let regular = [installation.renewalTimer, installation.fetchTimer].map { timer in
      units.unit(timer)?.nextElapse(after: now, in: zone, zones: zones)
    }
    nextRenewal = isRunning ? ([retry] + regular).compactMap { $0 }.filter { $0 > now }.min() : nil
    calendars = InstallationReport.calendars(conf?.paths ?? [], problems: record?.problems ?? [])
    let presenter = ReminderPresenter(installation)
    let hasTable = !presenter.table.facts().isAbsent
    next =
      hasTable
      ? InstallationReport.next(of: presenter, after: now, &problems)
      : InstallationReport.next(of: units, after: now, in: zone, zones: zones)
    let presented = PresentedReminders(presenter, hasTable: hasTable, problems: &problems)
    waiting = presented.waiting
    snoozed = presented.snoozed
    shown = presented.shown
    self.problems = problems.reasons
  }

  /// The next due reminders of a presenter's table.
  private static func next(
    of presenter: ReminderPresenter, after now: Instant, _ problems: inout PartProblems
  ) -> [ReminderEntry] {
    let due = problems.part { () throws(Failure) in try presenter.next(listedCount, after: now) }
    return (due ?? []).map { ReminderEntry(at: $0.at, title: $0.title) }
  }

  /// The next elapses of the timers, for an installation without a table.
  private static func next(
    of units: InstalledUnits, after now: Instant, in zone: Zone, zones: ZoneDatabase
  ) -> [ReminderEntry] {
    units.timers.compactMap { name in
      guard let unit = units.unit(name),
        let at = unit.nextElapse(after: now, in: zone, zones: zones)
      else {
        return nil
      }
      return ReminderEntry(at: at, title: unit.quotedTitle ?? name.string)
    }.sorted { ($0.at, $0.title) < ($1.at, $1.title) }
  }

  /// The calendars of the file, then unreadable files in directories, by path.
  private static func calendars(
    _ paths: [CalendarPath], problems: [RenewalRecord.Problem]
  ) -> [Calendar] {
    var others = Dictionary(problems.map { ($0.path, $0) }) { first, _ in first }
    let named = paths.map { path in
      let problem = others.removeValue(forKey: "\(path)")
      return Calendar(
        path: "\(path)", problem: problem?.reason, since: problem?.since,
        hasCopy: problem?.hasCopy,
        fetched: path.address.flatMap { FetchedCalendar($0).record?.fetched },
        isEmptied: problem?.emptiedSince != nil)
    }
    return named
      + others.values.sorted { $0.path < $1.path }.map {
        Calendar(
          path: $0.path, problem: $0.reason, since: $0.since, hasCopy: $0.hasCopy,
          isEmptied: $0.emptiedSince != nil)
      }
  }
}

extension InstallationReport.State {
  /// The state of an installation that has a file.
  fileprivate init(
    of installation: InstallationName, units: InstalledUnits, manager: UserManager?,
    areAllRunning: Bool
  ) {
    if units.names.isEmpty {
      self = .notInstalled
    } else if let manager {
      if !manager.looks(in: UserDirectories.units) {
        self = .unseen
      } else if areAllRunning {
        self = .running
      } else {
        self = manager.isActive(installation.target.string) ? .incomplete : .paused
      }
    } else {
      self = .absent
    }
  }
}

/// The reminders that a presenter has shown, or shows again.
private struct PresentedReminders {
  typealias Entry = InstallationReport.ReminderEntry

  let waiting, snoozed, shown: [Entry]

  init(_ presenter: ReminderPresenter, hasTable: Bool, problems: inout PartProblems) {
    let state: DesktopState? = problems.part { () throws(Failure) in try presenter.readState() }
    let words =
      hasTable
      ? (try? presenter.readTable()).flatMap { try? presenter.words(of: $0.header) } : nil
    func title(_ notification: ReminderNotification) -> String {
      words?.title(of: notification) ?? notification.reminders[0].title
    }
    func gone(_ notification: ReminderNotification) -> ShownNotification.Outcome? {
      state?.isGone(notification) == true ? .gone : nil
    }
    waiting = (state?.pending ?? []).sorted { $0.dueAt < $1.dueAt }
      .map { Entry(at: $0.dueAt, title: title($0), outcome: gone($0)) }
    snoozed = (state?.snoozed ?? []).sorted { $0.until < $1.until }.map { one in
      Entry(
        number: state?.shown.last {
          $0.notification.identifier == one.notification.identifier
        }?.number, at: one.until, title: title(one.notification), outcome: gone(one.notification))
    }
    shown = (state?.shown ?? []).suffix(DesktopState.listedCount).reversed().map {
      Entry(number: $0.number, at: $0.at, title: title($0.notification), outcome: $0.outcome)
    }
  }
}

extension ParsedUnit {
  /// The next time at which a timer elapses; nil if it never does, or if a line is invalid.
  fileprivate func nextElapse(after now: Instant, in zone: Zone, zones: ZoneDatabase) -> Instant? {
    expressions?.compactMap {
      $0.nextElapse(after: now, localZone: zone, zone: { zones.zone(named: $0) })
    }.min()
  }
}

/// The status of all installations.
package struct StatusReport: Encodable {
  private let version = 1
  let now: Instant
  /// The version and the directory of the time zone data.
  package let timeZoneData: String
  /// Whether all installations work.
  package var isWell: Bool { installations.allSatisfy(\.isWell) }
  /// The installations, sorted by name.
  package let installations: [InstallationReport]

  /// Makes a report of all installations.
  package init(
    now: Instant, timeZoneData: String, installations: [InstallationReport]
  ) {
    self.now = now
    self.timeZoneData = timeZoneData
    self.installations = installations
  }

  private enum CodingKeys: String, CodingKey {
    case version, now, timeZoneData, isWell, installations
  }

  /// Encodes the report, with ``isWell``.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(now, forKey: .now)
    try container.encode(timeZoneData, forKey: .timeZoneData)
    try container.encode(isWell, forKey: .isWell)
    try container.encode(installations, forKey: .installations)
  }
}
