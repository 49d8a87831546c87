/// Somebody who organizes or attends: ORGANIZER or ATTENDEE (RFC 5545, 3.3.3).
///
/// ```swift
/// let invited = CalendarUser("ann@example.org", name: "Ann", participation: "declined")
/// print(invited.address, invited.participation)  // ann@example.org DECLINED
/// ```
public struct CalendarUser: Hashable, Sendable {
  /// The address, without `mailto:`.
  public var address: String
  /// CN, the name that is shown; empty where there is none.
  public var name: String
  /// PARTSTAT in upper case: NEEDS-ACTION where nothing is said (RFC 5545, 3.2.12).
  public var participation: String

  /// Makes a calendar user.
  ///
  /// - Parameters:
  ///   - address: The address; `mailto:` before it is left out.
  ///   - name: CN.
  ///   - participation: PARTSTAT, in any case; empty for what stands for nothing.
  public init(_ address: String, name: String = "", participation: String = "") {
    let scheme = "mailto:"
    self.address =
      address.lowercased().hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : address
    self.name = name
    self.participation =
      participation.isEmpty ? "NEEDS-ACTION" : participation.uppercased()
  }
}
