/// How requests are named, so that one that is compiled anew replaces the pending one.
///
/// `ics2notify.` + a hash of the UID + a hash of (RECURRENCE-ID where it matters, alarm) + `.` + the
/// trigger's form, or the fire's instant, + `.` + the repeat where it is one. The name does not
/// depend on now, nor on content but for an override that shows the same as its master or not.
// Identifiers are part of the output format: changing one orphans a pending request.
package enum RequestIdentifier {
  /// What the identifiers of all requests of a series begin with.
  ///
  /// - Parameter uid: The series.
  /// - Returns: The prefix, for removing the series whole.
  package static func prefix(ofUID uid: String) -> String {
    "\(namespace)\(hexadecimal(hash(uid.utf8), digits: 16))"
  }

  /// The identifier of a request.
  ///
  /// - Parameters:
  ///   - reminder: The reminder that it serves.
  ///   - recurrenceID: The RECURRENCE-ID of the override whose content it shows.
  ///   - form: The trigger's canonical form, or a fire's instant.
  ///   - repetition: The repeat, from 1; 0 for the first alert.
  /// - Returns: The identifier.
  package static func identifier(
    of reminder: Reminder.ID, recurrenceID: String?, form: String, repetition: Int
  ) -> String {
    prefix(of: reminder, recurrenceID: recurrenceID) + ".\(form)"
      + (repetition > 0 ? ".\(repetition)" : "")
  }

  /// What the identifiers of all requests of an alarm begin with, up to the trigger's form.
  ///
  /// - Parameters:
  ///   - reminder: The alarm.
  ///   - recurrenceID: The RECURRENCE-ID of the override whose content is shown.
  /// - Returns: The prefix, without the point behind it.
  package static func prefix(of reminder: Reminder.ID, recurrenceID: String?) -> String {
    prefix(ofUID: reminder.uid) + short(hash("\(recurrenceID ?? "")#\(reminder.alarm)".utf8))
  }

  /// The identifier of the request that nags about an overdue to-do.
  ///
  /// - Parameters:
  ///   - uid: The to-do.
  ///   - form: The trigger's canonical form.
  /// - Returns: The identifier.
  package static func identifier(ofOverdue uid: String, form: String) -> String {
    "\(prefix(ofUID: uid))\(short(hash("#overdue".utf8))).\(form)"
  }

  /// The identifier of the request that asks to open the app.
  package static let renewalNudge = "\(namespace)renewal"

  /// Whether an identifier is one of ours.
  static func isOwn(_ identifier: String) -> Bool { identifier.hasPrefix(namespace) }

  /// What an identifier of ours begins with, up to the trigger's form.
  static func prefix(of identifier: String) -> Substring {
    let form = identifier.dropFirst(namespace.count).firstIndex(of: ".") ?? identifier.endIndex
    return identifier[..<form]
  }

  private static let namespace = "ics2notify."

  private static func short(_ hash: UInt64) -> String {
    hexadecimal(hash & 0xffff_ffff, digits: 8)
  }

  /// FNV-1a with 64 bits: stable over runs and machines, unlike `Hasher`.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
