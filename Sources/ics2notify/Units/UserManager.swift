import CSystem
import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's systemd, asked by `systemctl --user`.
struct UserManager {
  private let systemctl: String
  private let hearing = Hearing()

  /// Whether the manager has kept silent once; it is not asked again then.
  private final class Hearing {
    var isLost = false
  }

  /// The manager, or nil where there is none that answers.
  static var running: UserManager? {
    guard let systemctl = InstalledProgram(named: "systemctl") else { return nil }
    let manager = UserManager(systemctl: systemctl.path)
    let answer = try? manager.run(["show", "--property=Version"])
    return answer?.status == 0 ? manager : nil
  }

  /// Has the manager do something with units.
  func callAsFunction(_ verb: String..., units: [String] = []) throws(Failure) {
    let answer: (status: Int32, text: String)
    do {
      answer = try run(verb + (units.isEmpty ? [] : ["--"] + units))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.unavailable, "systemctl can't be run: \(SystemError.reason(of: error))")
    }
    guard answer.status == 0 else {
      let shown = units.prefix(3) + (units.count > 3 ? ["…"] : [])
      let words = ["systemctl", "--user"] + verb + shown
      throw Failure(
        .unavailable,
        "\(words.joined(separator: " ")) failed with status \(answer.status): "
          + TerminalText.oneLine(answer.text.trimmed))
    }
  }

  /// Whether a unit is active.
  func isActive(_ unit: String) -> Bool {
    (try? run(["is-active", "--quiet", "--", unit]))?.status == 0
  }

  /// The timers with names of ours that the manager has loaded from a directory, besides `kept`.
  ///
  /// A unit whose file is gone is still loaded while it runs, and may not tell its directory any
  /// more; with a name of ours it counts. Asking for files takes milliseconds each.
  func timers(
    from directory: String, of installation: InstallationName,
    besides kept: some Sequence<String> = []
  ) -> [String] {
    let all = loaded("\(installation.prefix)*.timer")
    let names = Set(all.filter { UnitName(own: $0, of: installation) != nil })
      .subtracting(kept).sorted()
    return names.isEmpty
      ? [] : units(names).filter { $0.file.isEmpty || isIn(directory, $0.file) }.map(\.name)
  }

  /// The names of the timers with an installation's names that run.
  func activeTimers(of installation: InstallationName) -> Set<String> {
    Set(listed("\(installation.prefix)*.timer", "--state=active"))
  }

  /// The names of the units that are loaded, of a pattern.
  private func loaded(_ pattern: String) -> [String] { listed(pattern, "--all") }

  private func listed(_ pattern: String, _ option: String) -> [String] {
    let arguments = ["list-units", option, "--full", "--plain", "--no-legend", "--", pattern]
    guard let answer = try? run(arguments), answer.status == 0 else { return [] }
    return answer.text.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
  }

  /// Whether a directory is one of those in which the manager looks for units.
  func looks(in directory: String) -> Bool {
    guard let answer = try? run(["show", "--property=UnitPath"]), answer.status == 0 else {
      return true
    }
    let paths = answer.text.drop { $0 != "=" }.dropFirst().split(whereSeparator: \.isWhitespace)
    // A manager that names none is believed; a path with a blank in it can't be told from two.
    return paths.isEmpty || directory.contains(where: \.isWhitespace)
      || paths.contains { isSame(String($0), directory) }
  }

  /// Whether a unit is one that the manager finds in a directory.
  func finds(_ unit: String, in directory: String) -> Bool {
    units([unit]).contains { !$0.file.isEmpty && isIn(directory, $0.file) }
  }

  /// Units with the files they are from.
  private func units(_ names: [String]) -> [(name: String, file: String)] {
    properties(["FragmentPath"], of: names).map { ($0.unit, $0.values["FragmentPath"] ?? "") }
  }

  /// The most units that are asked for at once, so that a command line holds their names.
  private static let unitsAtOnce = 200

  /// Properties of units, with times in UTC.
  ///
  /// - Parameters:
  ///   - properties: Which ones.
  ///   - names: The units' names.
  /// - Returns: The values as the manager writes them, by property; none of units where it fails.
  func properties(
    _ properties: [String], of names: [String]
  ) -> [(unit: String, values: [String: String])] {
    stride(from: 0, to: names.count, by: UserManager.unitsAtOnce).flatMap { start in
      let arguments =
        ["show", "--property=" + (["Id"] + properties).joined(separator: ","), "--"]
        + names[start..<min(names.count, start + UserManager.unitsAtOnce)]
      guard let answer = try? run(arguments, isInUTC: true), answer.status == 0 else {
        return [(unit: String, values: [String: String])]()
      }
      return answer.text.components(separatedBy: "\n\n").compactMap { block in
        var values: [String: String] = [:]
        for line in block.split(separator: "\n") {
          guard let equals = line.firstIndex(of: "=") else { continue }
          values[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        return values["Id"].map { ($0, values) }
      }
    }
  }

  private func isIn(_ directory: String, _ file: String) -> Bool {
    isSame(URL(fileURLWithPath: file).deletingLastPathComponent().path, directory)
  }

  /// Whether two paths lead to the same directory.
  private func isSame(_ first: String, _ second: String) -> Bool {
    func real(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    return real(first) == real(second)
  }

  /// Runs `systemctl`; standard output and standard error are one text.
  ///
  /// `isInUTC` has it write times in UTC, in the words of the C locale.
  func run(
    _ arguments: [String], isInUTC: Bool = false
  ) throws -> (status: Int32, text: String) {
    guard !hearing.isLost else { throw UserManager.silence }
    let words = ["--user", "--no-pager", "--no-ask-password"] + arguments
    let program =
      isInUTC
      ? try RunningProgram("/usr/bin/env", ["TZ=UTC", "LC_ALL=C", systemctl] + words)
      : try RunningProgram(systemctl, words)
    guard let answer = answer(of: program, arguments.first ?? "") else {
      hearing.isLost = true
      throw UserManager.silence
    }
    return answer
  }

  private static let silence = Failure(
    .unavailable,
    "the user's systemd doesn't answer; run the same command again later to complete the change")

  /// How long is waited for something to read, in milliseconds.
  private static let pause: Int32 = 50
  /// How long a program has to end when it is told to, in milliseconds.
  private static let timeToEnd: Int32 = 1_000

  /// How a program ends, and what it says until then; nil where it was ended, for it did nothing
  /// for too long.
  private func answer(
    of program: RunningProgram, _ verb: String
  ) -> (status: Int32, text: String)? {
    var text: [UInt8] = []
    var patience = Patience("systemctl --user \(verb)")
    var time = UserManager.processorTime(program.process)
    var isOpen = true
    while isOpen || program.endStatus == nil {
      if isOpen, let more = program.words(within: UserManager.pause) {
        isOpen = !more.isEmpty
        text += more
        patience.progressed()
      } else if program.endStatus != nil {
        // What it has started may keep the pipe, and is not waited for.
        break
      } else if !isOpen {
        waitFor(UserManager.pause)
      }
      let now = UserManager.processorTime(program.process)
      if now != time { patience.progressed() }
      time = now
      guard patience.lasts() else {
        StandardError.say(
          .warning,
          "systemctl --user \(verb) has done nothing for \(Int(Patience.givenUpAfter)) "
            + "seconds, and is ended")
        kill(program.process, SIGTERM)
        waitFor(UserManager.timeToEnd)
        if program.endStatus == nil { kill(program.process, SIGKILL) }
        return nil
      }
    }
    return (program.endStatus ?? 0, String(decoding: text, as: UTF8.self))
  }

  /// The processor time that a program has used, in whatever unit: it changes while it works.
  ///
  /// `systemctl` says nothing while it waits for jobs, and wakes up for each.
  private static func processorTime(_ process: Int32) -> [Substring] {
    // proc(5): behind the name in brackets, the times of the program itself are fields 14 and 15.
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return [] }
    return Array(text[end...].split(separator: " ").dropFirst(12).prefix(2))
  }
}
