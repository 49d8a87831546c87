import CivilTime
import ICalendar

@testable import ICalendarReader
@testable import Libical

/// Where libical 3.0.16 reads a line otherwise than our own grammar, and the lines on which it may.
///
/// On every other line the two have to be equal.
enum LibicalDifference: Hashable, CaseIterable {
  /// It misreads the parameters without a sign: the reader uses our own grammar.
  case misread(LibicalFault)

  // It drops the line or marks an error, and the reader uses our own grammar.

  /// It knows no such property: PROXIMITY (RFC 9074, 8.1), or a name with odd characters.
  case unknownName
  /// What follows a semicolon is the value where there is no colon.
  case noColon
  /// One bad parameter spoils the line, even one that says nothing about times.
  case badParameter
  /// VALUE has to be a type that the property can have.
  case otherValueType
  /// An empty value drops the property.
  case emptyValue

  // The reader takes such values as they stand.

  /// A value that isn't written as its type wants it: dropped, or something else made of it.
  case looseValue
  /// The parts of a rule are written anew in another order and with other bounds.
  case looseRule

  /// It misreads the text without a sign: the reader uses our own grammar.
  case misreadText(LibicalTextFault)

  static let allCases: [LibicalDifference] =
    LibicalFault.allCases.map { .misread($0) } + [
      .unknownName, .noColon, .badParameter, .otherValueType, .emptyValue, .looseValue, .looseRule,
    ] + LibicalTextFault.allCases.map { .misreadText($0) }

  /// Whether the two may differ so on a line.
  func applies(to line: ContentLineParts?, knownNames: Set<String>) -> Bool {
    guard let line else { return self == .noColon }
    return switch self {
    case .noColon: false
    case .misread(let fault): fault.applies(to: line)
    case .unknownName: !line.isKnown(knownNames)
    case .badParameter:
      line.parameters.contains {
        !$0.isEmpty && [nil, $0.startIndex].contains($0.firstIndex(of: 0x3D))
      }
    case .otherValueType: line.hasOtherValueType
    case .emptyValue: line.value.allSatisfy(\.isSpace)
    case .looseValue: line.hasLooseValue
    case .looseRule: line.hasLooseRule
    case .misreadText(let fault): line.property?.form == .text && fault.applies(to: line)
    }
  }
}

extension ContentLineParts {
  fileprivate func isKnown(_ names: Set<String>) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      byte == 0x2D || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
    }
    return isPlain && (name.hasPrefix("X-") || names.contains(name)) && name != "PROXIMITY"
  }

  /// Each VALUE, in upper case and without quotes.
  fileprivate var valueTypes: [String] {
    parameters.filter { $0.starts(with: "VALUE=".utf8) { $0.upperCased == $1 } }.map {
      (ParameterValue.text($0.dropFirst(6)) ?? "").uppercased()
    }
  }

  fileprivate var hasOtherValueType: Bool {
    let types: Set<String> =
      switch property {
      case .start, .end, .due, .recurrenceID, .exceptionDate: ["DATE", "DATE-TIME"]
      case .recurrenceDate: ["DATE", "DATE-TIME", "PERIOD"]
      case .trigger: ["DURATION", "DATE-TIME"]
      case let name where name?.form == .text: ["TEXT"]
      default: []
      }
    return !valueTypes.allSatisfy(types.contains)
  }

  /// Whether the value isn't plainly what its property and VALUE want.
  fileprivate var hasLooseValue: Bool {
    let text = String(decoding: value.trimmed(where: \.isBlank), as: UTF8.self)
    let isTime = { (text: Substring) in
      text.wholeMatch(of: /[0-9]{8}(T[0-9]{6}Z?)?/) != nil && DateTimeText(text) != nil
    }
    let days = /[+-]?P[0-9]{1,4}[WD]/
    let clock = /[+-]?P([0-9]{1,4}D)?T(?=.)([0-9]{1,4}H)?([0-9]{1,4}M)?([0-9]{1,4}S)?/
    let isDuration = { (text: Substring) in
      text.wholeMatch(of: days) != nil || text.wholeMatch(of: clock) != nil
    }
    switch property {
    case .start, .end, .due, .recurrenceID, .stamp, .lastModified, .completed, .acknowledged:
      return !isTime(text[...])
    case .exceptionDate:
      return !text.split(separator: ",", omittingEmptySubsequences: false)
        .allSatisfy(isTime)
    case .recurrenceDate:
      return !text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { piece in
        let halves = piece.split(separator: "/", omittingEmptySubsequences: false)
        guard valueTypes.last == "PERIOD" else { return isTime(piece) }
        return halves.count == 2 && isTime(halves[0]) && halves[0].contains("T")
          && (isTime(halves[1]) && halves[1].contains("T") || isDuration(halves[1]))
      }
    case .trigger:
      return valueTypes.last == "DATE-TIME" ? !isTime(text[...]) : !isDuration(text[...])
    case .duration: return !isDuration(text[...])
    case .sequence, .priority, .percentComplete, .repetition:
      return text.wholeMatch(of: /[0-9]{1,9}/) == nil
    default: return name == "CREATED" && !isTime(text[...])
    }
  }

  fileprivate var hasLooseRule: Bool {
    guard property == .rule || property == .exceptionRule else { return false }
    let text = String(decoding: value, as: UTF8.self)
    guard let rule = try? RecurrenceRule(text) else { return true }
    return rule.description != text || rule.interval > Int(Int16.max)
  }
}
