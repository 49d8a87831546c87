package import CivilTime
import Digests
package import ICalendar
package import NotificationTriggers

/// Makes the identifiers of requests, so that a recompiled request replaces the pending one.
///
/// An identifier has these parts: `ics2notify.`, a digest of the UID, a digest of the alarm, `.`,
/// and the trigger's form or the fire's instant. For a repeat, `.` and its number follow. It has at
/// most 63 bytes, one less than the limit of collapse identifiers in Apple's push service. It does
/// not depend on now. The alarm of an override has another digest than that of the master only if
/// the override shows other content or has other alarms.
// Identifiers are part of the output format: changing one orphans a pending request.
package enum RequestIdentifier {
  /// The identity of a series: its UID, and a distinction if several series of one run share the
  /// UID.
  package struct SeriesIdentity: Hashable, Sendable {
    package let uid: String
    package let distinction: String
    /// The prefix of all request identifiers of series with the UID.
    let prefix: String

    package init(uid: String, distinction: String = "") {
      self.uid = uid
      self.distinction = distinction
      prefix = RequestIdentifier.prefix(ofUID: uid)
    }
  }

  package static func prefix(ofUID uid: String) -> String {
    namespace + SHA256.shortDigest(of: uid.utf8, digits: digestDigits)
  }

  /// The number of characters of ``prefix(ofUID:)``.
  package static let lengthOfUIDPrefix = namespace.count + digestDigits

  package static func thread(ofCalendar name: String) -> String {
    "\(namespace)calendar." + SHA256.shortDigest(of: name.utf8, digits: digestDigits)
  }

  /// Returns the prefix of all request identifiers of an alarm, up to the trigger's form.
  package static func prefix(
    of series: SeriesIdentity, recurrenceID: String?, alarm: AlarmIdentity
  ) -> String {
    // Length prefixes keep different lists of parts apart.
    let parts = [series.uid, series.distinction, recurrenceID ?? "", alarm.text]
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return series.prefix + SHA256.shortDigest(of: text.utf8, digits: digestDigits)
  }

  package static func identifier(_ prefix: String, form: String, repetition: Int = 0) -> String {
    "\(prefix).\(form)\(repetition > 0 ? ".\(repetition)" : "")"
  }

  /// The identifier of the request that asks the user to open the app.
  package static let renewalNudge = "\(namespace)renewal"

  /// Returns whether an identifier was made by this type.
  package static func isOwn(_ identifier: String) -> Bool { identifier.hasPrefix(namespace) }

  /// Returns the prefix of an own identifier, up to the trigger's form.
  package static func prefix(of identifier: String) -> Substring {
    let form = identifier.dropFirst(namespace.count).firstIndex(of: ".") ?? identifier.endIndex
    return identifier[..<form]
  }

  private static let namespace = "ics2notify."

  /// The number of digits of each digest: 72 bits.
  ///
  /// An alarm is identified by 144 bits, so finding a UID with the prefix of another person's is
  /// not feasible.
  private static let digestDigits = 12
}

extension CalendarPattern {
  /// The form of a trigger in identifiers: its date components from the month down.
  ///
  /// `M03W1O4T023000` is month 3, weekday 1, weekday ordinal 4 at 02:30:00.
  ///
  /// A missing hour or minute is `--`, as in truncated forms of ISO 8601. `W2N3R1T090000` is every
  /// third Monday: of the weeks since 1970, those whose number has the remainder 1.
  // This is part of the output format, because identifiers contain it.
  package var identifierForm: String {
    let days =
      switch days {
      case .everyDay, .once: ""
      case .weekday(let weekday): "W\(weekday.foundationNumber)"
      case .dayOfMonth(let day): "D\(day.padded(to: 2))"
      case .date(let month, let day): "M\(month.padded(to: 2))D\(day.padded(to: 2))"
      case .ordinalWeekday(let month, let weekday, let ordinal):
        "M\(month.padded(to: 2))W\(weekday.foundationNumber)O\(ordinal)"
      }
    let step = step.map { $0.every > 1 ? "N\($0.every)R\($0.remainder)" : "" } ?? ""
    let time = components
    var form = days + step + "T"
    for number in [time.hour, time.minute, time.second] { form += number?.padded(to: 2) ?? "--" }
    return form
  }
}

/// The identity of an alarm within its component, based on its properties rather than its position.
///
/// It is the same in every export, and adding an alarm before others does not change it. The UIDs
/// of alarms (RFC 9074, section 4) only order alarms with equal properties. Calendars give the
/// alarms of overrides other UIDs than those of the master, although they are the same alarms.
package struct AlarmIdentity: Hashable, Sendable {
  /// The trigger, its reference and the action.
  private let statement: String
  /// The index among the component's alarms with equal properties, in order of UID and then of
  /// position.
  private let place: Int

  /// The text of the identity, which identifiers contain in a digest.
  // This is part of the output format. Changing it orphans pending requests.
  var text: String { "\(statement)#\(place)" }

  package static let snooze = AlarmIdentity(statement: "snooze", place: 0)
  package static let overdue = AlarmIdentity(statement: "overdue", place: 0)

  /// Returns the identities of a component's alarms, in order of position; nil for an alarm that
  /// never fires.
  package static func all(of alarms: [Alarm?]) -> [AlarmIdentity?] {
    let statements = alarms.map { $0.map(statement) }
    var places: [String: Int] = [:]
    var identities: [AlarmIdentity?] = Array(repeating: nil, count: alarms.count)
    let order = alarms.indices.sorted { left, right in
      let (own, other) = (alarms[left]?.uid ?? "", alarms[right]?.uid ?? "")
      return own.utf8.elementsEqual(other.utf8)
        ? left < right : own.utf8.lexicographicallyPrecedes(other.utf8)
    }
    for index in order {
      guard let statement = statements[index] else { continue }
      identities[index] = AlarmIdentity(statement: statement, place: places[statement, default: 0])
      places[statement, default: 0] += 1
    }
    return identities
  }

  private static func statement(_ alarm: Alarm) -> String {
    let trigger =
      switch alarm.trigger {
      case .relative(let duration, .start): "start\(duration.days)d\(duration.seconds)s"
      case .relative(let duration, .end): "end\(duration.days)d\(duration.seconds)s"
      case .timeOfDay(let time, 0, .start): "time\(time.secondOfDay)s"
      case .timeOfDay(let time, let days, .start): "time\(days)d\(time.secondOfDay)s"
      case .timeOfDay(let time, let days, .end): "endtime\(days)d\(time.secondOfDay)s"
      case .absolute(let instant): instant.basicFormat
      }
    return "\(trigger) \(alarm.action.rawValue)"
  }
}

