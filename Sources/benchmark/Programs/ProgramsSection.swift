import CivilTime
import Foundation
import ReminderCompiler

/// `ics2notify` beside a plain program on libical, which has to count the same fires.
struct ProgramsSection {
  private let own: BuiltProgram
  private let yardstick: BuiltProgram
  private let directory: URL

  /// How often each program is run for its time.
  private static let runs = 3

  /// Measures, and prints what came out.
  ///
  /// - Throws: Where a program is missing or fails, or an input can't be written.
  /// - Returns: Whether all found the same number of fires in every input.
  static func run() throws -> Bool {
    let own = try BuiltProgram("ics2notify")
    let yardstick = try BuiltProgram("LibicalYardstick")
    return try TemporaryDirectory.lend { directory in
      try ProgramsSection(own: own, yardstick: yardstick, directory: directory).run()
    }
  }

  private func run() throws -> Bool {
    var table = TextTable(
      .words("input"), .words("command"), .numbers("ms"), .numbers("walks"), .numbers("factor"),
      .numbers("jumps"), .numbers("factor"), .numbers("peak MB"), .numbers("libical"))
    var differing: [String] = []
    for write in [Inputs.series, Inputs.bigFile, Inputs.manyFiles] {
      let input = try write(directory)
      var owns = try OwnCommand.allCases.map { try program($0, input) }
      var others = try ["walk", "jump"].map { try program($0, input) }
      // In turns, so that a disturbance meets all of them.
      for _ in 0..<ProgramsSection.runs {
        for index in owns.indices { try owns[index].run() }
        for index in others.indices { try others[index].run() }
      }
      let (walk, jump) = (others[0], others[1])
      for (command, own) in zip(OwnCommand.allCases, owns) {
        table.add(
          command == .fires ? "\(input.name), \(Quantity.megabytes(input.byteCount)) MB" : "",
          command.name, Quantity.milliseconds(own.time),
          Quantity.milliseconds(walk.time), Quantity.threeDigits(walk.time / own.time),
          Quantity.milliseconds(jump.time), Quantity.threeDigits(jump.time / own.time),
          Quantity.megabytes(own.peakMemory), Quantity.megabytes(walk.peakMemory))
      }
      let counts = (owns + others).compactMap(\.fireCount)
      if Set(counts).count > 1 {
        differing.append("\(input.name): \(counts.joined(separator: ", "))")
      }
    }
    print(
      """
      Whole programs: ics2notify for \(OwnCommand.horizonDays) days, in ms, beside plain C on \
      libical, which counts the same fires, and
      walks each rule from its start or jumps near now (icalrecur_iterator_set_start); best of \
      \(ProgramsSection.runs)
      """)
    print(table.text)
    print(differing.isEmpty ? "fires: all count the same" : "fires: fires, walk and jump differ")
    for line in differing { print("  \(line)") }
    return differing.isEmpty
  }

  /// Our program with a command; only the one that lists fires tells their number.
  private func program(_ command: OwnCommand, _ input: Inputs.Input) throws -> ComparedProgram {
    try ComparedProgram(own, command.arguments(input), in: directory) { output in
      command == .fires ? Quantity.count(output.count { $0 == UInt8(ascii: "\n") }) : nil
    }
  }

  /// The yardstick in one of its ways.
  private func program(_ way: String, _ input: Inputs.Input) throws -> ComparedProgram {
    let now = EventMaker.now
    let end = now + OwnCommand.horizonDays * 86_400
    return try ComparedProgram(
      yardstick,
      [way, String(now.secondsSince1970), String(end.secondsSince1970), input.url.path],
      in: directory
    ) { output in
      let text = String(decoding: output, as: UTF8.self).filter { !$0.isNewline }
      return Int(text).map(Quantity.count) ?? text
    }
  }
}
