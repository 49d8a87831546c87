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
  }

  /// TZID.
  var name: String
  /// X-LIC-LOCATION or TZID-ALIAS-OF.
  var place: String?
  /// TZURL.
  var address: String?
  /// The observances; empty if one of them can't be read.
  var observances: [Observance] = []
  /// Why the offsets can't be used; nil if they can.
  var fault: Fault?

  /// Why a VTIMEZONE can't be used.
  struct Fault: Error {
    /// The cause as a part of a sentence: `it lacks STANDARD and DAYLIGHT`.
    let cause: String
  }

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
    // TZID is TEXT here (RFC 5545, 3.8.3.1), and a parameter without escapes elsewhere.
    name = component.first(.zoneName).map { ZoneName.unescaped($0.value) } ?? ""
    place = (component.first(.zonePlace) ?? component.first(.zoneAlias))?.value
    address = component.first(.zoneAddress)?.value
    do throws(Fault) {
      observances = try TimeZoneDefinition.observances(component)
    } catch {
      fault = error
    }
  }

  private static func observances(_ component: SourceComponent) throws(Fault) -> [Observance] {
    let count = component.subcomponents.count
    guard !component.isTooLarge else {
      throw Fault(cause: "it has more than \(maximumSize >> 10) KiB")
    }
    guard !component.hasUnendedSubcomponent, component.subcomponents.allSatisfy(\.isEnded) else {
      throw Fault(cause: "the END of a component inside is missing")
    }
    guard count > 0 else { throw Fault(cause: "it lacks STANDARD and DAYLIGHT") }
    guard count <= maximumObservances else {
      throw Fault(cause: "it has more than \(maximumObservances) observances")
    }
    // Counted before any is parsed: a thousand definitions can have a thousand each.
    guard ruleCount(component) <= maximumRules else {
      throw Fault(cause: "it has more than \(maximumRules) rules")
    }
    var observances: [Observance] = []
    for subcomponent in component.subcomponents {
      observances.append(try Observance(subcomponent, isLone: count == 1))
    }
    return observances
  }

  private static func ruleCount(_ component: SourceComponent) -> Int {
    component.subcomponents.reduce(0) { sum, subcomponent in
      sum + subcomponent.properties.count { $0.name == .rule }
    }
  }
}

extension TimeZoneDefinition.Observance {
  /// The onset of a lone observance without DTSTART: before all events.
  private static let longAgo = CivilDateTime(CivilDate(uncheckedYear: 1601, month: 1, day: 1))

  /// Reads a STANDARD or DAYLIGHT.
  ///
  /// - Parameters:
  ///   - subcomponent: Its properties.
  ///   - isLone: Whether it is the only one of the VTIMEZONE. It then needs only TZOFFSETTO, since
  ///     the offset before it doesn't matter.
  /// - Throws: Why it can't be read.
  fileprivate init(
    _ subcomponent: SourceSubcomponent, isLone: Bool
  ) throws(TimeZoneDefinition.Fault) {
    func offset(_ property: SourceProperty) -> Int? {
      UTCOffset.seconds(property.value, readsMinutesAndSeconds: true)
    }
    let to = try Self.value(.offsetTo, of: subcomponent, offset)
    let from = try Self.value(
      .offsetFrom, of: subcomponent, default: isLone ? to : nil, offset)
    let start = try Self.value(.start, of: subcomponent, default: isLone ? Self.longAgo : nil) {
      DateTimeText($0.bytes)?.civil
    }
    self.init(start: start, offsetFrom: from, offsetTo: to)
    for property in subcomponent.properties {
      switch property.name {
      case .rule:
        guard let rule = try? RecurrenceRule(property.bytes), rule.frequency >= .monthly else {
          throw Self.fault(property)
        }
        rules.append(rule)
      case .recurrenceDate:
        for item in property.bytes.split(separator: UInt8(ascii: ",")) {
          guard let date = DateTimeText(item.prefix { $0 != UInt8(ascii: "/") }) else {
            throw Self.fault(property)
          }
          // An onset in UTC is turned into the clock that holds before it, as all others are.
          dates.append(date.isUTC ? date.civil + offsetFrom : date.civil)
          guard dates.count <= TimeZoneDefinition.maximumOnsets else {
            throw TimeZoneDefinition.tooManyOnsets
          }
        }
      default: break
      }
    }
  }

  /// Reads a required value, for which there can be a default.
  private static func value<Value>(
    _ name: PropertyName, of subcomponent: SourceSubcomponent, default assumed: Value? = nil,
    _ read: (SourceProperty) -> Value?
  ) throws(TimeZoneDefinition.Fault) -> Value {
    guard let property = subcomponent.first(name), !property.isEmpty else {
      if let assumed { return assumed }
      throw TimeZoneDefinition.Fault(cause: "a STANDARD or DAYLIGHT lacks \(name.rawValue)")
    }
    guard let value = read(property) else { throw fault(property) }
    return value
  }

  private static func fault(_ property: SourceProperty) -> TimeZoneDefinition.Fault {
    TimeZoneDefinition.Fault(
      cause: "its \(property.name.rawValue) \"\(property.excerpt)\" can't be read")
  }
}

extension TimeZoneDefinition {
  /// The fault of a definition with more onsets than are read.
  static let tooManyOnsets = Fault(cause: "it has more than \(maximumOnsets) onsets")
}
