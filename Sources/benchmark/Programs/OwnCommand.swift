import CivilTime
import Foundation

/// A command of `ics2notify` that is measured as a whole.
enum OwnCommand: String, CaseIterable {
  case fires
  case compile
  case compileYear

  /// How far fires are looked at, unless it is a year: a month.
  static let horizonDays = 30

  /// How tables call it.
  var name: String {
    switch self {
    case .fires, .compile: rawValue
    case .compileYear: "compile, a year"
    }
  }

  /// The arguments for an input.
  ///
  /// - Parameter input: What is read.
  /// - Returns: All behind the program's name.
  func arguments(_ input: Inputs.Input) -> [String] {
    let horizon = self == .compileYear ? "P1Y" : "P\(OwnCommand.horizonDays)D"
    return [
      self == .fires ? "fires" : "compile", "--quiet", "--now", EventMaker.now.description,
      "--time-zone", "GMT", "--horizon", horizon, input.url.path,
    ]
  }
}
