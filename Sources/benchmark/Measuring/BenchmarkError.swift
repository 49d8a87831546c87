/// Why something can't be measured.
enum BenchmarkError: Error, CustomStringConvertible {
  /// Foundation knows no such zone.
  case noZone(String)
  /// A program was not built beside this one.
  case noProgram(String)
  /// A program did not end well.
  case failed(String, status: Int32)

  var description: String {
    switch self {
    case .noZone(let name): "Foundation knows no zone \(name)"
    case .noProgram(let name): "there is no \(name) beside this program: build the whole package"
    case .failed(let name, let status): "\(name) ended with status \(status)"
    }
  }
}
