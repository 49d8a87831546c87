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
    "ics2notify.\(hexadecimal(hash(uid.utf8), digits: 16))"
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
    let series = "\(recurrenceID ?? "")#\(reminder.alarm)"
    let alarm = hash(series.utf8) & 0xffff_ffff
    return prefix(ofUID: reminder.uid) + hexadecimal(alarm, digits: 8) + ".\(form)"
      + (repetition > 0 ? ".\(repetition)" : "")
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
