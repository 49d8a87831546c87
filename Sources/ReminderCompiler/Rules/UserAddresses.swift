import ICalendar

/// The addresses of who is reminded, of which PARTSTAT counts.
struct UserAddresses: Hashable, Sendable {
  /// The addresses in lower case.
  private let addresses: [String]

  /// Takes addresses, with `mailto:` or without.
  ///
  /// - Parameter addresses: The addresses; upper and lower case are the same.
  init(_ addresses: some Sequence<String>) {
    self.addresses = addresses.map { CalendarUser($0).address.lowercased() }
  }

  /// Whether there is none.
  var isEmpty: Bool { addresses.isEmpty }

  /// Whether an address is one of them.
  func contains(_ address: String) -> Bool { addresses.contains(address.lowercased()) }
}
