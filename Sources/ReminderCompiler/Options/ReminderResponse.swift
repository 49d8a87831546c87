public import CivilTime
public import ICalendar
public import NotificationTriggers

/// What a user did with a notification that was shown (`UNNotificationResponse`).
///
/// ```swift
/// let response = ReminderResponse(
///   actionIdentifier: "ics2notify.snooze",
///   requestIdentifier: "ics2notify.hGdCuLqtovNGemSk_UtwGBDw.W2T085000",
///   deliveredAt: Instant(iso8601: "2028-01-03T07:50:00Z")!)
/// print(response.action!)  // snooze
/// ```
public struct ReminderResponse: Hashable, Sendable {
  /// The button that was pressed; nil for none of ours, such as a tap on the notification itself.
  public let action: NotificationAction.Kind?
  /// The identifier of the request that was shown.
  public let requestIdentifier: String
  /// When it was shown.
  public let deliveredAt: Instant
  /// What its content had as ``NotificationTriggers/NotificationContent/link``, in `userInfo`.
  public let link: String?

  /// Makes a response.
  public init(
    actionIdentifier: String, requestIdentifier: String, deliveredAt: Instant, link: String? = nil
  ) {
    action = NotificationAction.Kind(actionIdentifier: actionIdentifier)
    self.requestIdentifier = requestIdentifier
    self.deliveredAt = deliveredAt
    self.link = link
  }
}

/// What there is to do after a user has done something with a notification.
///
/// ```swift
/// let outcomes: [ResponseOutcome] = [.compileAnew, .open("https://meet.example.org/standup")]
/// print(outcomes.contains(.nothing))  // false
/// ```
public enum ResponseOutcome: Hashable, Sendable {
  /// Something was remembered that changes what is asked for: keep it, compile a plan with it and
  /// apply that.
  case compileAnew
  /// The link is to be opened, `https` or another scheme that may be.
  case open(String)
  /// Nothing: no button of ours was pressed, or nothing more was to come.
  case nothing
  /// The calendars have what was shown no more, so that nothing can be said of it.
  case unknown
}

extension HandledReminders {
  /// How long a snooze lasts unless an app says something else, in seconds: nine minutes.
  public static let snoozeLength = 540

  /// Takes up what a user did with a notification.
  ///
  /// - "Done" ends all alarms of the occurrence, and of a to-do the nagging that it is overdue.
  /// - "Stop Repeat" ends the repeats of the alarm for the occurrence.
  /// - "Snooze" has it due again; a snooze before is replaced.
  /// - "Open" and "Join" change nothing.
  ///
  /// With `standUp` and `options` of the example of ``Compiler``:
  ///
  /// ```swift
  /// let request = Compiler.plan(for: [standUp], options).requests[0]
  /// let snooze = ReminderResponse(
  ///   actionIdentifier: "ics2notify.snooze", requestIdentifier: request.identifier,
  ///   deliveredAt: request.nextFire)
  /// var later = options
  /// later.now = request.nextFire
  /// print(later.handled.handle(snooze, of: [standUp], later))  // compileAnew
  /// let soonest = Compiler.plan(for: [standUp], later).requests.map(\.nextFire).min()!
  /// print(soonest)  // 2028-01-03T07:59:00Z
  /// ```
  ///
  /// - Parameters:
  ///   - response: What was done, and with what.
  ///   - components: The components of all calendars, as the plan was compiled of them.
  ///   - options: The options that it was compiled with, `now` being when the button was pressed,
  ///     and `deviceZone` the device's zone when it was shown.
  ///     What they have in `handled` is replaced by this memory.
  ///   - snoozeLength: How long a snooze lasts from `now` on, in seconds: at least one, at most a
  ///     year.
  /// - Returns: What there is to do.
  public mutating func handle(
    _ response: ReminderResponse, of components: [CalendarComponent],
    _ options: NotificationOptions, snoozeLength: Int = snoozeLength
  ) -> ResponseOutcome {
    switch response.action {
    case nil: return .nothing
    case .open, .join: return response.link.map { .open($0) } ?? .nothing
    case .snooze, .done, .stopRepeat: break
    }
    var options = options
    // What was ended before may still be shown, and be answered.
    options.handled = snoozes
    let all = FiredReminder.all(response, components, options)
    guard !all.isEmpty else { return .unknown }
    let pressedAt = max(options.now, response.deliveredAt)
    var outcome = ResponseOutcome.nothing
    // A snooze is wanted once.
    for fired in response.action == .snooze ? Array(all.prefix(1)) : all {
      guard let (deed, end) = deed(response, fired, at: pressedAt, snoozeLength: snoozeLength)
      else { continue }
      add(
        Mark(
          uid: fired.uid, source: fired.source, distinction: fired.distinction,
          occurrence: fired.occurrence, deed: deed, fired: fired.at, end: end))
      outcome = .compileAnew
    }
    return outcome
  }

  /// What is remembered of a response, and how long; nil for nothing.
  private func deed(
    _ response: ReminderResponse, _ fired: FiredReminder, at pressedAt: Instant,
    snoozeLength: Int
  ) -> (Deed, end: Instant?)? {
    switch response.action {
    case .snooze:
      let length = min(max(1, snoozeLength), Nag.longestInterval * 86_400)
      let until = pressedAt + length
      // Whoever answers the snooze late is still to be understood.
      return (.snoozed(until: until), until + HandledReminders.longestDelay)
    case .done where fired.isToDo && !fired.occurrence.isEmpty: return (.done, nil)
    case .done where !fired.occurrence.isEmpty: return fired.lastFire.map { (.done, $0) }
    case .done, .stopRepeat:
      if fired.isOverdue { return (.stopped(alarm: nil), nil) }
      guard let alarm = fired.alarm, let end = fired.lastRepeat else { return nil }
      if fired.occurrence.isEmpty {
        return fired.absolute.map { (.stoppedAbsolute($0), end) }
      }
      return (.stopped(alarm: alarm), end)
    case .open, .join, nil: return nil
    }
  }
}
