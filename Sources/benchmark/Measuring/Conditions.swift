import CivilTime
import Foundation
import ReminderCompiler

/// Under which conditions is measured.
enum Conditions {
  /// The series of the calendar that is read, expanded and compiled.
  static let seriesCount = 10_000

  /// The seed of everything that is made up.
  static let seed: UInt64 = 20_280_103

  #if DEBUG
    private static let build = "debug"
  #else
    private static let build = "release"
  #endif

  /// The first line of the output.
  static var line: String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(build) build, \(EnglishNames.count(cores, "core")), "
      + "\(Quantity.count(seriesCount)) series, zone data \(ZoneDatabase.dataVersion), "
      + "seed \(seed)"
  }

  /// What makes the figures worthless; nil for nothing.
  static var warning: String? {
    build == "debug"
      ? "warning: a debug build is many times slower: swift run -c release benchmark" : nil
  }
}
