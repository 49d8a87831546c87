import CLibFuzzer
import SeededRandom

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
