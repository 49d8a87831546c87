import CivilTime
import Digests
package import ICalendar
import NotificationTriggers

/// How requests are named, so that one that is compiled anew replaces the pending one.
///
/// `ics2notify.` + a digest of the UID + a digest of all that tells the alarm from others + `.` +
/// the trigger's form, or the fire's instant, + `.` + the repeat where it is one: 63 bytes at most,
/// one less than a collapse identifier of Apple's push service may have. The name depends neither
/// on now nor on content but for an override that shows the same as its master or not.
// Identifiers are part of the output format: changing one orphans a pending request.
package enum RequestIdentifier {
  /// What a series is told by: its UID, and more where several series of one run share it.
  package struct SeriesName: Hashable, Sendable {
    let uid: String
    /// What tells it from others with its UID; empty where there are none.
    let distinction: String
    /// What the identifiers of all requests of a series with the UID begin with.
    let prefix: String

    /// Names a series.
    package init(uid: String, distinction: String = "") {
      self.uid = uid
      self.distinction = distinction
      prefix = RequestIdentifier.prefix(ofUID: uid)
    }
  }

  /// What the identifiers of all requests of a series begin with.
  package static func prefix(ofUID uid: String) -> String {
    namespace + SHA256.shortDigest(of: uid.utf8, digits: digestDigits)
  }

  /// What notifications of a calendar are grouped by.
  static func thread(ofCalendar name: String) -> String {
    "\(namespace)calendar." + SHA256.shortDigest(of: name.utf8, digits: digestDigits)
  }

  /// What the identifiers of all requests of an alarm begin with, up to the trigger's form.
  package static func prefix(
    of series: SeriesName, recurrenceID: String?, alarm: AlarmIdentity
  ) -> String {
    // With their lengths in front, no two lists of parts make the same text.
    let parts = [series.uid, series.distinction, recurrenceID ?? "", alarm.text]
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return series.prefix + SHA256.shortDigest(of: text.utf8, digits: digestDigits)
  }

  /// The identifier of a request.
  package static func identifier(_ prefix: String, form: String, repetition: Int = 0) -> String {
    "\(prefix).\(form)\(repetition > 0 ? ".\(repetition)" : "")"
  }

  /// The identifier of the request that asks to open the app.
  package static let renewalNudge = "\(namespace)renewal"

  /// Whether an identifier is one of ours.
  package static func isOwn(_ identifier: String) -> Bool { identifier.hasPrefix(namespace) }

  /// What an identifier of ours begins with, up to the trigger's form.
  package static func prefix(of identifier: String) -> Substring {
    let form = identifier.dropFirst(namespace.count).firstIndex(of: ".") ?? identifier.endIndex
    return identifier[..<form]
  }

  private static let namespace = "ics2notify."

  /// The digits of each of the two digests: 72 bits, so that an alarm is told by 144 bits, and
  /// nobody finds a UID with the beginning of somebody else's.
  private static let digestDigits = 12
}

extension CalendarPattern {
  /// The form of a trigger in identifiers: the date components from the month down, as
  /// `M03W1O4T023000` for month 3, weekday 1, weekday ordinal 4 at 02:30:00.
  ///
  /// An hour or a minute that is absent is `--`, as where ISO 8601 leaves out what is understood.
  // Part of the output format: identifiers contain it.
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
    let time = components
    return days + "T"
      + [time.hour, time.minute, time.second].map { $0?.padded(to: 2) ?? "--" }.joined()
  }
}

/// What tells the alarms of a component apart in every export of it: what each says, not where it
/// stands.
///
/// Adding an alarm in front of others renames nothing. The UIDs of alarms (RFC 9074, 4) decide only
/// between those that say the same: calendars give the alarms of overrides other UIDs than those of
/// the event, and the two are one alarm all the same.
package struct AlarmIdentity: Hashable, Sendable {
  /// Trigger, what it counts from, and action.
  private let statement: String
  /// The place among alarms of the component that say the same, by their UIDs, then their order.
  private let place: Int

  /// What stands for it in identifiers.
  // Part of the output format: changing it orphans pending requests.
  var text: String { "\(statement)#\(place)" }

  /// The snoozes of a component, which belong to no alarm.
  package static let snooze = AlarmIdentity(statement: "snooze", place: 0)
  /// What nags about an overdue to-do.
  package static let overdue = AlarmIdentity(statement: "overdue", place: 0)

  /// The identities of a component's alarms, in the order in which they stand; nil for one that
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
      case .timeOfDay(let time, 0): "time\(time.secondOfDay)s"
      case .timeOfDay(let time, let days): "time\(days)d\(time.secondOfDay)s"
      case .absolute(let instant): instant.basicFormat
      }
    return "\(trigger) \(alarm.action.rawValue)"
  }
}

/// When a request fires and which repeat it is, as far as its identifier says: what stands behind
/// the hash.
///
/// A device tells which identifiers are pending, in no order, and nothing else. So this is all that
/// is known of what they matter: of two forms, the one that matters more comes first.
struct RequestForm: Hashable, Sendable {
  /// The identifier.
  let identifier: String
  /// What the identifiers of its alarm's requests begin with.
  let prefix: String
  /// The instant of a one-shot; nil for what repeats, and where the identifier doesn't say.
  let instant: Instant?
  let repetition: Int
  private let isKnown: Bool

  init(of identifier: String) {
    self.identifier = identifier
    let prefix = RequestIdentifier.prefix(of: identifier)
    self.prefix = String(prefix)
    let words = identifier.dropFirst(prefix.count).split(separator: ".")
    isKnown = !words.isEmpty
    instant = words.first.flatMap { Instant(iso8601: String($0)) }
    repetition = words.count > 1 ? words.last.flatMap { Int($0) } ?? 0 : 0
  }

  /// The place among kinds: what repeats, since all of its fires are gone with it, then one-shots.
  private var kind: Int { isKnown ? (instant == nil ? 0 : 1) : 2 }
}

extension RequestForm: Comparable {
  /// Orders what matters more first: what repeats, then by instant, first alerts before repeats.
  static func < (left: RequestForm, right: RequestForm) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    if let own = left.instant, let other = right.instant, own != other { return own < other }
    if left.repetition != right.repetition { return left.repetition < right.repetition }
    return left.identifier.utf8.lexicographicallyPrecedes(right.identifier.utf8)
  }
}

/// The identifiers of a plan, each once: a promise that is looked at like all others.
struct UniqueIdentifiers {
  private var known: Set<String>
  /// What was found to be named like something else.
  private(set) var diagnostics: [Diagnostic] = []

  /// Knows some identifiers already.
  init(_ known: [String] = []) {
    self.known = Set(known)
  }

  /// Takes an identifier, unless another request has it.
  mutating func insert(
    _ identifier: String, at location: SourceLocation?, uid: String?
  ) -> Bool {
    if known.insert(identifier).inserted { return true }
    diagnostics.append(
      Diagnostic(
        .identifierTaken(identifier: identifier), at: location, uid: uid))
    return false
  }
}

extension Finding {
  /// Two requests with one identifier.
  package static func identifierTaken(identifier: String) -> Finding {
    Finding(
      "identifier-taken", .error,
      message: "two requests have the identifier \(identifier), of which a device keeps one; the "
        + "other is left out")
  }
}
