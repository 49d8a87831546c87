package import CivilTime

/// Notifications on the screen.
extension DesktopState {
  /// How long a notification stays before a later one of its alarm can take its place, in seconds.
  ///
  /// Missed notifications of one alarm, which are shown at once, therefore all stay.
  private static let shortestStay = 10

  /// The notifications on a server that have no outcome yet.
  private func places(on server: ServerConnection?) -> [Int] {
    shown.indices.filter { shown[$0].outcome == nil && shown[$0].server == server }
  }

  /// Whether anything waits to be shown or is on the screen.
  package var hasWork: Bool {
    !pending.isEmpty || shown.contains { $0.outcome == nil && $0.server != nil }
  }

  /// The numbers of the notifications on the screen of a server.
  package func numbers(on server: ServerConnection) -> Set<UInt32> {
    Set(places(on: server).compactMap { shown[$0].serverIdentifier })
  }

  /// What is on the screen of a server, with its numbers.
  package func onScreen(
    of server: ServerConnection
  ) -> [(number: UInt32, notification: ReminderNotification)] {
    places(on: server).compactMap { place in
      shown[place].serverIdentifier.map { ($0, shown[place].notification) }
    }
  }

  /// The notification on the screen of a server that has a number there.
  package func onScreen(_ number: UInt32, of server: ServerConnection) -> ReminderNotification? {
    places(on: server).last { shown[$0].serverIdentifier == number }
      .map { shown[$0].notification }
  }

  /// Takes a pending notification, so that it is shown once.
  ///
  /// - Parameters:
  ///   - identifier: The notification.
  ///   - server: The server that shows it; nil for a command of the user's.
  ///   - now: Now.
  /// - Returns: The notification, and the numbers on that server of earlier ones of the same alarm,
  ///   which are replaced, the oldest first; nil if it isn't pending.
  package mutating func take(
    _ identifier: String, for server: ServerConnection?, at now: Instant
  ) -> (notification: ReminderNotification, replaced: [UInt32])? {
    guard let place = pending.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    let notification = pending.remove(at: place)
    var replaced: [UInt32] = []
    if let server {
      for place in places(on: server) {
        let earlier = shown[place]
        guard earlier.notification.dueAt < notification.dueAt,
          now - earlier.at >= DesktopState.shortestStay,
          earlier.notification.replacement == notification.replacement,
          let number = earlier.serverIdentifier
        else { continue }
        replaced.append(number)
        shown[place].outcome = .replaced
      }
    }
    add(ShownNotification(notification, at: now, on: server))
    return (notification, replaced)
  }

  /// Remembers the number that a server has given to a notification; 0 if it gives none.
  package mutating func shown(
    _ identifier: String, on server: ServerConnection, as number: UInt32
  ) {
    let place = places(on: server).last { shown[$0].notification.identifier == identifier }
    guard let place else { return }
    shown[place].serverIdentifier = number
    if number == 0 { shown[place].outcome = .shown }
  }

  /// Has a notification pending again that a server has not shown.
  package mutating func putBack(_ identifier: String, on server: ServerConnection) {
    // The last, since it may be what the server can't show.
    pending += takeBack { $0.server == server && $0.notification.identifier == identifier }
  }

  /// Makes all notifications pending again that were sent to a server and have no outcome.
  ///
  /// - Parameters:
  ///   - server: The server whose numbered notifications stay on its screen; nil for none.
  ///   - bus: The identifier of the present bus. Notifications on another bus are from an earlier
  ///     session, and count as missed.
  ///   - lateness: The treatment of missed notifications.
  package mutating func putBackAll(
    but server: ServerConnection? = nil, on bus: String, _ lateness: ShowSettings.Lateness
  ) {
    let missed = takeBack { $0.server?.bus != bus }
    let present = takeBack { $0.server != server || !$0.isOnScreen }
    pending =
      (lateness == .summary
        ? DesktopState.summarized(missed) : missed) + present + pending
  }

  /// Notifications of an earlier session: more than a few become one.
  private static func summarized(_ missed: [ReminderNotification]) -> [ReminderNotification] {
    missed.count > maximumSingles ? joined(missed.flatMap(\.reminders), as: .missed) : missed
  }

  /// Removes notifications without an outcome from those that were shown.
  private mutating func takeBack(
    where isMeant: (ShownNotification) -> Bool
  ) -> [ReminderNotification] {
    let isTaken: (ShownNotification) -> Bool = {
      $0.outcome == nil && $0.server != nil && isMeant($0)
    }
    let taken = shown.filter(isTaken)
    shown.removeAll(where: isTaken)
    return taken.map(\.notification)
  }

  /// Remembers what became of a notification on the screen of a server.
  package mutating func close(
    _ number: UInt32, of server: ServerConnection, as outcome: ShownNotification.Outcome
  ) {
    let place = places(on: server).last { shown[$0].serverIdentifier == number }
    if let place { shown[place].outcome = outcome }
  }

  /// The notifications for which a command of the user's runs.
  package var running: [ShownNotification] {
    places(on: nil).map { shown[$0] }
  }

  /// Remembers how a command of the user's has ended.
  package mutating func ended(_ identifier: String, as outcome: ShownNotification.Outcome) {
    let place = places(on: nil).last { shown[$0].notification.identifier == identifier }
    if let place { shown[place].outcome = outcome }
  }
}
