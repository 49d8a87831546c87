import Foundation
import ReminderCompiler

/// The shortest run there is, beside a program that loads libical and Foundation and does nothing.
enum StartSection {
  /// How often each program is run.
  private static let runs = 60

  /// Measures, and prints what came out.
  ///
  /// - Throws: Where a program is missing or fails, or the input can't be written.
  static func run() throws {
    let own = try BuiltProgram("ics2notify")
    let empty = try BuiltProgram("EmptyProgram")
    let times = try TemporaryDirectory.lend { directory in
      let arguments = OwnCommand.fires.arguments(try Inputs.mixed(1, in: directory))
      // In turns, so that a disturbance meets both of them.
      return try (0..<runs).map { _ in (try own.time(arguments), try empty.time([])) }
    }
    var table = TextTable(
      .words("program"), .numbers("ms"), .numbers("median"), .numbers("factor"))
    let all = [times.map(\.0), times.map(\.1)].map { $0.map { $0 / .milliseconds(1) } }
    let yardstick = all[1].median ?? .nan
    for (name, times) in zip(["fires of one event", "empty program"], all) {
      let median = times.median ?? .nan
      table.add(
        name, Quantity.threeDigits(times.min() ?? .nan), Quantity.threeDigits(median),
        Quantity.threeDigits(median / yardstick))
    }
    print(
      "Start: a process from its start to its end, beside an empty program that loads libical "
        + "and Foundation; best and median of \(runs)")
    print(table.text)
  }
}
