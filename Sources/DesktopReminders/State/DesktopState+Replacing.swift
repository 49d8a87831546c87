package import CivilTime

/// Which notification a later one takes the place of.
extension DesktopState {
  /// How long a notification stays before another one can take its place, in seconds: units of one
  /// run start in any order.
  private static let shortestStay = 10

  /// The notifications of the same alarm that still wait on the screen of a server, and the numbers
  /// by which it knows them.
  ///
  /// - Parameters:
  ///   - notification: The later one.
  ///   - server: The server's name on the bus; numbers of another one mean nothing to it.
  ///   - now: When the later one is shown; what was shown with it, as all that was missed is, stays.
  ///   - number: The number that the server has given to one that waits.
  /// - Returns: The notifications, the oldest first.
  package func replaced(
    by notification: ReminderNotification, on server: String?, now: Instant,
    number: (String) -> Int?
  ) -> [(identifier: String, server: Int)] {
    guard let server else { return [] }
    return shown.compactMap { one in
      guard one.outcome == nil || one.outcome == .shown, one.server == server,
        one.notification.dueAt < notification.dueAt,
        now - one.at >= DesktopState.shortestStay,
        one.notification.replacement == notification.replacement,
        one.notification.identifier != notification.identifier,
        let number = one.serverIdentifier ?? number(one.notification.identifier)
      else { return nil }
      return (one.notification.identifier, number)
    }
  }

  /// Has a notification pending again that was not shown after all.
  package mutating func putBack(_ notification: ReminderNotification) {
    shown.removeAll { $0.notification.identifier == notification.identifier && $0.outcome == nil }
    pending.append(notification)
  }
}
