import CivilTime
import Foundation
import ReminderCompiler

/// `ics2notify fires` beside a plain program on libical, which has to count the same fires.
struct ReadingSection {
  private let own: BuiltProgram
  private let yardstick: BuiltProgram
  private let directory: URL

  /// How far fires are looked at: a month.
  private static let horizonDays = 30
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
      try ReadingSection(own: own, yardstick: yardstick, directory: directory).run()
    }
  }

  private func run() throws -> Bool {
    var table = TextTable(
      .words("input"), .numbers("MB"), .numbers("fires"), .numbers("ms"), .numbers("walk"),
      .numbers("factor"), .numbers("jump"), .numbers("factor"), .numbers("peak MB"),
      .numbers("libical"), .numbers("factor"))
    var differing: [String] = []
    for write in [Inputs.series, Inputs.bigFile, Inputs.manyFiles] {
      let input = try write(directory)
      var programs = try programs(input)
      // In turns, so that a disturbance meets all of them.
      for _ in 0..<ReadingSection.runs {
        for index in programs.indices { try programs[index].run() }
      }
      let (own, walk, jump) = (programs[0], programs[1], programs[2])
      table.add(
        input.name, Quantity.megabytes(input.byteCount), own.fireCount,
        Quantity.milliseconds(own.time),
        Quantity.milliseconds(walk.time), Quantity.threeDigits(walk.time / own.time),
        Quantity.milliseconds(jump.time), Quantity.threeDigits(jump.time / own.time),
        Quantity.megabytes(own.peakMemory), Quantity.megabytes(walk.peakMemory),
        Quantity.threeDigits(Double(walk.peakMemory) / Double(own.peakMemory)))
      if Set(programs.map(\.fireCount)).count > 1 {
        let counts = programs.map(\.fireCount).joined(separator: ", ")
        differing.append("\(input.name): \(counts) by ics2notify, walk and jump")
      }
    }
    print(
      """
      Reading and expanding: ics2notify fires, \(ReadingSection.horizonDays) days, in ms, beside \
      plain C on libical, which walks
      each rule from its start or jumps near now (icalrecur_iterator_set_start); best of \
      \(ReadingSection.runs)
      """)
    print(table.text)
    print(differing.isEmpty ? "fires: all count the same" : "fires: the counts differ")
    for line in differing { print("  \(line)") }
    return differing.isEmpty
  }

  /// Our program first, then the yardstick in its two ways.
  private func programs(_ input: Inputs.Input) throws -> [ComparedProgram] {
    let now = EventMaker.now
    let end = now + ReadingSection.horizonDays * 86_400
    let ours = try ComparedProgram(
      own,
      [
        "fires", "--quiet", "--now", now.description, "--time-zone", "GMT",
        "--horizon", "P\(ReadingSection.horizonDays)D", input.url.path,
      ],
      in: directory
    ) { output in Quantity.count(output.count { $0 == UInt8(ascii: "\n") }) }
    let others = try ["walk", "jump"].map { way in
      try ComparedProgram(
        yardstick,
        [way, String(now.secondsSince1970), String(end.secondsSince1970), input.url.path],
        in: directory
      ) { output in
        let text = String(decoding: output, as: UTF8.self).filter { !$0.isNewline }
        return Int(text).map(Quantity.count) ?? text
      }
    }
    return [ours] + others
  }
}
