import Foundation
import ReminderCompiler

/// How time and memory grow with the input: linearly where each line says the same of one event.
enum GrowthSection {
  /// The events of the files.
  private static let eventCounts = [1_000, 10_000, 100_000, 1_000_000]
  /// How often each program is run for its time.
  private static let runs = 3

  /// Measures, and prints what came out.
  ///
  /// - Throws: Where the program is missing or fails, or an input can't be written.
  static func run() throws {
    let own = try BuiltProgram("ics2notify")
    var table = TextTable(
      .numbers("events"), .numbers("MB"), .words("command"), .numbers("ms"), .numbers("each"),
      .numbers("peak MB"))
    for count in eventCounts {
      // Each in a directory of its own, so that no more than one of the files is there at a time.
      try TemporaryDirectory.lend { directory in
        let input = try Inputs.mixed(count, in: directory)
        for command in [OwnCommand.fires, .compile] {
          var program = try ComparedProgram(
            own, command.arguments(input), in: directory
          ) { _ in nil }
          for _ in 0..<runs { try program.run() }
          let isFirst = command == .fires
          table.add(
            isFirst ? Quantity.count(count) : "",
            isFirst ? Quantity.megabytes(input.byteCount) : "", command.name,
            Quantity.milliseconds(program.time), Quantity.each(program.time, of: count),
            Quantity.megabytes(program.peakMemory))
        }
      }
    }
    print(
      "Growth: ics2notify for \(OwnCommand.horizonDays) days on one file of mostly past events; "
        + "best of \(runs)")
    print(table.text)
  }
}
