public import CivilTime
public import ICalendar
public import NotificationTriggers

/// The requests that an app adds, in order of rank, and what they promise.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let request = plan.requests[0]
/// print(request.rank, request.content.title, request.nextFire)  // 1 Stand-up 2028-01-03T07:50:00Z
/// print(request.identifier)  // ics2notify.hGdCuLqtovNGemSk_UtwGBDw.W2T085000
/// print(plan.exactUntil == nil, plan.dropped.isEmpty)  // true true
/// // As the program writes it, and as an app on another device reads it.
/// let stored = try Plan(json: plan.json())
/// print(stored.requests.count, stored.fireCount)  // 5 262
/// ```
public struct Plan: Sendable {
  /// A request of the plan.
  public struct Request: Sendable {
    /// The place in the order of importance, from 1.
    ///
    /// An app adds the last rank first: the system keeps the requests that were added last.
    public internal(set) var rank: Int
    /// The request's identifier: the same whenever the same alarm is compiled.
    public let identifier: String
    /// The UID of the series that it serves; nil for the request that asks to open the app.
    public let uid: String?
    /// What tells its series from others with the same UID; empty where there are none.
    var distinction = ""
    /// The alarm of the series, from 0; nil where it serves none.
    public let alarm: Int?
    /// Which repeat it serves, from 1; 0 for first alerts.
    public let repetition: Int
    /// What it shows.
    public let content: NotificationContent
    /// What the alarm that it serves shows of itself; nil where it serves none.
    var asked: ReminderContent?
    /// The occurrence that its first fire reminds of; nil where that is none, or one of several.
    public internal(set) var occurrence: OccurrenceTimes?
    /// What names that occurrence wherever it has been moved: its original start; nil where it
    /// repeats.
    public internal(set) var occurrenceName: String?
    /// When it fires.
    public let trigger: NotificationTrigger
    /// Its first fire.
    public let nextFire: Instant
    /// Up to when it fires nothing that isn't asked; nil where nothing but itself says so.
    public let provenUntil: Instant?
    /// When it has to be taken away; nil for never.
    public let removeBy: Instant?
    /// Those of its fires that quiet hours moved, with the instants that were asked for.
    var movedFires: [Instant: Instant] = [:]
    /// The instant that was asked for in place of ``nextFire``, where quiet hours moved it; nil where
    /// they didn't.
    public var movedFrom: Instant? { movedFires[nextFire] }
    /// Those of its fires before the horizon that are echoes, ascending.
    public internal(set) var echoes: [Instant] = []
    /// CATEGORIES of what it reminds of, safe to show: the first hundred.
    public internal(set) var tags: [String] = []
    /// What the calendar is called that asks for it, safe to show; empty where it has no name.
    public internal(set) var calendarName = ""
    /// PRIORITY of what it reminds of, from 1 for the highest to 9; 0 for none.
    public internal(set) var priority = 0
  }

  /// The instant that the plan is made for.
  public let now: Instant
  /// The end of what was looked at.
  public let horizonEnd: Instant
  /// The zone of the device.
  public let deviceZone: Zone
  /// The next renewal, when the plan is made anew at the latest.
  public let renewal: Instant
  /// How the plan compares with what the calendar asks for.
  public let verdict: Verdict
  /// The slots that the system has.
  public let limit: Int
  /// The slots that the plan may fill: those that are neither reserved nor taken by others.
  public internal(set) var slots: Int
  /// The requests by rank.
  public internal(set) var requests: [Request]
  /// What is left out.
  public let dropped: [DroppedFires]
  /// What buttons its requests have: for an app to register once.
  public internal(set) var categories: [NotificationCategory] = []
  /// What was found wrong.
  public var diagnostics: [Diagnostic]
  /// How many fires the calendar asks for between now and the horizon.
  public let fireCount: Int
  /// How many reminders rules leave out that would be due between now and the horizon.
  public internal(set) var ruledOut = 0

  /// The first instant at which a first alert is missed or a fire isn't asked for; nil for none
  /// before the horizon's end.
  public var exactUntil: Instant? { verdict.exactUntil }

  /// Likewise for repeats.
  public var repeatsUntil: Instant? { verdict.repeatsUntil }

  /// When the plan has to be made anew: where it stops being exact, or where a request has to be
  /// taken away; nil for never before the horizon's end.
  public var renewBy: Instant? {
    ([exactUntil] + requests.map(\.removeBy)).compactMap { $0 }.min()
  }
}

extension Plan {
  /// The request with an identifier, such as a step of a ``PlanDifference`` names; nil for none.
  public func request(withIdentifier identifier: String) -> Request? {
    requests.first { $0.identifier == identifier }
  }
}

extension Plan.Request {
  /// The most categories that are told: more than anybody gives.
  static let maximumTags = 100

  /// The request with what is known of the component that asks for it.
  func describing(_ asked: ReminderContent?) -> Plan.Request {
    var request = self
    request.asked = asked
    request.tags = (asked?.tags ?? []).prefix(Plan.Request.maximumTags).map(AlarmTexts.line)
      .filter { !$0.isEmpty }
    request.calendarName = AlarmTexts.line(asked?.calendarName ?? "")
    request.priority = asked?.priority ?? 0
    return request
  }

  /// The reminder that it serves; nil where it serves none.
  var reminder: Reminder.ID? {
    guard let uid, let alarm else { return nil }
    return Reminder.ID(uid: uid, distinction: distinction, alarm: alarm)
  }
}

extension Plan {
  /// Whether its requests are of several calendars, so that it is worth saying which.
  package var hasCalendars: Bool { Set(requests.map(\.calendarName)).count > 1 }

  /// The plan without the requests of some identifiers.
  package func without(_ identifiers: Set<String>) -> Plan {
    guard !identifiers.isEmpty else { return self }
    var plan = self
    plan.requests.removeAll { identifiers.contains($0.identifier) }
    return plan
  }

  /// The plan without the requests that fire no more from an instant on: a system drops them when
  /// they are added.
  package func withoutPast(at now: Instant) -> Plan {
    var plan = self
    plan.requests.removeAll { request in
      request.trigger.nextFire(after: now, addedAt: now, deviceZone: deviceZone) == nil
    }
    return plan
  }
}
