public import CivilTime
public import ICalendar
public import NotificationTriggers
import ReminderExpansion
package import ReminderOptions

/// The user's response to a notification that was shown (`UNNotificationResponse`).
///
/// ```swift
/// let response = ReminderResponse(
///   actionIdentifier: "ics2notify.snooze",
///   requestIdentifier: "ics2notify.hGdCuLqtovNGemSk_UtwGBDw.W2T085000",
///   deliveredAt: Instant(iso8601: "2028-01-03T07:50:00Z")!)
/// print(response.action!)  // snooze
/// ```
public struct ReminderResponse: Hashable, Sendable {
  /// The pressed button; nil for other responses, such as a tap on the notification.
  public let action: NotificationAction.Kind?
  /// The identifier of the request that was shown.
  public let requestIdentifier: String
  /// The time at which it was shown.
  public let deliveredAt: Instant
  /// The `link` of its content, from `userInfo`.
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

/// The next step of an app after a response.
///
/// ```swift
/// let outcomes: [ResponseOutcome] = [.compileAnew, .open("https://meet.example.org/standup")]
/// print(outcomes.contains(.nothing))  // false
/// ```
public enum ResponseOutcome: Hashable, Sendable {
  /// The response changed the expected fires.
  ///
  /// Store the actions, compile a new plan and apply it.
  case compileAnew
  /// Open the link.
  ///
  /// Its scheme is `https` or another allowed one.
  case open(String)
  /// Do nothing, because no known button was pressed or no fires were left to end.
  case nothing
  /// The calendars no longer contain the reminder, so the response is ignored.
  case unknown
}

extension HandledReminders {
  /// The default length of a snooze, in seconds: nine minutes.
  public static let snoozeLength = 540

  /// Records the user's response to a notification.
  ///
  /// - "Done" ends all alarms of the occurrence. For a to-do, it also ends the nagging that it is
  ///   overdue.
  /// - "Stop Repeating" ends the repeats of the alarm for the occurrence.
  /// - "Snooze" makes the reminder due again and replaces an earlier snooze.
  /// - "Open" and "Join" change nothing.
  ///
  /// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
  ///
  /// ```swift
  /// let request = Compilation(of: [standUp], options).plan.requests[0]
  /// let snooze = ReminderResponse(
  ///   actionIdentifier: "ics2notify.snooze", requestIdentifier: request.identifier,
  ///   deliveredAt: request.nextFire)
  /// var later = options
  /// later.now = request.nextFire
  /// print(later.handled.handle(snooze, of: [standUp], options: later))  // compileAnew
  /// let soonest = Compilation(of: [standUp], later).plan.requests.map(\.nextFire).min()!
  /// print(soonest)  // 2028-01-03T07:59:00Z
  /// ```
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - components: The components of all calendars, the same as for the plan.
  ///   - options: The options of the plan, with `now` set to the time of the response and
  ///     `deviceZone` to the device's zone when the notification was shown. Their `handled` is
  ///     ignored in favor of this value.
  ///   - snoozeLength: The length of a snooze from `now`, in seconds. It is clamped to the range
  ///     from one second to a year.
  /// - Returns: The next step of the app.
  public mutating func handle(
    _ response: ReminderResponse, of components: [CalendarComponent],
    options: NotificationOptions, snoozeLength: Int = snoozeLength
  ) -> ResponseOutcome {
    switch response.action {
    case nil: return .nothing
    case .open, .join: return response.link.map { .open($0) } ?? .nothing
    case .snooze, .done, .stopRepeat: break
    }
    var options = options
    // Notifications of ended reminders may still be on screen, and users can answer them.
    options.handled = snoozes
    let all = DeliveredReminder.all(for: response, components: components, options: options)
    guard !all.isEmpty else { return .unknown }
    let pressedAt = max(options.now, response.deliveredAt)
    var outcome = ResponseOutcome.nothing
    // One snooze is enough for reminders that rang together.
    for fired in response.action == .snooze ? Array(all.prefix(1)) : all {
      guard
        let (action, end) = action(
          for: response, to: fired, at: pressedAt, snoozeLength: snoozeLength)
      else { continue }
      add(
        Record(
          uid: fired.uid, source: fired.source, distinction: fired.distinction,
          occurrence: fired.occurrence, action: action, fired: fired.at, end: end))
      outcome = .compileAnew
    }
    return outcome
  }

  /// Marks an occurrence as done, also before it is due.
  ///
  /// None of its alarms fires from then on. An occurrence that is marked early costs slots until it
  /// is over, because the requests of a series that repeat would fire for it, too.
  ///
  /// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
  ///
  /// ```swift
  /// var done = options
  /// let isKnown = done.handled.markDone(
  ///   uid: "standup@example.org", occurrence: "2028-01-04T08:00:00Z")
  /// print(isKnown, Compilation(of: [standUp], done).plan.fireCount)  // true 261
  /// ```
  ///
  /// - Parameters:
  ///   - uid: The UID of the series.
  ///   - occurrence: The name of the occurrence, its original start, as in `userInfo` and in
  ///     ``ReminderPlans/Plan/Request/occurrenceName``: in UTC with `Z`, as a local time, or as a
  ///     date.
  ///   - source: The `source` of the components; empty without one.
  /// - Returns: Whether the name is an instant, a local time or a date; otherwise nothing is
  ///   recorded.
  @discardableResult
  public mutating func markDone(uid: String, occurrence: String, source: String = "") -> Bool {
    guard let start = SeriesActions.start(named: occurrence, in: .gmt) else { return false }
    add(
      Record(
        uid: uid, source: source, distinction: "", occurrence: occurrence, action: .done,
        fired: start, end: start + HandledReminders.longestOccurrence))
    return true
  }

  /// The time after the start of an occurrence from which an early action is forgotten, in seconds:
  /// a year, because alarms can follow the start by weeks.
  private static let longestOccurrence = 366 * 86_400

  /// Returns the action for a response, with the last instant at which it applies; nil for no
  /// action.
  private func action(
    for response: ReminderResponse, to fired: DeliveredReminder, at pressedAt: Instant,
    snoozeLength: Int
  ) -> (Action, end: Instant?)? {
    switch response.action {
    case .snooze:
      let length = min(max(1, snoozeLength), Nag.longestInterval * 86_400)
      let until = pressedAt + length
      // A late response to the snooze must still find it.
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
