import Foundation

/// `benchmark [simulator] [programs] [growth] [start] [compiling]`: how fast the package is, beside yardsticks.
@main enum Benchmark {
  /// What can be measured, in the order in which it is.
  enum Section: String, CaseIterable {
    case simulator
    case programs
    case growth
    case start
    case compiling
  }

  static func main() throws {
    let names = CommandLine.arguments.dropFirst()
    let chosen = names.compactMap(Section.init)
    guard chosen.count == names.count else {
      let known = Section.allCases.map { "[\($0.rawValue)]" }.joined(separator: " ")
      try FileHandle.standardError.write(contentsOf: Data("usage: benchmark \(known)\n".utf8))
      exit(ExitCode.usage)
    }
    print(Conditions.line)
    if let warning = Conditions.warning { print(warning) }
    var isRight = true
    for section in Section.allCases where chosen.isEmpty || chosen.contains(section) {
      print()
      switch section {
      case .simulator: isRight = try SimulatorSection.run() && isRight
      case .programs: isRight = try ProgramsSection.run() && isRight
      case .growth: try GrowthSection.run()
      case .start: try StartSection.run()
      case .compiling: try CompilingSection.run()
      }
    }
    exit(isRight ? ExitCode.success : ExitCode.mismatch)
  }

  private enum ExitCode {
    static let success: Int32 = 0
    /// Package and yardstick disagree, so that comparing their speeds means nothing.
    static let mismatch: Int32 = 1
    static let usage: Int32 = 64
  }
}
