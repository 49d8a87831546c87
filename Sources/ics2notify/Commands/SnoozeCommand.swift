import ArgumentParser
import CivilTime
import DesktopReminders
import ReminderCompiler
import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of `snooze` and `done`.
struct ResponseOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Its number in the status (default: the last one).", valueName: "number"))
  var words: [String] = []

  @OptionGroup var name: NameOptions

  /// Answers the reminder and prints the result.
  func answer(_ answer: ReminderPresenter.Response) throws {
    let number = try self.number()
    let (title, until) = try presenter(number).answer(number, answer)
    let zone = try MachineZone(.ofMachine, now: until ?? Instant(secondsSince1970: 0)).zone
    let words = until.map { "snoozed until \(LocalTime($0, in: zone))" } ?? "done"
    try StandardOutput(protecting: ProtectedFiles()).write(whole: "\(title): \(words)\n")
  }

  /// The title of a reminder that isn't due yet; nil for a number, or without words.
  var title: String? {
    words.isEmpty || (words.count == 1 && Int(words[0]) != nil)
      ? nil : words.joined(separator: " ")
  }

  /// Marks a reminder with a title, or with these words in it, as done: one that is open or snoozed,
  /// or else the next one.
  func finishNext(titled title: String) throws {
    let wanted = title.trimmed.lowercased()
    guard !wanted.isEmpty else { throw Failure(.usage, "the title is empty") }
    let installations =
      name.name == nil ? UserDirectories.installations : [try name.installation()]
    var next: [(reminder: DueReminder, presenter: ReminderPresenter)] = []
    let now = Instant(Date())
    var hasTable = false
    for installation in installations {
      let presenter = ReminderPresenter(installation)
      guard !presenter.table.facts().isAbsent else { continue }
      hasTable = true
      do throws(Failure) {
        let open = try presenter.readState()?.openReminders ?? []
        next += try (open + presenter.next(.max, after: now)).map { ($0, presenter) }
      } catch {
        StandardError.say(.warning, error.message ?? "")
      }
    }
    guard hasTable || installations.isEmpty else {
      throw Failure(.noUsableInput, "reminders with --plain can't be marked as done")
    }
    let equal = next.filter { $0.reminder.title.lowercased() == wanted }
    let matches =
      equal.isEmpty ? next.filter { $0.reminder.title.lowercased().contains(wanted) } : equal
    guard let first = matches.min(by: { $0.reminder.at < $1.reminder.at }) else {
      throw Failure(
        .noUsableInput,
        "no reminder that is open or to come has \"\(TerminalText.oneLine(title))\" in its title")
    }
    let titles = matches.map(\.reminder.title).reduce(into: [String]()) { titles, title in
      if !titles.contains(where: { $0.lowercased() == title.lowercased() }) { titles.append(title) }
    }
    guard titles.count == 1 else {
      let shown = titles.prefix(ResponseOptions.mostTitles).map(TerminalText.oneLine)
      throw Failure(
        .usage,
        "several reminders match: \(shown.joined(separator: ", "))"
          + (titles.count > shown.count ? " and \(titles.count - shown.count) more" : ""))
    }
    // The same calendar can be in several installations.
    let all = matches.filter { $0.reminder.identifier == first.reminder.identifier }
    for match in all { try match.presenter.finishOccurrence(of: match.reminder) }
    let zone = try MachineZone(.ofMachine, now: first.reminder.at).zone
    try StandardOutput(protecting: ProtectedFiles()).write(
      whole: "\(TerminalText.oneLine(first.reminder.title)): done, due "
        + "\(LocalTime(first.reminder.at, in: zone))\n")
  }

  /// The most titles that an error lists.
  private static let mostTitles = 10

  private func number() throws(Failure) -> Int? {
    guard let last = words.last else { return nil }
    if words.count == 1, let number = Int(last) { return number }
    let isLength = ProgramArguments.command == .snooze && (try? OptionValue.snoozes(last)) != nil
    throw Failure(
      .usage,
      "\"\(TerminalText.oneLine(words.joined(separator: " ")))\" is not the number of a reminder, "
        + "which 'ics2notify status' lists"
        + (isLength ? "; did you mean --for \(TerminalText.oneLine(last))?" : ""))
  }

  private func presenter(_ number: Int?) throws(Failure) -> ReminderPresenter {
    if name.name != nil { return ReminderPresenter(try name.installation()) }
    var last: (at: Instant, presenter: ReminderPresenter)?
    var count = 0
    for name in UserDirectories.installations {
      let presenter = ReminderPresenter(name)
      guard let at = try presenter.lastShown() else { continue }
      count += 1
      if last.map({ $0.at < at }) ?? true { last = (at, presenter) }
    }
    guard number == nil || count < 2 else {
      throw Failure(.usage, "there are several installations; add --name")
    }
    return last?.presenter ?? ReminderPresenter(.unnamed)
  }
}

/// `ics2notify snooze`: the same as the button of a reminder.
struct SnoozeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .snooze, "[<options>] [<number>]",
    abstract: "Snooze the reminder that was shown last.",
    examples: [
      "ics2notify snooze", "ics2notify snooze 2 --for 1h", "ics2notify snooze --for 08:00",
    ]
  )

  @OptionGroup var options: ResponseOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "How long, or a time of the next day (default: 15m).", valueName: "duration"))
  var length: String?

  func run() throws {
    let choice = try OptionValue.snoozes(length ?? "15m", "--for").all
    guard choice.count == 1 else {
      throw Failure(.usage, "--for takes one duration or time of day, such as 1h or 08:00")
    }
    try options.answer(.snooze(choice[0]))
  }
}

/// `ics2notify done`: the same as the button of a reminder, also before it is due.
struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .done, "[<options>] [<number> | <title> ...]",
    abstract: "Mark the reminder that was shown last as done, or one that is not due yet.",
    examples: ["ics2notify done", "ics2notify done 2", "ics2notify done evening pills"])

  @OptionGroup var options: ResponseOptions

  func run() throws {
    if let title = options.title { return try options.finishNext(titled: title) }
    try options.answer(.done)
  }
}
