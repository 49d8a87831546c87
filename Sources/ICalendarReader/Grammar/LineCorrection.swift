internal import CivilTime
internal import ICalendar

/// Rewrites the line of a property whose form violates RFC 5545 but has only one meaning.
///
/// The collected line is replaced, so that both grammars and all later code read a standard one.
/// Accepted deviations are a repeated name (`RRULE:RRULE:…`), parameters after the colon
/// (`TRIGGER:RELATED=END:PT0S`), a period instead of its start, semicolons between dates, and the
/// hour 24. The parser of rules corrects their parts.
struct LineCorrection {
  private let name: PropertyName
  /// The line, rewritten so far.
  private var line: [UInt8]
  /// Explains each change.
  private(set) var findings: [Finding] = []
  private let limit: Int

  /// Corrects the last line of a text, from `start` on, if it needs that.
  ///
  /// - Parameters:
  ///   - text: The unfolded lines of a component.
  ///   - start: The start of the line.
  ///   - name: The property.
  ///   - limit: The maximum number of findings.
  /// - Returns: An explanation of each change.
  static func correct(
    _ text: inout [UInt8], from start: Int, name: PropertyName, limit: Int
  ) -> [Finding] {
    guard let correction = LineCorrection(of: text[start...], name, limit: limit) else { return [] }
    // A slice of the text that were still alive would make this copy the text.
    text.replaceSubrange(start..., with: correction.line)
    return correction.findings
  }

  /// Corrects a line; nil if a quick look shows that it needs no correction.
  private init?(of line: ArraySlice<UInt8>, _ name: PropertyName, limit: Int) {
    guard name.form != .text, let nameEnd = line.headEnd, let colon = line.valueColon(from: nameEnd)
    else { return nil }
    let hasHead = line.head(after: colon, name: line[..<nameEnd], form: name.form) != nil
    guard hasHead || name.mayNeedCorrection(line[(colon + 1)...]) else { return nil }
    self.name = name
    self.line = Array(line)
    self.limit = limit
    if hasHead { joinHeads() }
    correctValue()
  }

  /// Joins a value that begins like a content line with its property.
  ///
  /// `DTSTART:DTSTART;VALUE=DATE:…` and `DTSTART:VALUE=DATE:…` become `DTSTART;VALUE=DATE:…`. Each
  /// byte is looked at a bounded number of times, however often the name is repeated.
  private mutating func joinHeads() {
    let original = line[...]
    guard let nameEnd = original.headEnd, let first = original.valueColon(from: nameEnd) else {
      return
    }
    var joined: [UInt8] = []
    var (taken, colon) = (0, first)
    var hasMovedParameters = false
    while let head = original.head(after: colon, name: original[..<nameEnd], form: name.form) {
      joined += original[taken..<colon]
      if head.isParameter {
        joined.append(UInt8(ascii: ";"))
        hasMovedParameters = true
      }
      (taken, colon) = (head.rest, head.colon)
    }
    guard taken > 0 else { return }
    line = joined + original[taken...]
    report(
      original[(first + 1)...],
      fault: hasMovedParameters
        ? "has parameters after the colon" : "repeats the name of its property",
      meaning: line[...])
  }

  private mutating func correctValue() {
    guard name.hasTimes,
      let range = ContentLineRanges(line[...], line: line.indices, property: name)
    else {
      return
    }
    let value = line[(range.colon + 1)...]
    line.replaceSubrange((range.colon + 1)..., with: times(value))
  }

  private mutating func report(
    _ value: ArraySlice<UInt8>, fault: String, meaning: some Collection<UInt8>
  ) {
    guard findings.count < limit else { return }
    findings.append(
      .valueForgiven(
        property: name.rawValue, value: SourceProperty.excerpt(value), fault: fault,
        meaning: SourceProperty.excerpt(ArraySlice(meaning))))
  }
}

// MARK: - Dates and times

extension LineCorrection {
  private mutating func times(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var separator = UInt8(ascii: ",")
    if name.isTimeList, value.contains(UInt8(ascii: ";")) {
      let items = value.split { $0 == UInt8(ascii: ";") || $0 == separator }
        .map { $0.trimmed(where: \.isBlank) }
      // `20260105;TZID=…` is not a list: its second item is not a time.
      if items.allSatisfy({ $0.first?.isDigit ?? true }) {
        separator = UInt8(ascii: ";")
      }
    }
    let isSeparator = { $0 == UInt8(ascii: ",") || $0 == separator }
    let items = value.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
      .map { time($0) }
    let corrected = Array(items.joined(separator: CollectionOfOne(UInt8(ascii: ","))))
    if separator == UInt8(ascii: ";") {
      report(value, fault: "separates its times by semicolons", meaning: corrected)
    }
    return corrected
  }

