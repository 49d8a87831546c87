import CSystem
import CalendarSources
import CivilTime
import ICalendarReader
import NotificationTriggers
import ProgramSupport
import ReminderCompiler
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Settings {
  /// Parses the options for a layer; nil for timers, or without slots.
  init(
    _ options: CalendarOptions, messages: MessageOptions, slots: SlotOptions? = nil,
    desktop: DesktopOptions? = nil, for layer: NotificationLayer? = nil
  ) throws(Failure) {
    let zones = ZoneDatabase.ofMachine
    let missed = zones.missedCount
    let workers = try Settings.workers(options.input.jobs)
    let floatingZone = try Settings.floatingZone(options.times.floatingZone, zones: zones)
    let now = try Settings.now(options.times, zones: zones)
    let machine = try Settings.machineZone(named: options.times.timeZone, zones: zones, at: now)
    var compiler = CompilerOptions(now: now, deviceZone: machine.zone)
    compiler.horizon = try OptionValue.duration(
      options.times.horizon ?? "P1Y", of: "--horizon", months: true)
    compiler.renewWithin = try OptionValue.duration(
      slots?.renewWithin ?? "P7D", of: "--renew-within", months: true)
    try slots?.check(for: layer)
    try options.filters.apply(to: &compiler)
    try options.alarms.apply(to: &compiler)
    try options.alarms.applyDays(to: &compiler, zones: zones)
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
    self.init(notifications, on: machine, zones: zones)
    timerLimit = slots?.limit
    paths = options.input.paths
    let addresses = paths.filter(\.isAddress)
    let typed = addresses.isEmpty ? [] : Set(ProgramArguments.own)
    typedAddresses = Set(addresses.filter { typed.contains($0.argument) })
    self.floatingZone = floatingZone
    mergesSources = options.input.mergeSources
    isStrict = options.input.strict
    isZoneAssumed = options.times.timeZone == nil
    isQuiet = messages.quiet
    isVerbose = messages.verbose
    otherFiles = options.texts.files + options.alarms.files + options.input.files
    self.workers = workers
    try requireKnownHorizon()
    // Days of other calendars have zones, too.
    guard zones.missedCount == missed else { throw ZoneDatabase.missingData }
  }

  /// Parses the options of a command that plans requests, and reads the pending requests.
  init(
    _ options: CalendarOptions, messages: MessageOptions, slots: SlotOptions,
    requests: RequestOptions, target: TargetOptions
  ) throws(Failure) {
    self = try Settings(options, messages: messages, slots: slots, for: try target.layer())
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
    named identifier: String?, zones: ZoneDatabase, at now: Instant
  ) throws(Failure) -> MachineZone {
    guard let identifier else { return try MachineZone(zones, now: now) }
    let zone = try OptionValue.zone(identifier, zones: zones, of: "--time-zone")
    // Lines without a zone still follow this machine's clock if systemd misreads its zone.
    let machine = zones.isEmpty ? nil : try? MachineZone(zones, now: now)
    return MachineZone(zone, misread: machine?.misread)
  }

  private static func floatingZone(
    _ text: String?, zones: ZoneDatabase
  ) throws(Failure) -> ReadingOptions.FloatingZone? {
    guard let text else { return nil }
    if text == "calendar" { return .calendar }
    return .zone(try OptionValue.zone(text, zones: zones, of: "--floating-zone"))
  }

  private static func now(
    _ options: TimeOptions, zones: ZoneDatabase
  ) throws(Failure) -> Instant {
    guard let text = options.now else { return Instant(Date()) }
    return try OptionValue.instant(text, of: "--now") { instant throws(Failure) in
      try machineZone(named: options.timeZone, zones: zones, at: instant).zone
    }
  }
}
