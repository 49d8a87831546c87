import CSystem
import ProgramSupport
import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's systemd, controlled by `systemctl --user`.
package struct UserManager {
  private let systemctl: String
  private let reachability = Reachability()

  /// Whether a call has timed out; later calls then fail immediately.
  private final class Reachability {
    var isLost = false
  }

  /// The user's systemd; nil if it doesn't run or answer.
  package static var running: UserManager? {
    guard let systemctl = InstalledProgram(named: "systemctl") else { return nil }
    let manager = UserManager(systemctl: systemctl.path)
    let answer = try? manager.run(["show", "--property=Version"])
    return answer?.status == 0 ? manager : nil
  }

  func callAsFunction(_ verb: String..., units: [String] = []) throws(Failure) {
    let answer = try run(verb + (units.isEmpty ? [] : ["--"] + units))
    guard answer.status == 0 else {
      let shown = units.prefix(3) + (units.count > 3 ? ["…"] : [])
      let words = ["systemctl", "--user"] + verb + shown
      throw Failure(
        .unavailable,
        "\(words.joined(separator: " ")) failed with status \(answer.status): "
          + TerminalText.oneLine(answer.text.trimmed))
    }
  }

  func isActive(_ unit: String) -> Bool {
    (try? run(["is-active", "--quiet", "--", unit]))?.status == 0
  }

  /// The installation's timers that are loaded from a directory, except `kept`.
  ///
  /// A running unit stays loaded without its file, and may not report its directory. It counts if
  /// it has a name of the installation. A query for files takes milliseconds per unit.
  func timers(
    from directory: String, of installation: InstallationName,
    besides kept: some Sequence<String> = []
  ) -> [String] {
    let all = listed("\(installation.prefix)*.timer", option: "--all")
    let names = Set(all.filter { UnitName(own: $0, of: installation) != nil })
      .subtracting(kept).sorted()
    return names.isEmpty
      ? [] : units(names).filter { $0.file.isEmpty || isIn(directory, file: $0.file) }.map(\.name)
  }

  /// The names of the installation's active timers.
  func activeTimers(of installation: InstallationName) -> Set<String> {
    Set(listed("\(installation.prefix)*.timer", option: "--state=active"))
  }

  private func listed(_ pattern: String, option: String) -> [String] {
    let answer = try? run(UserManager.listing(pattern, option: option))
    return answer.flatMap(UserManager.names) ?? []
  }

  /// The arguments of `systemctl` that list units; ``names(in:)`` parses the output.
  static func listing(_ pattern: String, option: String) -> [String] {
    ["list-units", option, "--full", "--plain", "--no-legend", "--", pattern]
  }

  static func names(in answer: (status: Int32, text: String)) -> [String]? {
    guard answer.status == 0 else { return nil }
    return answer.text.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
  }

  /// Whether systemd searches a directory for units.
  func looks(in directory: String) -> Bool {
    guard let answer = try? run(["show", "--property=UnitPath"]), answer.status == 0 else {
      return true
    }
    let paths = answer.text.drop { $0 != "=" }.dropFirst().split(whereSeparator: \.isWhitespace)
    // Return true if the list is empty, or a blank in the path makes it ambiguous.
    return paths.isEmpty || directory.contains(where: \.isWhitespace)
      || paths.contains { isSame(String($0), directory) }
  }

  /// Whether systemd finds a unit in a directory.
  func finds(_ unit: String, in directory: String) -> Bool {
    units([unit]).contains { !$0.file.isEmpty && isIn(directory, file: $0.file) }
  }

  /// The most units in one query, to limit the length of the command line.
  private static let unitsAtOnce = 200

  private func units(_ names: [String]) -> [(name: String, file: String)] {
    stride(from: 0, to: names.count, by: UserManager.unitsAtOnce).flatMap { start in
      let some = names[start..<min(names.count, start + UserManager.unitsAtOnce)]
      guard let answer = try? run(["show", "--property=Id,FragmentPath", "--"] + some),
        answer.status == 0
      else { return [(name: String, file: String)]() }
      return answer.text.components(separatedBy: "\n\n").compactMap { block in
        func value(_ property: String) -> String? {
          block.split(separator: "\n").first { $0.hasPrefix("\(property)=") }
            .map { String($0.dropFirst(property.count + 1)) }
        }
        return value("Id").map { ($0, value("FragmentPath") ?? "") }
      }
    }
  }

  private func isIn(_ directory: String, file: String) -> Bool {
    isSame(URL(fileURLWithPath: file).deletingLastPathComponent().path, directory)
  }

  private func isSame(_ first: String, _ second: String) -> Bool {
    func real(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    return real(first) == real(second)
  }

  /// Runs `systemctl`, with standard output and standard error combined.
  func run(_ arguments: [String]) throws(Failure) -> (status: Int32, text: String) {
    guard !reachability.isLost else { throw UserManager.silence }
    let program: RunningProgram
    do throws(SystemError) {
      program = try RunningProgram(
        systemctl, arguments: ["--user", "--no-pager", "--no-ask-password"] + arguments)
    } catch {
      throw Failure(.unavailable, "systemctl can't be run: \(error.reason)")
    }
    guard let answer = answer(of: program, arguments.first ?? "") else {
      reachability.isLost = true
      throw UserManager.silence
    }
    return answer
  }

  private static let silence = Failure(
    .unavailable,
    "the user's systemd doesn't answer; run the same command again later to complete the change")

  /// The time that a program has to end after SIGTERM, in milliseconds.
  private static let timeToEnd: Int32 = 1_000

  /// The exit status and the output; nil after a wait without progress, which ends the program.
  private func answer(
    of program: RunningProgram, _ verb: String
  ) -> (status: Int32, text: String)? {
    var patience = WaitTimeout("systemctl --user \(verb)")
    var time = UserManager.processorTime(program.process)
    let answer = program.answer { hasSpoken in
      let now = UserManager.processorTime(program.process)
      if hasSpoken || now != time { patience.progressed() }
      time = now
      return patience.lasts()
    }
    if answer == nil {
      StandardError.say(
        .warning,
        "systemctl --user \(verb) has done nothing for \(Int(WaitTimeout.givenUpAfter)) seconds, "
          + "and is ended")
      program.end(within: UserManager.timeToEnd)
    }
    return answer
  }

  /// The processor time of a process, which shows whether it makes progress.
  ///
  /// `systemctl` writes nothing while it waits for jobs, but it uses time for each.
  private static func processorTime(_ process: Int32) -> [Substring] {
    // proc(5): fields 14 and 15, counted with the name in brackets, are user and system time.
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return [] }
    return Array(text[end...].split(separator: " ").dropFirst(12).prefix(2))
  }
}