  /// Corrects a time, or a period of two times or a time and a duration.
  private mutating func time(_ item: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var halves = item.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    for index in halves.indices {
      let half = halves[index].trimmed(where: \.isBlank)
      guard let midnight = half.midnightOfNextDay else { continue }
      report(half, fault: "has the hour 24", meaning: midnight)
      halves[index] = midnight[...]
    }
    guard halves.count == 2 else { return halves[0] }
    let start = halves[0].trimmed(where: \.isBlank)
    if name.namesStart, DateTimeText(start) != nil {
      report(item, fault: "is a period", meaning: start + Array(", its start".utf8))
      return start
    }
    return halves[0] + [UInt8(ascii: "/")] + halves[1]
  }
}

// MARK: - Heads

extension ArraySlice<UInt8> {
  /// The end of the property's name.
  fileprivate var headEnd: Int? {
    firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
  }

  /// The first colon outside of quotes from an index on.
  fileprivate func colon(from start: Int) -> Int? {
    ContentLineRanges.colon(in: span, start - startIndex..<count).map { $0 + startIndex }
  }

  /// The colon before the value: the first one outside of quotes, or else the first one.
  fileprivate func valueColon(from nameEnd: Int) -> Int? {
    colon(from: nameEnd) ?? self[nameEnd...].firstIndex(of: UInt8(ascii: ":"))
  }

  /// Reads the start of a value as a repeated name or as a parameter; nil if it is neither.
  ///
  /// - Returns: The index after the name or at the parameter, and the next colon.
  fileprivate func head(
    after colon: Int, name: ArraySlice<UInt8>, form: PropertyName.Form
  ) -> (isParameter: Bool, rest: Int, colon: Int)? {
    let value = self[(colon + 1)...].drop(while: \.isBlank)
    let start = value.startIndex
    let end = start + name.count
    if end < endIndex, self[end] == UInt8(ascii: ":") || self[end] == UInt8(ascii: ";"),
      zip(value, name).allSatisfy({ $0.upperCased == $1.upperCased })
    {
      return self.colon(from: end).map { (false, end, $0) }
    }
    // A date or a duration never begins like a parameter.
    guard form == .parameters, let equals = value.parameterNameEnd else { return nil }
    return self.colon(from: equals).map { (true, start, $0) }
  }

  /// The index of the equals sign if the slice begins with `NAME=`; otherwise nil.
  private var parameterNameEnd: Int? {
    let end = prefix(ReadingLimits.longestName)
      .firstIndex { !$0.isLetter && $0 != UInt8(ascii: "-") }
    guard let end, end > startIndex, self[end] == UInt8(ascii: "=") else { return nil }
    return end
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(upperCased) }
}

extension PropertyName {
  /// Whether the value has dates or times.
  fileprivate var hasTimes: Bool {
    switch self {
    case .start, .end, .due, .recurrenceDate, .exceptionDate, .recurrenceID, .trigger, .stamp,
      .lastModified, .acknowledged, .mozillaLastAcknowledged, .mozillaSnoozeTime:
      true
    default: false
    }
  }

  /// Whether the value is a list of times.
  fileprivate var isTimeList: Bool { self == .recurrenceDate || self == .exceptionDate }

  /// Whether the value names the start of an occurrence, so that a period means its start.
  fileprivate var namesStart: Bool { self == .exceptionDate || self == .recurrenceID }

  /// Whether a value may need a correction, from a quick look at its bytes.
  fileprivate func mayNeedCorrection(_ value: ArraySlice<UInt8>) -> Bool {
    guard hasTimes else { return false }
    for (index, byte) in zip(value.indices, value) {
      let next = index + 1 < value.endIndex ? value[index + 1] : 0
      switch byte {
      case UInt8(ascii: ";") where isTimeList, UInt8(ascii: "/") where namesStart: return true
      case UInt8(ascii: "T"), UInt8(ascii: "t"):
        if next == UInt8(ascii: "2"), value[(index + 2)...].first == UInt8(ascii: "4") {
          return true
        }
      default: break
      }
    }
    return false
  }
}
