package import CivilTime

/// The notifications on the screen, and the commands that run instead of notifications.
extension DesktopState {
  /// Returns the indices of the notifications without an outcome that a server has shown; with nil,
  /// those of commands.
  private func places(on server: ServerConnection?) -> [Int] {
    shown.indices.filter { shown[$0].outcome == nil && shown[$0].server == server }
  }

  /// Whether a notification is pending or on the screen.
  package var hasWork: Bool { !pending.isEmpty || shown.contains(where: \.isOnScreen) }

  /// Returns the notifications on a server's screen, with their identifiers.
  package func onScreen(
    of server: ServerConnection
  ) -> [(number: UInt32, notification: ReminderNotification)] {
    places(on: server).map { (shown[$0].serverIdentifier, shown[$0].notification) }
  }

  /// Returns the notification with an identifier on a server's screen, or nil.
  package func onScreen(_ number: UInt32, of server: ServerConnection) -> ReminderNotification? {
    onScreen(of: server).last { $0.number == number }?.notification
  }

  /// Returns the number on the command line of a notification on a server's screen; nil without it.
  package func number(onScreen number: UInt32, of server: ServerConnection) -> Int? {
    places(on: server).last { shown[$0].serverIdentifier == number }.map { shown[$0].number }
  }

  /// Marks earlier notifications of the same alarm on a server's screen as replaced.
  ///
  /// A notification is replaced after ten seconds at the earliest, since missed reminders are shown
  /// all at once.
  ///
  /// - Returns: The identifiers of the replaced notifications.
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

  /// Records that a server shows a pending notification under an identifier, or 0 without one, and
  /// that the program has to play its sound.
  package mutating func show(
    _ notification: ReminderNotification, on server: ServerConnection, as number: UInt32,
    at now: Instant, sound: ShownNotification.Sound? = nil
  ) {
    pending.removeAll { $0.identifier == notification.identifier }
    let same = shown.first {
      $0.isOnScreen && $0.notification.identifier == notification.identifier
    }
    shown.removeAll { $0.number == same?.number }
    add(
      ShownNotification(
        notification, at: now, on: server, as: number, outcome: number == 0 ? .shown : nil,
        sound: sound),
      number: same?.number)
  }

  /// Whether a notification is pending or on a server's screen, so that no other process has
  /// answered or removed it.
  package func isOpen(_ identifier: String) -> Bool {
    pending.contains { $0.identifier == identifier }
      || shown.contains { $0.isOnScreen && $0.notification.identifier == identifier }
  }

  /// Records that the sound of a notification on the screen is not played any more.
  package mutating func endSound(of identifier: String) {
    for place in shown.indices where shown[place].notification.identifier == identifier {
      shown[place].sound = nil
    }
  }

  /// Removes and returns a pending notification for which a command starts; nil if it isn't
  /// pending.
  package mutating func take(_ identifier: String, at now: Instant) -> ReminderNotification? {
    guard let place = pending.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    let notification = pending.remove(at: place)
    add(ShownNotification(notification, at: now))
    return notification
  }

  /// Makes notifications pending again that other servers had on their screens.
  ///
  /// - Parameters:
  ///   - server: The present server; nil without one.
  ///   - bus: The identifier of the present bus. Notifications on another bus are from an earlier
  ///     session and count as missed.
  ///   - lateness: How missed reminders are shown.
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

  /// Records the outcome of a notification on a server's screen.
  package mutating func close(
    _ number: UInt32, of server: ServerConnection, as outcome: ShownNotification.Outcome
  ) {
    let place = places(on: server).last { shown[$0].serverIdentifier == number }
    if let place { shown[place].outcome = outcome }
  }

  /// Returns the last notification that was shown, or the one with a number, or nil.
  package func lastShown(number: Int?) -> ShownNotification? {
    shown.last { one in
      number.map { one.number == $0 } ?? (one.outcome != .skipped && one.outcome != .gone)
    }
  }

  /// Records the user's answer to the notification with a number, on the screen or not.
  package mutating func answer(number: Int, as outcome: ShownNotification.Outcome) {
    let place = shown.lastIndex { $0.number == number }
    if let place { shown[place].outcome = outcome }
  }

  /// The notifications whose commands are running.
  package var running: [ShownNotification] { places(on: nil).map { shown[$0] } }

  /// Records the outcome of a command.
  package mutating func ended(_ identifier: String, as outcome: ShownNotification.Outcome) {
    let place = places(on: nil).last { shown[$0].notification.identifier == identifier }
    if let place { shown[place].outcome = outcome }
  }
}
