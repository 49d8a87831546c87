import CLibFuzzer
import SeededRandom

/// A fuzzer takes any bytes and checks properties of the result.
protocol Fuzzer: Sendable {
  /// The mutator that changes inputs part by part.
  var mutator: PartMutator { get }
  /// Tests an input; ends the process if a property doesn't hold.
  func run(_ input: [UInt8])
}

/// The names of the fuzzers for `--fuzzer=NAME` and Tests/Lanes/fuzz.sh.
enum FuzzerName: String, CaseIterable {
  case reader, rule, expression, plans, agreement

  /// The fuzzer named on the command line.
  ///
  /// libFuzzer ignores arguments with two dashes, and passes them to its child processes.
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

/// Ends the process if a condition is false, so that libFuzzer keeps the input.
///
/// - Parameters:
///   - condition: The condition.
///   - message: The error message.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  fatalError(message())
}

/// Ends the process if two values differ, and prints them.
func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ message: @autoclosure () -> String
) {
  expect(found == expected, "\(message()): found \(found), expected \(expected)")
}

// The interface with libFuzzer, and the only unsafe code here.

/// Runs libFuzzer with the program's arguments.
///
/// SwiftPM makes `fuzz_main` the entry point of the product `fuzz`.
@_cdecl("fuzz_main")
func runDriver(
  _ argumentCount: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  var count = argumentCount
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
}

/// Passes one input to the chosen fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  FuzzerName.chosen.fuzzer.run(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

/// Changes an input in place, either by parts or by bytes, with equal probability.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  var random = SplitMix(seed: UInt64(seed))
  if random.oneIn(2) {
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    let mutated = FuzzerName.chosen.fuzzer.mutator.mutated(input, &random)
    if !mutated.isEmpty, mutated.count <= capacity {
      unsafe data.update(from: mutated, count: mutated.count)
      return mutated.count
    }
  }
  return unsafe LLVMFuzzerMutate(data, size, capacity)
}
