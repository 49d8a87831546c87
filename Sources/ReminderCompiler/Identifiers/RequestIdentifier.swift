import CivilTime
import Digests
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
    /// UID.
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
  ///
  /// - Parameter uid: The series.
  /// - Returns: The prefix, for removing the series whole.
  package static func prefix(ofUID uid: String) -> String {
    namespace + SHA256.shortDigest(of: uid.utf8, digits: digestDigits)
  }

  /// What notifications of a calendar are grouped by.
  ///
  /// - Parameter name: What the calendar is called.
  /// - Returns: The same for each calendar of the name.
  static func thread(ofCalendar name: String) -> String {
    "\(namespace)calendar." + SHA256.shortDigest(of: name.utf8, digits: digestDigits)
  }

  /// What the identifiers of all requests of an alarm begin with, up to the trigger's form.
  ///
  /// - Parameters:
  ///   - series: The series.
  ///   - recurrenceID: The occurrence, where its override shows something of its own.
  ///   - alarm: The alarm.
  /// - Returns: The prefix, without the point behind it.
  package static func prefix(
    of series: SeriesName, recurrenceID: String?, alarm: AlarmIdentity
  ) -> String {
    // With their lengths in front, no two lists of parts make the same text.
    let parts = [series.uid, series.distinction, recurrenceID ?? "", alarm.text]
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return series.prefix + SHA256.shortDigest(of: text.utf8, digits: digestDigits)
  }

  /// The identifier of a request.
  ///
  /// - Parameters:
  ///   - prefix: What the identifiers of its alarm begin with.
  ///   - form: The trigger's form, or a fire's instant.
  ///   - repetition: The repeat, from 1; 0 for the first alert.
  /// - Returns: The identifier.
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
