import SeededRandom

/// Changes inputs by whole parts: lines of a calendar, parts of a rule.
///
/// Bytes that are changed here and there make mostly texts that are refused at once.
struct PartMutator {
  /// What stands between parts.
  let separator: UInt8
  /// Parts that are put in.
  let vocabulary: [String]

  /// The most changes to one input.
  private static let maximumChanges = 4

  /// Makes another input of one.
  func mutated(_ input: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var parts = input.split(separator: separator, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0..<random.number(1...PartMutator.maximumChanges) { change(&parts, &random) }
    return Array(parts.joined(separator: [separator]))
  }

  private func change(_ parts: inout [[UInt8]], _ random: inout SplitMix) {
    let word = Array((random.pick(vocabulary) ?? "").utf8)
    guard !parts.isEmpty else { return parts.append(word) }
    let place = random.number(0...parts.count - 1)
    switch random.number(0...7) {
    case 0: parts.insert(word, at: place)
    case 1, 2: parts[place] = word
    case 3: parts.remove(at: place)
    case 4: parts.swapAt(place, random.number(0...parts.count - 1))
    case 5:
      // Some parts again: an event, an alarm.
      let end = min(parts.count, place + random.number(1...12))
      parts.insert(contentsOf: parts[place..<end], at: random.number(0...parts.count))
    default: changeDigit(of: &parts[place], &random)
    }
  }

  private func changeDigit(of part: inout [UInt8], _ random: inout SplitMix) {
    let digits = part.indices.filter { (0x30...0x39).contains(part[$0]) }
    guard let place = random.pick(digits) else { return }
    part[place] = 0x30 + UInt8(random.number(0...9))
  }
}
