import ArgumentParser
import CalendarSources
import CivilTime
import DesktopReminders
import DesktopService
import ICalendar
import ProgramSupport
import ReminderCompiler
import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ics2notify pause`: silences an installation on some days.
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .pause, arguments: "[<options>] <days>[=<rule>]",
    abstract: "Silence the installed reminders on some days.",
    examples: [
      "ics2notify pause today", "ics2notify pause until monday",
      "ics2notify pause 2026-12-24..2027-01-06",
      "ics2notify pause '2026-12-24..2027-01-06=CATEGORIES:work'",
    ])

  @Argument(
    help: ArgumentHelp(
      "A day, the first and the last day, until a day, or a number of days.", valueName: "days"))
  var days: [String] = []

  @OptionGroup var name: NameOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    let now = Instant(Date())
    let times = TimeWords(now: now, zone: try MachineZone(.ofMachine, now: now).zone)
    let text = days.joined(separator: " ")
    let typed = String(text.prefix { $0 != "=" })
    let rule = text.dropFirst(typed.count)
    let range: ClosedRange<CivilDate>
    do throws(TimeWords.FormatError) {
      range = try times.days(typed)
    } catch {
      throw OptionValue.refusal(
        of: "pause", words: [typed], error: error, before: "ics2notify pause ")
    }
    let isOneDay = range.lowerBound == range.upperBound
    let pause =
      isOneDay ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound)"
    _ = try OptionValue.pause(pause + rule)
    try ConfFile.change(name.installation(), messages: messages) { file, name in
      file.append(option: "pause", pause + rule)
      let reminders = rule.isEmpty ? "reminders" : "reminders that match"
      let days =
        isOneDay
        ? "on \(PauseCommand.day(range.lowerBound))"
        : "from \(PauseCommand.day(range.lowerBound)) through \(PauseCommand.day(range.upperBound))"
      return "\(reminders) are silent \(days); 'ics2notify resume\(name.option)' ends all pauses\n"
    }
  }

  private static func day(_ date: CivilDate) -> String { "\(date.weekday.abbreviation) \(date)" }
}

/// `ics2notify resume`: ends the pauses of an installation, and lists what they silenced.
struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .resume, arguments: "[<options>]",
    abstract: "End all pauses, and list what they silenced.",
    examples: ["ics2notify resume", "ics2notify resume --name work"])

  @OptionGroup var name: NameOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    try ConfFile.change(name.installation(), messages: messages) { file, name in
      let pauses = file.values(of: "pause").compactMap { SilenceRule($0) }
      guard !pauses.isEmpty else {
        throw Failure(
          .usage, "\(name.title): no pause is in its file" + RenewalRecord.remarkOnFile(name))
      }
      let silenced = try InstallationUpdate.silenced(
        by: pauses, of: name, file: file, messages: messages)
      file.removeOptions(named: "pause")
      return silenced
    }
  }
}

extension ConfFile {
  /// Edits the file of an installation and puts it into effect.
  ///
  /// `edit` returns lines to print before the summary.
  fileprivate static func change(
    _ name: InstallationName, messages: MessageOptions,
    edit: (inout ConfFile, InstallationName) throws -> String
  ) throws {
    let lock = try InstallationLock(name)
    defer { lock.release() }
    var file = try ConfFile(name)
    guard file.exists else { throw try name.missing() }
    let lines = try edit(&file, name)
    let update = try InstallationUpdate(
      name, file: file, messages: messages, copies: TrialRecord(name).copies(), isRenewal: true)
    if !messages.quiet {
      try StandardOutput(protecting: ProtectedFiles()).write(
        whole: file.changes + lines + update.summary)
    }
    try file.write()
    try update.putIntoEffect(name)
    update.status.exit()
  }
}

extension InstallationUpdate {
  /// The most lines of silenced reminders.
  private static let mostSilenced = 100

  /// Returns lines with the first alerts that pauses have silenced until now.
  fileprivate static func silenced(
    by pauses: [SilenceRule], of name: InstallationName, file: ConfFile, messages: MessageOptions
  ) throws -> String {
    let options = try CommandWithFiles<InstallCommand>(file.parsed(), from: "\(file.path)").command
    var settings = try Settings(options.calendars, messages: messages, slots: options.slots)
    let (now, zone) = (settings.now, settings.deviceZone)
    guard let start = pauses.compactMap({ $0.pause(onDeviceIn: zone)?.lowerBound }).min(),
      start < now
    else {
      return ""
    }
    settings.past = .lastYear
    let components = CalendarInput(
      settings, messages: Messages(isKept: true), copies: TrialRecord(name).copies()
    ).components
    var window = settings.compiler
    window.now = max(start, now + -366 * 86_400)
    window.horizon = CalendarDuration(seconds: now - window.now)
    let ringing = window.silences
    window.silences.removeAll { pauses.contains($0) }
    func alerts(_ options: CompilerOptions) -> [ListedFire] {
      var fires: [ListedFire] = []
      _ = FireListing(components, options: options).forEachBatch {
        fires += $0.filter { $0.repetition == 0 }
      }
      return fires
    }
    let all = alerts(window)
    window.silences = ringing
    struct Alert: Hashable {
      let at: Instant
      let uid: UIDKey
      let alarm: Int?

      init(at: Instant, uid: String?, alarm: Int? = nil) {
        (self.at, self.uid, self.alarm) = (at, UIDKey(uid ?? ""), alarm)
      }
    }
    var rung: [Alert: Int] = [:]
    func key(_ fire: ListedFire) -> Alert {
      Alert(at: fire.at, uid: fire.uid, alarm: fire.alarm ?? -1)
    }
    for fire in alerts(window) { rung[key(fire), default: 0] += 1 }
    // A pause can begin before it is made.
    let seen =
      try ReminderPresenter(name).readState()?.shown.flatMap(\.notification.reminders) ?? []
    let shown = Set(seen.map { Alert(at: $0.at, uid: $0.origin.uid) })
    let silent = all.filter { fire in
      if shown.contains(Alert(at: fire.at, uid: fire.uid)) { return false }
      guard let count = rung[key(fire)], count > 0 else { return true }
      rung[key(fire)] = count - 1
      return false
    }
    guard !silent.isEmpty else { return "" }
    let more = silent.count - mostSilenced
    return "silent during the pause:\n"
      + silent.prefix(mostSilenced).map {
        "  \(LocalTime($0.at, in: zone))  \(TerminalText.oneLine($0.title))\n"
      }.joined() + (more > 0 ? "  and \(more) more\n" : "")
  }
}
