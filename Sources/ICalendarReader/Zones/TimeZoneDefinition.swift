internal import CivilTime
internal import ICalendar

/// A VTIMEZONE: its names and the onsets of its offsets (RFC 5545, 3.6.5).
struct TimeZoneDefinition {
  /// A STANDARD or DAYLIGHT.
  struct Observance {
    /// The first onset, on the clock that holds before it.
    var start: CivilDateTime
    /// Seconds east of UTC before each onset.
    var offsetFrom: Int
    /// Seconds east of UTC from each onset on.
    var offsetTo: Int
    /// RRULE.
    var rules: [RecurrenceRule] = []
    /// RDATE.
    var dates: [CivilDateTime] = []

    /// Whether onsets come for ever.
    var isEndless: Bool { rules.contains { $0.count == nil && $0.until == nil } }
  }

  /// TZID.
  var name: String
  /// X-LIC-LOCATION or TZID-ALIAS-OF.
  var place: String?
  /// TZURL.
  var address: String?
  /// The observances; empty where one of them can't be read.
  var observances: [Observance] = []
  /// Whether something in it can't be read, so that its offsets are unknown.
  var isInvalid = false

  /// The largest definition whose observances are read, in bytes: 256 KiB.
  ///
  /// A thousand observances have 200 KiB.
  static let maximumSize = 1 << 18

  /// How much of a larger one is read for its names, in bytes: 16 KiB.
  ///
  /// They stand before the observances.
  static let sizeOfNames = 1 << 14

  /// The most observances that are read; a history since 1850 has at most 250.
  static let maximumObservances = 1_000

  /// The most rules that are read in all observances together; each has one, as a rule.
  static let maximumRules = 1_000

  /// The most onsets that are taken from one VTIMEZONE: twice a year for a thousand years.
  static let maximumOnsets = 2_000

  /// The names of the components that are observances.
  static let subcomponentNames = [PackedName("STANDARD"), PackedName("DAYLIGHT")]

  /// Reads a VTIMEZONE, or the names of one of which the END is missing.
  ///
  /// - Parameter component: What its lines say.
  init(_ component: SourceComponent) {
    name = component.first(.zoneName)?.value ?? ""
    place = (component.first(.zonePlace) ?? component.first(.zoneAlias))?.value
    address = component.first(.zoneAddress)?.value
    guard
      (1...TimeZoneDefinition.maximumObservances).contains(component.subcomponents.count),
      !component.hasUnendedSubcomponent, !component.isTooLarge,
      // Counted before any is parsed: a thousand definitions can have a thousand each.
      TimeZoneDefinition.ruleCount(component) <= TimeZoneDefinition.maximumRules
    else {
      isInvalid = true
      return
    }
    for subcomponent in component.subcomponents {
      guard subcomponent.isEnded, let observance = Observance(subcomponent) else {
        observances = []
        isInvalid = true
        return
      }
      observances.append(observance)
    }
  }

  private static func ruleCount(_ component: SourceComponent) -> Int {
    component.subcomponents.reduce(0) { sum, subcomponent in
      sum + subcomponent.properties.count { $0.name == .rule }
    }
  }
}

extension TimeZoneDefinition.Observance {
  /// Reads a STANDARD or DAYLIGHT; nil where it can't be read.
  fileprivate init?(_ subcomponent: SourceSubcomponent) {
    guard let start = subcomponent.first(.start).flatMap({ DateTimeText($0.bytes) }),
      let from = subcomponent.first(.offsetFrom).flatMap({ Self.offset($0.value) }),
      let to = subcomponent.first(.offsetTo).flatMap({ Self.offset($0.value) })
    else { return nil }
    self.init(start: start.civil, offsetFrom: from, offsetTo: to)
    for property in subcomponent.properties {
      switch property.name {
      case .rule:
        guard let rule = try? RecurrenceRule(property.bytes), rule.frequency >= .monthly else {
          return nil
        }
        rules.append(rule)
      case .recurrenceDate:
        for item in property.bytes.split(separator: UInt8(ascii: ",")) {
          guard let date = DateTimeText(item.prefix { $0 != UInt8(ascii: "/") }) else { return nil }
          // An onset in UTC is turned into the clock that holds before it, as all others are.
          dates.append(date.isUTC ? date.civil + offsetFrom : date.civil)
          guard dates.count <= TimeZoneDefinition.maximumOnsets else { return nil }
        }
      default: break
      }
    }
  }

  /// Seconds east of UTC of `+0100` or `-023015`.
  private static func offset(_ text: String) -> Int? {
    let bytes = Array(text.utf8).filter { $0 != UInt8(ascii: ":") }
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      bytes.count == 5 || bytes.count == 7
    else { return nil }
    var numbers: [Int] = []
    for index in stride(from: 1, to: bytes.count, by: 2) {
      let (tens, ones) = (Int(bytes[index]) - 0x30, Int(bytes[index + 1]) - 0x30)
      guard (0...9).contains(tens), (0...9).contains(ones) else { return nil }
      numbers.append(tens * 10 + ones)
    }
    guard numbers[0] < 60, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    var seconds = numbers.reduce(0) { $0 * 60 + $1 }
    // iCloud writes Berlin's local mean time of 1893, +005328, as +5328: no zone has 24 hours.
    if numbers.count == 2, numbers[0] < 24 { seconds *= 60 }
    guard seconds < 86_400 else { return nil }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
