package import CivilTime

/// The form of a time-interval trigger in identifiers.
///
/// `I3000A6927C690Dabcd` repeats every 3000 seconds from the instant 6927C690, in seconds since
/// 1970 as a hexadecimal number, with a content that has the digest `abcd`. Another content is
/// another request: replacing the pending one would move its fires.
// This is part of the output format, because identifiers contain it.
package struct IntervalForm: Hashable {
  package let interval: Int
  package let countsFrom: Instant
  /// The digest of what the request shows.
  package let digest: String

  package static let digestDigits = 4
  /// The longest time from ``countsFrom`` to the instant at which the request is added, in seconds.
  package static let longestDelay = 60

  package init(interval: Int, countsFrom: Instant, digest: String) {
    self.interval = interval
    self.countsFrom = countsFrom
    self.digest = digest
  }

  /// Reads a form; nil for another form.
  init?(_ text: some StringProtocol) {
    let text = String(text)
    let numbers = text.dropLast(1 + IntervalForm.digestDigits)
    guard text.first == "I", let from = numbers.firstIndex(of: "A"),
      let interval = Int(numbers[..<from].dropFirst()), interval > 0,
      let seconds = Int(numbers[from...].dropFirst(), radix: 16)
    else { return nil }
    self.interval = interval
    countsFrom = Instant(secondsSince1970: seconds)
    digest = String(text.suffix(IntervalForm.digestDigits))
    // Numbers have several texts.
    guard description == text else { return nil }
  }
}

extension IntervalForm: CustomStringConvertible {
  package var description: String {
    let seconds = String(countsFrom.secondsSince1970, radix: 16, uppercase: true)
    return "I\(interval)A\(seconds)D\(digest)"
  }
}
