import ArgumentParser
import CivilTime
import DesktopReminders
import DesktopService
import NotificationTriggers
import ProgramSupport
import ReminderCompiler
import SessionBus

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ics2notify test`: shows a reminder, and lists the notification server's capabilities.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .test, arguments: "[<options>]",
    abstract: "Show a reminder now, and explain how to reach its buttons.",
    examples: ["ics2notify test", "ics2notify test --sound bell.oga"])

  @OptionGroup var name: NameOptions

  @Option(
    help: ArgumentHelp("The sound to play.", valueName: "file"), completion: .file())
  var sound: FilePath?

  func run() throws {
    if let sound, let problem = SoundFile.problem(of: sound) {
      throw Failure(.noInput, "--sound \(sound): \(problem)")
    }
    let soundFile = try sound.map(SoundFile.text)
    let presenter = ReminderPresenter(try name.installation())
    let output = try StandardOutput(protecting: ProtectedFiles())
    let bus = try? SessionBus()
    if let bus { NotificationServer.start(on: bus) }
    guard let bus, let server = try? NotificationServer(on: bus, within: 10) else {
      output.write(whole: "notification server: no answer on the session bus\n")
      ExitStatus.unavailable.exit()
    }
    let lines =
      ["notification server: \(server.information)"]
      + server.traits.lines(server.capabilities)
      + ["--ring: \(SoundPlayer.ringProblem ?? "repeats the sound until the reminder is closed")"]
    output.write(whole: lines.map { $0 + "\n" }.joined())
    var sample = DueReminder.sample(at: Instant(Date()))
    sample.soundFile = soundFile
    try presenter.show(ReminderNotification(.single, of: [sample]))
  }
}

extension DueReminder {
  /// A reminder of a one-hour event that begins in 15 to 16 minutes.
  fileprivate static func sample(at now: Instant) -> DueReminder {
    let start = Instant(secondsSince1970: (now.secondsSince1970 / 60 + 16) * 60)
    return DueReminder(
      at: now,
      origin: Origin(
        source: "", uid: DueReminder.Origin.testUID, distinction: "", alarm: 0, occurrence: start,
        isToDo: false),
      repetition: 0, title: "Test of ics2notify", body: "", level: .active,
      link: "https://www.rfc-editor.org/rfc/rfc5545", isMeeting: false,
      time: Time(kind: .timed, start: start, end: start + 3_600, zone: nil))
  }
}
