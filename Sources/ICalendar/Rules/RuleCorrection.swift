import CivilTime

extension RulePartTexts {
  /// Corrects the parts that violate RFC 5545 but have only one meaning.
  ///
  /// - Parameters:
  ///   - property: The name of the rule's property.
  ///   - allowsEmptyEnd: Whether an empty COUNT or UNTIL means no end.
  /// - Returns: An explanation of each correction.
  mutating func correct(_ property: String, allowsEmptyEnd: Bool) -> [Finding] {
    var findings: [Finding] = []
    var corrected: [Part] = []
    for var part in parts {
      let number = RecurrenceRule.integer(part.value)
      let isEmpty = allowsEmptyEnd && part.value.isEmpty
      switch part.name {
      case .interval where number == 0:
        findings.append(.intervalForgiven(property: property, value: quote(part.value)))
        continue
      case .count where number == -1:
        findings.append(
          .valueForgiven(
            property: property, value: quote(part.text), fault: "is not a number of occurrences",
            meaning: "no COUNT"))
        continue
      case .count where isEmpty, .until where isEmpty:
        findings.append(
          .valueForgiven(
            property: property, value: quote(part.text), fault: "is empty",
            meaning: "no \(part.name.rawValue)"))
        continue
      case .until:
        guard let midnight = part.value.midnightOfNextDay else { break }
        findings.append(
          .valueForgiven(
            property: property, value: quote(part.value), fault: "has the hour 24",
            meaning: String(decoding: midnight, as: UTF8.self)))
        part.value = midnight[...]
      default: break
      }
      corrected.append(part)
    }
    parts = corrected
    return findings
  }
}

extension ArraySlice<UInt8> {
  /// The next day's midnight, for a time with the hour 24 (ISO 8601): `20260105T240000` is
  /// `20260106T000000`.
  ///
  /// It is nil for other times, and after the last day of the year 9999.
  package var midnightOfNextDay: [UInt8]? {
    guard let separator = firstIndex(where: { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") })
    else { return nil }
    var clock = self[(separator + 1)...]
    let isUTC = clock.last == UInt8(ascii: "Z") || clock.last == UInt8(ascii: "z")
    if isUTC { clock.removeLast() }
    let digits = clock.filter { $0 != UInt8(ascii: ":") }
    guard digits.elementsEqual("240000".utf8) || digits.elementsEqual("2400".utf8),
      let day = DateTimeText(self[..<separator])
    else { return nil }
    let midnight = day.civil + 86_400
    guard midnight.date.year <= 9_999 else { return nil }
    return Array((midnight.basicFormat + (isUTC ? "Z" : "")).utf8)
  }
}
