import ArgumentParser
import CalendarSources
import CivilTime
import DesktopReminders
import DesktopService
import ProgramSupport
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ics2notify snooze`: the same as the button of a reminder.
struct SnoozeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .snooze, arguments: "[<options>] [<number>]",
    abstract: "Snooze the reminder that was shown last.",
    examples: [
      "ics2notify snooze", "ics2notify snooze 2 --for 1 hour", "ics2notify snooze --for 14:00",
      "ics2notify snooze --for tomorrow", "ics2notify snooze --for monday 9:00",
    ]
  )

  @Argument(
    help: ArgumentHelp(
      "Its number in the status (default: the last one).", valueName: "number"))
  var words: [String] = []

  @Option(
    name: .customLong("for"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "How long, or a time, a day or both (default: 15m).", valueName: "time"))
  var time: [String] = []

  @OptionGroup var name: NameOptions

  func run() throws {
    let number = try number()
    let presenter = try name.presenter(ofNumber: number)
    let now = Instant(Date())
    let times = try presenter.timeWords(at: now)
    let until: Instant
    do throws(TimeWords.FormatError) {
      until = try times.instant(time.isEmpty ? "15m" : time.joined(separator: " "))
    } catch {
      throw misplacedNumber(times)
        ?? OptionValue.refusal(of: "--for", words: time, error: error, before: "--for ")
    }
    let title = try presenter.snooze(number, until: until, at: now)
    try StandardOutput(protecting: ProtectedFiles()).write(
      whole: "\(title): snoozed until \(times.phrase(until))\n")
  }

  private func number() throws(Failure) -> Int? {
    guard let first = words.first else { return nil }
    if words.count == 1, let number = Int(first) { return number }
    // Times that begin with a number, such as "1 hour", aren't the number of a reminder.
    let now = TimeWords(now: Instant(Date()), zone: .gmt)
    let whole = words.filter { $0 != "for" && $0 != "until" }.joined(separator: " ")
    let rest = whole.split(separator: " ").dropFirst().joined(separator: " ")
    let isWhole = (try? now.instant(whole)) != nil
    let meant = isWhole ? whole : Int(first) == nil || (try? now.instant(rest)) == nil ? nil : rest
    let number = isWhole ? "" : "\(first) "
    throw Failure(
      .usage,
      "\"\(words.joined(separator: " "))\" is not the number of a reminder, which "
        + "'ics2notify status' lists"
        + (meant.map { "; type ics2notify snooze \(number)--for \($0)" } ?? ""))
  }

  /// The error if the number of the reminder follows the time; nil otherwise.
  private func misplacedNumber(_ times: TimeWords) -> Failure? {
    let rest = Array(time.dropLast())
    guard words.isEmpty, let last = time.last, Int(last) != nil,
      (try? times.instant(rest.joined(separator: " "))) != nil,
      times.filter(rest)?.hasTime ?? true
    else { return nil }
    return Failure(
      .usage,
      "the number of the reminder comes first; type ics2notify snooze \(last) --for "
        + rest.joined(separator: " "))
  }
}

extension NameOptions {
  /// The installation of `--name`, or else the one that showed a reminder last.
  ///
  /// Without `--name`, a number is an error if several installations have shown reminders. An
  /// installation with an unusable state doesn't affect the others.
  func presenter(ofNumber number: Int?) throws(Failure) -> ReminderPresenter {
    if name != nil { return ReminderPresenter(try installation()) }
    var last: (at: Instant, presenter: ReminderPresenter)?
    var count = 0
    let installations = UserDirectories.installations
    for name in installations {
      let presenter = ReminderPresenter(name)
      do throws(Failure) {
        guard let at = try presenter.lastShown() else { continue }
        count += 1
        if last.map({ $0.at < at }) ?? true { last = (at, presenter) }
      } catch {
        guard installations.count > 1 else { throw error }
        StandardError.say(.warning, error.message ?? "")
      }
    }
    guard number == nil || count < 2 else {
      throw Failure(.usage, "there are several installations; add --name")
    }
    return last?.presenter ?? ReminderPresenter(.unnamed)
  }

  /// The installation of `--name`, or else all.
  func presenters() throws(Failure) -> [ReminderPresenter] {
    (name == nil ? UserDirectories.installations : [try installation()]).map {
      ReminderPresenter($0)
    }
  }
}
