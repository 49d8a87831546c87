/// A duration as people type it, `30d`, `90min` or `-1h 30min`, in ISO 8601.
struct HandwrittenDuration {
  /// What it means: one form, or two where an `m` may be months or minutes.
  let meanings: [String]

  /// The one form that it means; nil where there are two.
  var standard: String? { meanings.count == 1 ? meanings[0] : nil }

  /// The most letters of a duration that anybody types.
  private static let maximumLength = 64

  /// The letters of units, by the words for them; those that are counted in hours stand behind `T`.
  private static let units: [(words: [String], letter: Character, isTime: Bool)] = [
    (["y", "yr", "year", "years"], "Y", false),
    (["mo", "month", "months"], "M", false),
    (["w", "wk", "week", "weeks"], "W", false),
    (["d", "day", "days"], "D", false),
    (["h", "hr", "hour", "hours"], "H", true),
    (["min", "mins", "minute", "minutes"], "M", true),
    (["s", "sec", "secs", "second", "seconds"], "S", true),
  ]

  /// Reads a duration; nil where the text isn't numbers with units behind them.
  ///
  /// Whether the units come in an order that makes sense is left to who reads ISO 8601.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count <= HandwrittenDuration.maximumLength else { return nil }
    var rest = text.lowercased()[...]
    let sign = rest.first.flatMap { "+-".contains($0) ? String($0) : nil } ?? ""
    rest.removeFirst(sign.count)
    var (days, times) = ("", "")
    var ambiguous: Substring?
    while !rest.isEmpty {
      let number = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(number.count).drop { $0 == " " }
      let word = rest.prefix { ("a"..."z").contains($0) }
      rest = rest.dropFirst(word.count).drop { $0 == " " }
      guard !number.isEmpty else { return nil }
      if word == "m", rest.isEmpty, days.isEmpty, times.isEmpty {
        ambiguous = number
      } else if word == "m", !times.isEmpty {
        // Behind hours there are no months.
        times += "\(number)M"
      } else if let unit = HandwrittenDuration.units.first(where: {
        $0.words.contains(String(word))
      }) {
        if unit.isTime {
          times += "\(number)\(unit.letter)"
        } else {
          guard times.isEmpty else { return nil }
          days += "\(number)\(unit.letter)"
        }
      } else {
        return nil
      }
    }
    if let ambiguous {
      meanings = ["\(sign)P\(ambiguous)M", "\(sign)PT\(ambiguous)M"]
    } else {
      guard !(days + times).isEmpty else { return nil }
      meanings = ["\(sign)P\(days)" + (times.isEmpty ? "" : "T\(times)")]
    }
  }
}
