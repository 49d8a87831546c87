import CSystem
import CalendarFiles
import DesktopReminders
import NotificationTriggers
package import ProgramSupport
import SessionBus
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sound files that the program plays or names to a server.
package enum SoundFile {
  /// The reason why a path can't be a sound; nil if it can.
  package static func problem(of path: FilePath) -> String? {
    let facts = path.facts()
    guard facts.error == 0 else { return SystemError(code: facts.error).reason }
    return facts.kind == .file ? nil : "is not a regular file"
  }

  /// The absolute path as text, because a server gets it as a string.
  package static func text(of path: FilePath) throws(Failure) -> String {
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
package struct SoundPlayer {
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
  package static func problem(with file: String) -> String? {
    installed(for: file).isEmpty
      ? "no program plays sounds; install the Debian package pipewire-bin (pw-play), "
        + "pulseaudio-utils (paplay) or gnome-session-canberra (canberra-gtk-play)" : nil
  }

  /// The reason why the default sound can't be played; nil if it can.
  package static var ringProblem: String? {
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
      running = try RunningProgram(program.path, arguments: options + [file])
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
  /// Returns the sound that the program plays, because it rings or the server can't play it; nil if
  /// `isSilent` returns true, or without a sound to play.
  func addSound(
    of notification: ReminderNotification, isRinging: Bool, to request: inout NotifyCall,
    unless isSilent: () -> Bool
  ) -> ShownNotification.Sound? {
    var file = notification.soundFile
    guard notification.level != .passive, isRinging || file != nil else { return nil }
    if let path = file, let problem = SoundFile.problem(of: FilePath(text: path)) {
      StandardError.say(
        .warning,
        TerminalText.oneLine("\(path): \(problem); the reminder has the default sound"))
      file = nil
    }
    if let file { request.sound = .file(file) }
    guard isRinging || (file != nil && !capabilities.hasSound) else { return nil }
    guard !isSilent() else { return nil }
    if let problem = file.map(SoundPlayer.problem) ?? SoundPlayer.ringProblem {
      StandardError.say(.warning, "a sound is not played: \(problem)")
      return nil
    }
    request.sound = nil
    return isRinging ? .ring : .once
  }
}
