import ArgumentParser
import CalendarSources
import CivilTime
import DesktopReminders
import DesktopService
import ProgramSupport
import ReminderCompiler
import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ics2notify done`: the same as the button of a reminder, also before it is due.
struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .done, arguments: "[<options>] [<number> | <title> ... [<time>]]",
    abstract: "Mark the reminder that was shown last as done, or one with a title.",
    examples: [
      "ics2notify done", "ics2notify done 2", "ics2notify done evening pills",
      "ics2notify done evening pills --next            before it is due",
      "ics2notify done evening pills tomorrow 20:00",
      "ics2notify done --undo",
    ])

  @Argument(
    help: ArgumentHelp(
      "Its number in the status, or words of its title and its time.", valueName: "title"))
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "Mark the next one, or the one with this number in the list that 'done TITLE' prints.",
      valueName: "number"))
  var next: String?

  @Flag(help: "Take the last Done back, or that of this number or title.")
  var undo = false

  @OptionGroup var name: NameOptions

  func run() throws {
    let now = Instant(Date())
    let number = words.count == 1 ? Int(words[0]) : nil
    guard words.isEmpty || number != nil || !TitleWords(words).isEmpty else {
      throw Failure(.usage, "the title is empty")
    }
    guard !undo else {
      guard next == nil else { throw Failure(.usage, "--undo can't be combined with --next") }
      return try takeBack(number, at: now)
    }
    guard next == nil, words.isEmpty || number != nil else { return try choose(at: now) }
    try say("\(name.presenter(ofNumber: number).finish(number, at: now)): done")
  }

  private func say(_ line: String) throws {
    try StandardOutput(protecting: ProtectedFiles()).write(whole: line + "\n")
  }

  /// The position in the list; nil without `--next`.
  private func position() throws(Failure) -> DoneChoice.Position? {
    guard let next, next != OptionsFile.optionalValues["next"] else {
      return next.map { _ in .next }
    }
    guard let number = Int(next), number > 0 else {
      throw Failure(
        .usage, "--next \"\(next)\" is not a number of the list; type --next, or --next=2")
    }
    return .number(number)
  }

  /// Marks a reminder that is due, or one that isn't due yet if the user asks for it.
  private func choose(at now: Instant) throws {
    let position = try position()
    if position == .next, let last = words.last, let number = Int(last) {
      throw Failure(
        .usage,
        "\(number) can be a word of the title or a number of the list; type --next=\(number) in its "
          + "place, or --next=1 for the first one with this word")
    }
    let (presenters, candidates) = try candidates(at: now)
    let times = TimeWords(now: now, zone: try MachineZone(.ofMachine, now: now).zone)
    switch DoneChoice(candidates, times: times).choose(words, position: position) {
    case .one(let chosen):
      // The same calendar can be in several installations.
      for one in chosen.all {
        try presenters[one.installation].finishOccurrence(of: one.reminder, at: now)
      }
      try say("\(shown(chosen)): done, due \(times.phrase(chosen.at))")
    case .due(let all):
      throw refusal(
        .usage, problem: "several reminders that are due match; nothing is marked as done",
        among: all,
        numbers: presenters.count == 1 ? all.map(\.first.number) : all.map { _ in nil },
        times: times,
        hints: presenters.count == 1
          ? all.prefix(1).compactMap { $0.first.number.map { "ics2notify done \($0)" } } : [])
    case .later(let all):
      let own = words.isEmpty ? "--next" : "\"\(words.joined(separator: " "))\""
      let isOneTitle = Set(all.map { TitleWords.plain($0.first.reminder.title) }).count == 1
      throw refusal(
        isOneTitle ? .noUsableInput : .usage,
        problem: "\(own) matches only reminders that are not due yet; nothing is marked as done",
        among: all,
        numbers: all.indices.map { $0 + 1 }, times: times,
        hints: [
          // After a number, `--next` could be meant for it.
          "\(command) \(isOneTitle && words.last.flatMap { Int($0) } == nil ? "--next" : "--next=1")"
        ])
    case .nothing where words.isEmpty:
      throw Failure(.noUsableInput, "no reminder is to come, or all are done")
    case .nothing:
      throw Failure(
        .noUsableInput,
        "no reminder that is open or to come matches \""
          + "\(words.joined(separator: " "))\"; 'ics2notify status' lists the next ones")
    }
  }

  /// Reads the reminders that can be marked, with the installations that they are from.
  private func candidates(
    at now: Instant
  ) throws -> ([ReminderPresenter], [DoneChoice.Candidate]) {
    let all = try name.presenters()
    let presenters = all.filter { !$0.table.facts().isAbsent }
    guard !presenters.isEmpty || all.isEmpty else {
      throw Failure(.noUsableInput, "reminders with --plain can't be marked as done")
    }
    var candidates: [DoneChoice.Candidate] = []
    for (index, presenter) in presenters.enumerated() {
      do throws(Failure) {
        candidates += try presenter.readState()?.dueCandidates(of: index) ?? []
        candidates += try presenter.next(.max, after: now).map {
          DoneChoice.Candidate($0, standing: .later, installation: index)
        }
      } catch {
        StandardError.say(.warning, error.message ?? "")
      }
    }
    return (presenters, candidates)
  }

  private func shown(_ occurrence: DoneChoice.Occurrence) -> String {
    TerminalText.oneLine(occurrence.first.reminder.title)
  }

  // MARK: Refusals

  /// The most reminders that an error lists.
  private static let mostListed = 10

  /// The typed words, quoted for a shell.
  private var typed: [String] {
    words.map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "_./:,@+-".contains($0) }
      return isPlain && !word.isEmpty && !word.hasPrefix("-")
        ? word : "'\(TerminalText.oneLine(word).replacing("'", with: "'\\''"))'"
    }
  }

  private var command: String { (["ics2notify done"] + typed).joined(separator: " ") }

  /// The command with the words of the title only, to be followed by a day and a time; nil if they
  /// aren't arguments of their own.
  private func titled(_ times: TimeWords, among all: [DoneChoice.Occurrence]) -> String? {
    let isTimed =
      times.matching(words, in: all, title: { $0.first.reminder.title }, at: \.at)
      .filter != nil
    guard isTimed else { return command }
    guard let start = words.indices.first(where: { times.filter(Array(words[$0...])) != nil })
    else { return nil }
    return (["ics2notify done"] + typed[..<start]).joined(separator: " ")
  }

  /// Writes an error with a list, and returns the failure.
  private func refusal(
    _ status: ExitStatus, problem: String, among all: [DoneChoice.Occurrence], numbers: [Int?],
    times: TimeWords, hints: [String]
  ) -> Failure {
    StandardError.say(.error, problem)
    var table = TextTable([.numbers(), .words(), .words()])
    for (one, number) in zip(all, numbers).prefix(DoneCommand.mostListed) {
      table.add(
        [number.map(String.init) ?? "", times.phrase(one.at), shown(one)].map {
          TextTable.Cell($0)
        })
    }
    let more = all.count - DoneCommand.mostListed
    let named = name.name.map { " --name \($0)" } ?? ""
    let phrases = all.map { times.phrase($0.at) }
    let isUnique = !phrases.dropFirst().contains(phrases[0])
    let timed = titled(times, among: all).map { "\($0) \(phrases[0])" }
    let examples = (hints + (isUnique ? [timed].compactMap(\.self) : [])).map { $0 + named }
    let lines =
      table.lines().map { "  \($0)\n" } + (more > 0 ? ["  and \(more) more\n"] : [])
      + (examples.isEmpty ? [] : ["to mark the first: \(examples.joined(separator: ", or "))\n"])
    StandardError.write(lines.joined())
    return Failure(status, nil)
  }

  // MARK: Undo

  /// Takes a Done back: the last one, or that of a number or a title.
  private func takeBack(_ number: Int?, at now: Instant) throws {
    let presenters =
      number == nil ? try name.presenters() : [try name.presenter(ofNumber: number)]
    let times = TimeWords(now: now, zone: try MachineZone(.ofMachine, now: now).zone)
    var uses: [(record: FinishRecord, presenter: ReminderPresenter)] = []
    for presenter in presenters {
      let state: DesktopState?
      do throws(Failure) {
        state = try presenter.readState()
      } catch {
        // The others can still be undone.
        guard presenters.count > 1 else { throw error }
        StandardError.say(.warning, error.message ?? "")
        continue
      }
      let numbered = number.flatMap { state?.lastFinished(number: $0) }
      let records = number == nil ? state?.finished ?? [] : [numbered].compactMap { $0 }
      uses += records.map { ($0, presenter) }
    }
    if number == nil {
      let named = uses.flatMap { use in use.record.reminders.map { (use, $0) } }
      uses = times.matching(words, in: named, title: \.1.title, at: \.1.at).found.map(\.0)
    }
    // Of several in one second, the later one is behind the others.
    guard let last = uses.reversed().max(by: { $0.record.at < $1.record.at }) else {
      throw Failure(
        .noUsableInput,
        "no such Done can be taken back; only the last \(FinishRecord.maximumCount) are kept")
    }
    // The same calendar can be in several installations.
    let identifiers = last.record.reminders.map(\.identifier)
    var undone: Set<InstallationName> = []
    var isGone = true
    for use in uses
    where use.record.at == last.record.at
      && use.record.reminders.map(\.identifier) == identifiers
      && undone.insert(use.presenter.name).inserted
    {
      let isFound = try use.presenter.undo(use.record, at: now)
      if isFound { isGone = false }
    }
    let first = last.record.reminders[0]
    let more = last.record.reminders.count - 1
    let fate =
      isGone
      ? "; \(more > 0 ? "their events are" : "its event is") gone"
      : ", due \(times.phrase(first.at))"
    try say(
      "\(TerminalText.oneLine(first.title))\(more > 0 ? " and \(more) more" : ""): no longer done"
        + fate)
  }
}
