import CSystem
import CalendarFiles
import CalendarReminders
import CivilTime
import ICalendar
import ICalendarReader
import NotificationTriggers
import ReminderCompiler
import TextSafety
import TimerCompiler
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parsed options, with the current time and the time zone of the machine.
struct Settings {
  var notifications: NotificationOptions
  private(set) var timers: TimerOptions
  /// The user's responses, which apply to the components that are read.
  private(set) var responses = ResponsesFile()
  /// The time zones, shared by all parts of the program.
  let zones: ZoneDatabase
  var paths: [CalendarPath]
  /// The addresses in `paths` that are on the command line, not in a file of options.
  let typedAddresses: Set<CalendarPath>
  /// The zone of local times without a zone; nil for the device's zone.
  private let floatingZone: ReadingOptions.FloatingZone?
  /// Whether components of one file can override those of another.
  let mergesSources: Bool
  /// Whether any refused input makes the command fail.
  let isStrict: Bool
  /// The machine's zone, if its name lacks a file.
  let misreadZone: MachineZone.MisreadName?
  /// Whether the device's zone is that of this machine, because `--time-zone` is missing.
  let isZoneAssumed: Bool
  let isQuiet: Bool
  let isVerbose: Bool
  private(set) var otherFiles: [FilePath]
  var workers: Workers
  /// The part of the past to read in addition to future fire dates.
  var past = Past.nothing
  /// Whether to read components without alarms, and occurrences that have already begun.
  var listsOccurrences = false

  /// The part of the past that a command reports.
  enum Past {
    case nothing, lastYear, everything
  }

  /// The options for expanding reminders, the same for notifications and timers.
  var compiler: CompilerOptions { notifications.compiler }

  var reader: CalendarReader {
    let delay = responses.earliestDelivery.map { compiler.now - $0 } ?? 0
    var options = ReadingOptions(for: notifications, answeredWithin: max(0, delay))
    options.floatingZone = floatingZone
    switch past {
    case .nothing: break
    case .lastYear: options.remembersFrom = compiler.now - 366 * 86_400
    case .everything: options.remembersFrom = SeriesExpansion.calendar.lowerBound
    }
    if listsOccurrences {
      options.includesComponentsWithoutAlarms = true
      options.includesAllToDos = true
      options.remembersFrom = compiler.now - Agenda.longestPast
    }
    return CalendarReader.ofProgram(zones: zones, options)
  }

  /// Parses the options for a layer; nil for timers, or without slots.
  init(
    _ options: CalendarOptions, _ messages: MessageOptions, _ slots: SlotOptions? = nil,
    _ desktop: DesktopOptions? = nil, for layer: NotificationLayer? = nil
  ) throws(Failure) {
    zones = .ofMachine
    let missed = zones.missedCount
    paths = options.input.paths
    typedAddresses = Set(paths.filter(\.isAddress)).intersection(
      ProgramArguments.own.map { CalendarPath(argument: $0) })
    otherFiles = options.texts.files + options.alarms.files + options.input.files
    mergesSources = options.input.mergeSources
    isStrict = options.input.strict
    isQuiet = messages.quiet
    isVerbose = messages.verbose
    workers = try Settings.workers(options.input.jobs)
    floatingZone = try Settings.floatingZone(options.times.floatingZone, zones)
    let now = try Settings.now(options.times.clock, zones)
    let machine = try Settings.machineZone(options.times.clock.timeZone, zones, now)
    misreadZone = machine.misread
    isZoneAssumed = options.times.clock.timeZone == nil
    var compiler = CompilerOptions(now: now, deviceZone: machine.zone)
    compiler.horizon = try OptionValue.duration(
      options.times.horizon ?? "P1Y", "--horizon", months: true)
    compiler.renewWithin = try OptionValue.duration(
      slots?.renewWithin ?? "P7D", "--renew-within", months: true)
    try slots?.check(for: layer)
    try options.filters.apply(to: &compiler)
    try options.alarms.apply(to: &compiler)
    try options.alarms.applyDays(to: &compiler, zones)
    compiler.repeatedHour = options.times.repeatedHour ?? .either
    try options.texts.apply(to: &compiler)
    try desktop?.apply(to: &compiler)
    guard !compiler.userAddresses.isEmpty || !compiler.testsParticipation else {
      throw Failure(
        .usage, "PARTSTAT is your answer to an invitation; give your address with --me")
    }
    var notifications = NotificationOptions(compiler)
    notifications.layer = layer ?? .apple
    notifications.limit = slots?.limit ?? notifications.layer.limit
    notifications.reserve = slots?.reserve ?? 0
    self.notifications = notifications
    var timers = TimerOptions(compiler)
    timers.limit = slots?.limit
    timers.reserve = slots?.reserve ?? 0
    timers.localZone = machine.zoneOfSystemd
    timers.zones = .ofSystemd
    self.timers = timers
    try requireKnownHorizon()
    // Days of other calendars have zones, too.
    guard zones.missedCount == missed else { throw ZoneDatabase.missingData }
  }

