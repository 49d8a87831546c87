package import CivilTime

/// The notifications on the screen, and the commands that run in place of notifications.
extension DesktopState {
  /// The notifications without an outcome that were shown by a server, or by a command.
  private func places(on server: ServerConnection?) -> [Int] {
    shown.indices.filter { shown[$0].outcome == nil && shown[$0].server == server }
  }

  /// Whether a notification waits or is on the screen.
  package var hasWork: Bool { !pending.isEmpty || shown.contains(where: \.isOnScreen) }

  /// The notifications on the screen of a server, with their numbers.
  package func onScreen(
    of server: ServerConnection
  ) -> [(number: UInt32, notification: ReminderNotification)] {
    places(on: server).map { (shown[$0].serverIdentifier, shown[$0].notification) }
  }

  /// The notification with a number on the screen of a server; nil without one.
  package func onScreen(_ number: UInt32, of server: ServerConnection) -> ReminderNotification? {
    onScreen(of: server).last { $0.number == number }?.notification
  }

  /// Marks the earlier notifications of the same alarm on the screen of a server as replaced.
  ///
  /// One stays for ten seconds at least, for missed reminders are shown all at once.
  ///
  /// - Returns: Their numbers.
  package mutating func replace(
    by notification: ReminderNotification, on server: ServerConnection, at now: Instant
  ) -> [UInt32] {
    places(on: server).compactMap { place in
      let earlier = shown[place]
      guard earlier.notification.dueAt < notification.dueAt,
        now - earlier.at >= 10,
        earlier.notification.replacement == notification.replacement
      else { return nil }
      shown[place].outcome = .replaced
      return earlier.serverIdentifier
    }
  }

  /// Remembers that a server shows a notification, which is pending no more.
  ///
  /// The number is the one by which the server knows it; 0 if the server gives none.
  package mutating func show(
    _ notification: ReminderNotification, on server: ServerConnection, as number: UInt32,
    at now: Instant
  ) {
    pending.removeAll { $0.identifier == notification.identifier }
    let same = shown.first {
      $0.isOnScreen && $0.notification.identifier == notification.identifier
    }
    shown.removeAll { $0.number == same?.number }
    add(
      ShownNotification(
        notification, at: now, on: server, as: number, outcome: number == 0 ? .shown : nil),
      number: same?.number)
  }

  /// Takes a pending notification for a command; nil if it isn't pending.
  package mutating func take(_ identifier: String, at now: Instant) -> ReminderNotification? {
    guard let place = pending.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    let notification = pending.remove(at: place)
    add(ShownNotification(notification, at: now))
    return notification
  }

  /// Makes all notifications pending again that other servers have on their screens.
  ///
  /// - Parameters:
  ///   - server: The present server; nil without one.
  ///   - bus: The identifier of the present bus. Notifications on another bus are from an earlier
  ///     session, and count as missed.
  ///   - lateness: The treatment of missed notifications.
  package mutating func putBackAll(
    but server: ServerConnection?, on bus: String, _ lateness: ShowSettings.Lateness
  ) {
    let lost = shown.filter { $0.isOnScreen && $0.server != server }
    shown.removeAll { $0.isOnScreen && $0.server != server }
    var missed = lost.filter { $0.server?.bus != bus }.map(\.notification)
    if lateness == .summary, missed.count > DesktopState.maximumSingles {
      missed = DesktopState.joined(missed.flatMap(\.reminders), as: .missed)
    }
    pending = missed + lost.filter { $0.server?.bus == bus }.map(\.notification) + pending
  }

  /// Remembers the outcome of a notification on the screen of a server.
  package mutating func close(
    _ number: UInt32, of server: ServerConnection, as outcome: ShownNotification.Outcome
  ) {
    let place = places(on: server).last { shown[$0].serverIdentifier == number }
    if let place { shown[place].outcome = outcome }
  }

  /// The last notification that was shown, or the one with a number; nil without one.
  package func lastShown(number: Int?) -> ShownNotification? {
    shown.last { number == nil ? $0.outcome != .skipped : $0.number == number }
  }

  /// Remembers how the user answers a notification that was shown, on the screen or not.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - outcome: The answer.
  package mutating func answer(number: Int, as outcome: ShownNotification.Outcome) {
    let place = shown.lastIndex { $0.number == number }
    if let place { shown[place].outcome = outcome }
  }

  /// The notifications whose commands run.
  package var running: [ShownNotification] { places(on: nil).map { shown[$0] } }

  /// Remembers how a command has ended.
  package mutating func ended(_ identifier: String, as outcome: ShownNotification.Outcome) {
    let place = places(on: nil).last { shown[$0].notification.identifier == identifier }
    if let place { shown[place].outcome = outcome }
  }
}
