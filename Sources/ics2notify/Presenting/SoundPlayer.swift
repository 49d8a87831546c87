import CSystem
import CalendarFiles
import CivilTime
import DesktopReminders
import NotificationTriggers
import SessionBus
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sound files that the program plays or names to a server.
enum SoundFile {
  /// The reason why a path can't be a sound; nil if it can.
  static func problem(of path: FilePath) -> String? {
    let facts = path.facts()
    guard facts.error == 0 else { return SystemError(code: facts.error).reason }
    return facts.kind == .file ? nil : "is not a regular file"
  }

  /// The absolute path as text, because a server gets it as a string.
  static func text(of path: FilePath) throws(Failure) -> String {
    guard let text = String(validating: path.absolute.bytes, as: UTF8.self) else {
      throw Failure(.usage, "--sound \(path): the path is not UTF-8")
    }
    return text
  }

  /// The default sound in the freedesktop.org theme (XDG Base Directory Specification); nil without
  /// the theme.
  static var standard: String? {
    let given = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? ""
    return (given.isEmpty ? "/usr/local/share:/usr/share" : given)
      .split(separator: ":").filter { $0.hasPrefix("/") }
      .map { "\($0)/sounds/freedesktop/stereo/\(NotifyCall.sound).oga" }
      .first { FilePath(text: $0).facts().kind == .file }
  }
}

/// A program of the machine that plays sound files.
struct SoundPlayer {
  let name: String
  private let program: InstalledProgram
  private let options: [String]

  /// The programs with their options, best first.
  private static let all = [
    ("pw-play", []), ("paplay", []), ("canberra-gtk-play", ["-f"]), ("aplay", ["-q"]),
  ]

  /// Finds the installed programs that play a file, best first.
  static func installed(for file: String) -> [SoundPlayer] {
    all.compactMap { name, options in
      // aplay plays other files as noise.
      guard name != "aplay" || file.lowercased().hasSuffix(".wav") else { return nil }
      return InstalledProgram(named: name).map {
        SoundPlayer(name: name, program: $0, options: options)
      }
    }
  }

  /// The reason why a file can't be played; nil if it can.
  static func problem(with file: String) -> String? {
    installed(for: file).isEmpty
      ? "no program plays sounds; install the Debian package pipewire-bin (pw-play), "
        + "pulseaudio-utils (paplay) or gnome-session-canberra (canberra-gtk-play)" : nil
  }

  /// The reason why the default sound can't be played; nil if it can.
  static var ringProblem: String? {
    guard let file = SoundFile.standard else {
      return "the default sound is missing; install the Debian package sound-theme-freedesktop"
    }
    return problem(with: file)
  }

  /// Plays a file to its end, or until `lasts` returns false.
  ///
  /// Returns the reason why it wasn't played, or nil.
  func play(_ file: String, while lasts: () -> Bool) -> String? {
    let running: RunningProgram
    do throws(SystemError) {
      running = try RunningProgram(program.path, options + [file])
    } catch {
      return "\(name): \(error.reason)"
    }
    guard let answer = running.answer(while: { _ in lasts() }) else {
      running.end(within: 0)
      return nil
    }
    guard answer.status != 0 else { return nil }
    let line = answer.text.split(separator: "\n").first ?? "status \(answer.status)"
    return "\(name): \(TerminalText.oneLine(String(line)))"
  }
}

extension NotificationServer {
  /// Chooses who plays the sound of a notification, and changes the server's sound accordingly.
  ///
  /// Returns whether the program plays it, because it rings or the server can't play it.
  func addSound(
    of notification: ReminderNotification, isRinging: Bool, to request: inout NotifyCall,
    on bus: SessionBus
  ) -> Bool {
    var file = notification.soundFile
    guard notification.level != .passive, isRinging || file != nil else { return false }
    if let path = file, let problem = SoundFile.problem(of: FilePath(text: path)) {
      StandardError.say(
        .warning,
        TerminalText.oneLine("\(path): \(problem); the reminder has the default sound"))
      file = nil
    }
    if let file { request.sound = .file(file) }
    guard isRinging || (file != nil && !capabilities.hasSound) else { return false }
    guard !isSilent(isCritical: notification.level == .critical, on: bus) else { return false }
    if let problem = file.map(SoundPlayer.problem) ?? SoundPlayer.ringProblem {
      StandardError.say(.warning, "a sound is not played: \(problem)")
      return false
    }
    request.sound = nil
    return true
  }
}

/// The work of the unit that plays a sound.
extension ReminderPresenter {
  /// Plays the sound of a notification on the screen: once, or until its ring ends.
  ///
  /// It stops as soon as the notification has an answer or is gone, and if no watcher runs.
  func play(_ identifier: String) throws(Failure) {
    guard let notification = try onScreen(identifier) else { return }
    let file = notification.soundFile.flatMap {
      SoundFile.problem(of: FilePath(text: $0)) == nil ? $0 : nil
    }
    guard var file = file ?? SoundFile.standard else { return }
    let clock = ContinuousClock()
    // The clock of the day can be set back.
    let end = clock.now + .seconds(ReminderNotification.ringLength)
    let ringsUntil = notification.ringsUntil.flatMap { $0 > Instant(Date()) ? $0 : nil }
    let changes = watchNames(UserDirectories.state)
    defer { if changes >= 0 { _ = closeFile(changes) } }
    var nextLook = clock.now
    var isOver = false
    /// Whether the sound is still wanted; reads the state after a change, and once a second.
    func lasts() -> Bool {
      guard !isOver, clock.now < end, ringsUntil.map({ Instant(Date()) < $0 }) ?? true else {
        return false
      }
      guard clock.now >= nextLook || waitToRead(changes, 0) else { return true }
      drain(changes)
      nextLook = clock.now + .seconds(1)
      isOver = (try? onScreen(identifier)) == nil
      return !isOver
    }
    var hasFailed = false
    while lasts() {
      // Several reminders take turns.
      guard let turn = try StateFile(name).claimPlaying() else {
        waitToReadEither(changes, changes, 100)
        continue
      }
      let problems = ReminderPresenter.play(file, while: lasts)
      turn.release()
      if !problems.isEmpty, !hasFailed {
        hasFailed = true
        StandardError.say(
          .warning, "a sound is not played: \(problems.joined(separator: "; "))")
      }
      if !problems.isEmpty, let standard = SoundFile.standard, file != standard {
        file = standard
        continue
      }
      guard ringsUntil != nil else { return }
      let next = clock.now + .seconds(problems.isEmpty ? 1 : 10)
      while clock.now < next, lasts() { waitFor(100) }
    }
  }

  /// Plays a file by the first program that can; returns the problems of all if none can.
  private static func play(_ file: String, while lasts: () -> Bool) -> [String] {
    var problems: [String] = []
    for player in SoundPlayer.installed(for: file) {
      guard let problem = player.play(file, while: lasts) else { return [] }
      problems.append(problem)
    }
    return problems
  }

  /// The notification on the screen with an identifier; nil if it is gone or no watcher runs.
  private func onScreen(_ identifier: String) throws(Failure) -> ReminderNotification? {
    guard StateFile.exists(name) else { return nil }
    let file = try StateFile(name)
    // Without the lock of the state, this could be taken for a watcher.
    defer { withExtendedLifetime(file) {} }
    guard let state = try file.read(), try file.isWatched() else { return nil }
    return state.shown.last { $0.isOnScreen && $0.notification.identifier == identifier }?
      .notification
  }
}
