/// How quantities are written in tables: rounded, with thousands apart, without their unit.
enum Quantity {
  /// What stands where nothing was measured.
  static let none = "-"

  /// A whole number: `12,345`.
  static func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + text
  }

  /// Three digits at least: `1,234`, `12.3`, `1.23`.
  static func threeDigits(_ number: Double) -> String {
    guard number.isFinite else { return none }
    if number >= 99.95 { return count(Int(number.rounded())) }
    let places = number >= 9.995 ? 1 : 2
    let scale = places == 1 ? 10 : 100
    let scaled = Int((number * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)."
      + String(repeating: "0", count: places - fraction.count) + fraction
  }

  /// A duration in milliseconds.
  static func milliseconds(_ duration: Duration) -> String {
    threeDigits(duration / .milliseconds(1))
  }

  /// What one of many takes, with its unit: `840 ns`, `12.3 µs`.
  static func each(_ duration: Duration, of count: Int) -> String {
    guard count > 0 else { return none }
    let nanoseconds = duration / .nanoseconds(1) / Double(count)
    return nanoseconds < 1_000
      ? "\(threeDigits(nanoseconds)) ns" : "\(threeDigits(nanoseconds / 1_000)) µs"
  }

  /// How fast bytes go through, with its unit: `1,234 MB/s`.
  static func rate(_ bytes: Int, in duration: Duration) -> String {
    "\(threeDigits(Double(bytes) / 1_000_000 / (duration / .seconds(1)))) MB/s"
  }

  /// A number of bytes in megabytes of a million.
  static func megabytes(_ bytes: Int) -> String { threeDigits(Double(bytes) / 1_000_000) }
}

extension [Double] {
  /// The middle element by size, or the mean of the middle two; nil of none.
  var median: Double? {
    let sorted = sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
