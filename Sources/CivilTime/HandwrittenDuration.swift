/// A duration with units, such as `30d`, `90min` or `-1h 30min`.
package struct HandwrittenDuration {
  /// The durations in ISO 8601: one, or two if `m` can mean months or minutes.
  package let meanings: [String]

  /// The units in descending order; `T` precedes hours and shorter units in ISO 8601.
  private static let units: [(words: [String], letter: Character, isTime: Bool)] = [
    (["y", "yr", "year", "years"], "Y", false),
    (["mo", "month", "months"], "M", false),
    (["w", "wk", "week", "weeks"], "W", false),
    (["d", "day", "days"], "D", false),
    (["h", "hr", "hour", "hours"], "H", true),
    (["m", "min", "mins", "minute", "minutes"], "M", true),
    (["s", "sec", "secs", "second", "seconds"], "S", true),
  ]

  /// Converts a text to ISO 8601, with `m` as minutes; other texts are returned unchanged.
  package static func standard(_ text: String) -> String {
    HandwrittenDuration(text)?.meanings.last ?? text
  }

  /// Parses numbers with units; nil for other texts.
  ///
  /// The parser of ISO 8601 checks the order of the units.
  package init?(_ text: String) {
    var rest = text.lowercased()[...]
    let sign = rest.first.flatMap { "+-".contains($0) ? String($0) : nil } ?? ""
    rest.removeFirst(sign.count)
    var (days, times) = ("", "")
    // Making a regular expression takes long, and most texts are in ISO 8601 already.
    guard rest.utf8.first?.isDigit == true else { return nil }
    let isAmbiguous = rest.wholeMatch(of: /[0-9]+ *m */) != nil
    while !rest.isEmpty {
      guard let match = rest.prefixMatch(of: /([0-9]+) *([a-z]+) */),
        let unit = HandwrittenDuration.units.first(where: { $0.words.contains(String(match.2)) }),
        unit.isTime || times.isEmpty,
        // After days, `m` could mean months or minutes.
        match.2 != "m" || isAmbiguous || !times.isEmpty
      else { return nil }
      if unit.isTime {
        times += "\(match.1)\(unit.letter)"
      } else {
        days += "\(match.1)\(unit.letter)"
      }
      rest = rest[match.range.upperBound...]
    }
    let form = "\(sign)P\(days)" + (times.isEmpty ? "" : "T\(times)")
    meanings = isAmbiguous ? ["\(sign)P\(times)", form] : [form]
  }
}