/// The information in the part of an identifier after the digests: when a request fires and which
/// repeat it is.
///
/// A device reports only the identifiers of pending requests, in no particular order. So this
/// information decides their order of importance.
package struct IdentifierSuffix: Hashable, Sendable {
  package let identifier: String
  /// The prefix of its alarm's request identifiers.
  package let prefix: String
  /// The instant of a one-shot; nil for repeating requests and for unknown forms.
  package let instant: Instant?
  package let repetition: Int
  private let isKnown: Bool
  /// The form of a request that is counted from an instant; nil for others.
  let interval: IntervalForm?

  package init(of identifier: String) {
    self.identifier = identifier
    let prefix = RequestIdentifier.prefix(of: identifier)
    self.prefix = String(prefix)
    let words = identifier.dropFirst(prefix.count).split(separator: ".")
    isKnown = !words.isEmpty
    interval = words.first.flatMap { IntervalForm($0) }
    instant = words.first.flatMap { Instant(iso8601: String($0)) }
    repetition = words.count > 1 ? words.last.flatMap { Int($0) } ?? 0 : 0
  }

  /// The place of the kind: repeating requests first, because removing one loses all its fires,
  /// then one-shots.
  private var kind: Int { isKnown ? (instant == nil ? 0 : 1) : 2 }
}

extension IdentifierSuffix: Comparable {
  /// Sorts by importance: repeating requests, then by instant, then first alerts before repeats.
  package static func < (left: IdentifierSuffix, right: IdentifierSuffix) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    if let own = left.instant, let other = right.instant, own != other { return own < other }
    if left.repetition != right.repetition { return left.repetition < right.repetition }
    return left.identifier.utf8.lexicographicallyPrecedes(right.identifier.utf8)
  }
}

/// Checks that each identifier of a plan is unique on a layer.
package struct IdentifierCheck {
  private let layer: NotificationLayer
  private var known: Set<String>
  package private(set) var diagnostics: [Diagnostic] = []

  package init(_ known: [String] = [], on layer: NotificationLayer) {
    self.layer = layer
    self.known = Set(known.map(layer.distinctPart))
  }

  /// Adds an identifier and returns whether it is unique; otherwise adds a diagnostic.
  package mutating func insert(
    _ identifier: String, at location: SourceLocation?, uid: String?
  ) -> Bool {
    if known.insert(layer.distinctPart(of: identifier)).inserted { return true }
    diagnostics.append(
      Diagnostic(
        .identifierTaken(identifier: identifier), at: location, uid: uid))
    return false
  }
}

/// The identifier of a request on a layer.
extension NotificationLayer {
  /// The layer's form of an identifier: a text, or an integer as a text.
  private func identifier(of own: String) -> String {
    switch identifierForm {
    case .text, .hashedText: own
    case .integer: String(RequestIdentifier.integer(of: own))
    case .uuid: RequestIdentifier.uuid(of: own)
    }
  }

  /// The part by which the layer tells two identifiers apart.
  fileprivate func distinctPart(of own: String) -> String {
    identifierForm == .hashedText
      ? String(RequestIdentifier.javaHash(of: own)) : identifier(of: own)
  }
}

extension RequestIdentifier {
  /// Returns an integer for a layer that takes 32 bits with a sign: the first 32 bits of the digest,
  /// of which the first one is cleared.
  // Part of the output format, like the identifiers themselves.
  package static func integer(of identifier: String) -> Int {
    let digits = SHA256.hexadecimalDigest(of: identifier.utf8).prefix(8)
    return (Int(digits, radix: 16) ?? 0) & 0x7FFF_FFFF
  }

  /// Returns a UUID derived from an identifier (RFC 9562, 5.8).
  package static func uuid(of identifier: String) -> String {
    var digits = Array(SHA256.hexadecimalDigest(of: identifier.utf8).utf8.prefix(32))
    digits[12] = UInt8(ascii: "8")
    // The variant: the two bits 10.
    digits[16] = Array("89ab".utf8)[Int(digits[16] & 3)]
    for place in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the hash that Java gives the text (`String.hashCode`).
  static func javaHash(of identifier: String) -> Int32 {
    identifier.utf16.reduce(0) { 31 &* $0 &+ Int32($1) }
  }
}

extension Finding {
  package static func identifierTaken(identifier: String) -> Finding {
    Finding(
      "identifier-taken", .error,
      message: "two requests have the identifier \(identifier); a device keeps one, and the "
        + "other is left out")
  }
}
