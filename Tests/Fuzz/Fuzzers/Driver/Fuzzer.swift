/// What takes any bytes, and holds what becomes of them against what must hold of it.
protocol Fuzzer: Sendable {
  /// How inputs are changed by parts.
  var mutator: PartMutator { get }
  /// Takes an input; ends the process where something doesn't hold.
  func run(_ input: [UInt8])
}

/// The fuzzers by the names that `--fuzzer=NAME` and Tests/fuzz.sh know.
enum FuzzerName: String, CaseIterable {
  case reader, rule, expression, plans, agreement

  /// The one that the command line names.
  ///
  /// libFuzzer ignores arguments with two dashes, and hands them on to the processes it starts.
  static let chosen: FuzzerName = {
    let option = "--fuzzer="
    let names = CommandLine.arguments.filter { $0.hasPrefix(option) }.map {
      String($0.dropFirst(option.count))
    }
    guard let name = names.first.flatMap(FuzzerName.init) else {
      let known = allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("\(option)NAME is needed, with one of \(known)")
    }
    return name
  }()

  /// The fuzzer itself.
  var fuzzer: any Fuzzer {
    switch self {
    case .reader: ReaderFuzzer()
    case .rule: RuleFuzzer()
    case .expression: ExpressionFuzzer()
    case .plans: StoredPlanFuzzer()
    case .agreement: AgreementFuzzer()
    }
  }
}

/// Ends the process where something doesn't hold that must, so that libFuzzer keeps the input.
///
/// - Parameters:
///   - condition: What must hold.
///   - message: What it means that it doesn't.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  fatalError(message())
}

/// Likewise of two values, which are said.
func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ message: @autoclosure () -> String
) {
  expect(found == expected, "\(message()): found \(found), expected \(expected)")
}
