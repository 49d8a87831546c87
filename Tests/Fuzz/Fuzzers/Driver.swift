import CLibFuzzer
import SeededRandom

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

// All that libFuzzer calls or is called by, and the only unsafe code here.

/// The program: libFuzzer with the arguments it was given.
///
/// SwiftPM has the linker take `fuzz_main` of a product `fuzz` for `main`.
@_cdecl("fuzz_main")
func runDriver(
  _ argumentCount: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  var count = argumentCount
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
}

/// One input for the fuzzer that was chosen.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  FuzzerName.chosen.fuzzer.run(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

/// Another input made of one, in its place: every other time by parts, else by bytes.
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