  var now: Instant {
    get { compiler.now }
    set {
      notifications.compiler.now = newValue
      timers.compiler.now = newValue
    }
  }

  var deviceZone: Zone {
    get { compiler.deviceZone }
    set {
      notifications.compiler.deviceZone = newValue
      timers.compiler.deviceZone = newValue
    }
  }

  /// Throws an error if the horizon ends after 2399.
  func requireKnownHorizon() throws(Failure) {
    guard compiler.window.upperBound > CompilerOptions.knownInstants.upperBound else { return }
    throw Failure(.usage, "--horizon \(compiler.horizon) reaches beyond the year 2399")
  }

  /// Parses the options of a command that plans requests, and reads the pending requests.
  init(
    _ options: CalendarOptions, _ messages: MessageOptions, _ slots: SlotOptions,
    _ requests: RequestOptions, _ target: TargetOptions
  ) throws(Failure) {
    self = try Settings(options, messages, slots, for: try target.layer())
    try requests.apply(to: &self)
    if let pending = requests.pending {
      notifications.pending = PendingIdentifiers(
        try StoredPlanFile.read(pending).identifiers(at: now))
      otherFiles.append(pending)
    }
    if let path = requests.responses {
      responses = try ResponsesFile(path)
      otherFiles.append(path)
    }
  }

  private static func workers(_ jobs: Int?) throws(Failure) -> Workers {
    guard let jobs else { return Workers(Int(processorCount())) }
    guard jobs > 0, jobs <= Workers.maximumCount else {
      throw Failure(.usage, "--jobs \(jobs) is not from 1 to \(Workers.maximumCount)")
    }
    return Workers(jobs)
  }

  /// The zone that `--time-zone` names, or else the zone of this machine.
  private static func machineZone(
    _ identifier: String?, _ zones: ZoneDatabase, _ now: Instant
  ) throws(Failure) -> MachineZone {
    guard let identifier else { return try MachineZone(zones, now: now) }
    let zone = try OptionValue.zone(identifier, zones, "--time-zone")
    // Lines without a zone still follow this machine's clock if systemd misreads its zone.
    let machine = zones.isEmpty ? nil : try? MachineZone(zones, now: now)
    return MachineZone(zone, misread: machine?.misread)
  }

  private static func floatingZone(
    _ text: String?, _ zones: ZoneDatabase
  ) throws(Failure) -> ReadingOptions.FloatingZone? {
    guard let text else { return nil }
    if text == "calendar" { return .calendar }
    return .zone(try OptionValue.zone(text, zones, "--floating-zone"))
  }

  private static func now(
    _ options: ClockOptions, _ zones: ZoneDatabase
  ) throws(Failure) -> Instant {
    guard let text = options.now else { return Instant(Date()) }
    return try OptionValue.instant(text, "--now") { instant throws(Failure) in
      try machineZone(options.timeZone, zones, instant).zone
    }
  }
}
