public import CivilTime
public import ICalendar
public import NotificationTriggers
package import ReminderExpansion
public import ReminderOptions
public import ReminderPlanning

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The requests that an app adds, in order of rank, with their verdict.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// let plan = Compilation(of: [standUp], options).plan
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
    /// The place of the request in the order of importance, from 1.
    ///
    /// Add the request with the last rank first. The system keeps the requests that were added
    /// last.
    public internal(set) var rank: Int
    /// The identifier.
    ///
    /// It is the same whenever the same alarm is compiled.
    public let identifier: String
    /// The UID of the series; nil for the request that asks the user to open the app.
    public let uid: String?
    /// Distinguishes the series from others with the same UID; empty if the UID is unique.
    var distinction = ""
    /// The index of the alarm in the series, from 0; nil if the request is not for an alarm.
    public let alarm: Int?
    /// The number of the repeat, from 1; 0 for first alerts.
    public let repetition: Int
    /// The content of the notification.
    public let content: NotificationContent
    /// The content that the calendar specifies for the alarm; nil if the request is not for an
    /// alarm.
    package var reminderContent: ReminderContent?
    /// The occurrence of the first fire; nil if the fire has none, or one of several.
    public internal(set) var occurrence: OccurrenceTimes?
    /// The name of this occurrence: its original start, which stays the same if the occurrence is
    /// moved; nil if the request repeats.
    public internal(set) var occurrenceName: String?
    /// The trigger.
    public let trigger: NotificationTrigger
    /// The instant at which the request has to be added, because its alerts are counted from it;
    /// nil if it can be added at any time.
    ///
    /// Each alert comes as late as the request was added, at most a minute. If the instant is
    /// longer ago, the request is pending: adding it again would move its alerts.
    public internal(set) var countsFrom: Instant?
    /// The first fire.
    public let nextFire: Instant
    /// The instant before which it never fires unexpectedly; nil without a proof.
    public let provenUntil: Instant?
    /// The removal date, by which the app has to remove it; nil for never.
    public let removeBy: Instant?
    /// The fires that quiet hours moved, with their original instants.
    package var movedFires: [Instant: Instant] = [:]
    /// The original instant of ``nextFire`` if quiet hours moved it; otherwise nil.
    public var movedFrom: Instant? { movedFires[nextFire] }
    /// The echoes that it fires before the horizon, ascending.
    public internal(set) var echoes: [Instant] = []
    /// An alert of a repeating request, which belongs to an occurrence.
    package struct Alert: Sendable {
      /// The instant of the alert.
      package let at: Instant
      /// The name of the occurrence: its original start.
      package let occurrence: String
    }
    /// The latest alert of the two days before the plan, and those up to the renewal, if an
    /// occurrence has other alerts, too; only for layers.
    ///
    /// An app needs them to stop the alerts of one occurrence.
    package var alerts: [Alert] = []
    /// The most alerts that are listed.
    static let maximumAlerts = 200
    /// The name of the occurrence of an overdue to-do; nil for other requests.
    package var overdueOccurrence: String?
    /// The CATEGORIES of the component, safe to show; at most 100.
    public internal(set) var tags: [String] = []
    /// The name of the calendar, safe to show; empty without a name.
    public internal(set) var calendarName = ""
    /// The PRIORITY of the component, from 1 (highest) to 9; 0 for none.
    public internal(set) var priority = 0
  }

  /// The layer that schedules the requests.
  ///
  /// The JSON form is for UserNotifications; that for another layer is a `LayerDocument`.
  public internal(set) var layer = NotificationLayer.apple
  /// The instant of compilation.
  public let now: Instant
  /// The end of the horizon.
  public let horizonEnd: Instant
  /// The time zone of the device.
  public let deviceZone: Zone
  /// The next renewal: the deadline that the plan was made with, by which the app makes a new one.
  public let renewal: Instant
  /// The result of comparing the plan with the calendar.
  public let verdict: Verdict
  /// The number of slots that the system has.
  public let limit: Int
  /// The number of slots that the plan may use, without those that are reserved or taken by other
  /// requests.
  public internal(set) var slots: Int
  /// The requests in order of rank.
  public internal(set) var requests: [Request]
  /// The fires that are missed, by reminder and reason.
  public let dropped: [DroppedFires]
  /// The notification categories of its requests with their buttons, which the app registers once.
  public internal(set) var categories: [NotificationCategory] = []
  /// The diagnostics of the compilation.
  public var diagnostics: [Diagnostic]
  /// The number of expected fires between now and the horizon.
  public let fireCount: Int
  /// The number of reminders with fires between now and the horizon that rules exclude.
  public internal(set) var ruledOut = 0

  /// The first instant at which a first alert is missed or an unexpected fire occurs; nil for none
  /// before the horizon's end.
  public var exactUntil: Instant? { verdict.exactUntil }

  /// The first instant at which a repeat is missed or fires unexpectedly; nil for none before the
  /// horizon's end.
  public var repeatsUntil: Instant? { verdict.repeatsUntil }

  /// The date on which the plan stops being exact, by a missed alert or by a removal date; nil for
  /// never before the horizon's end.
  ///
  /// ``renewal`` is the deadline that the plan was made with; the plan has to be made anew by the
  /// earlier of both.
  public var renewBy: Instant? {
    ([exactUntil] + requests.map(\.removeBy)).compactMap { $0 }.min()
  }
}

extension Plan {
  /// Returns the request with an identifier, such as that of a ``PlanDifference/Step``; nil for
  /// none.
  public func request(withIdentifier identifier: String) -> Request? {
    requests.first { $0.identifier == identifier }
  }
}

extension Plan.Request {
  /// The limit of categories, which is more than calendars use.
  static let maximumTags = 100

  func describing(_ reminderContent: ReminderContent?) -> Plan.Request {
    var request = self
    request.reminderContent = reminderContent
    request.tags = (reminderContent?.tags ?? []).prefix(Plan.Request.maximumTags).map(
      AlarmTexts.line
    )
    .filter { !$0.isEmpty }
    request.calendarName = AlarmTexts.line(reminderContent?.calendarName ?? "")
    request.priority = reminderContent?.priority ?? 0
    return request
  }

  package var reminder: Reminder.ID? {
    guard let uid, let alarm else { return nil }
    return Reminder.ID(uid: uid, distinction: distinction, alarm: alarm)
  }
}

extension Plan {
  /// Whether the requests are from several calendars, so that the output should name them.
  package var hasCalendars: Bool { Set(requests.map(\.calendarName)).count > 1 }

  package func without(_ identifiers: Set<String>) -> Plan {
    guard !identifiers.isEmpty else { return self }
    var plan = self
    plan.requests.removeAll { identifiers.contains($0.identifier) }
    return plan
  }

  /// Returns the plan without requests that do not fire after an instant, because systems drop such
  /// requests when they are added.
  package func withoutPast(at now: Instant) -> Plan {
    var plan = self
    plan.requests.removeAll { request in
      request.trigger.nextFire(after: now, addedAt: now, deviceZone: deviceZone) == nil
    }
    return plan
  }
}

/// The JSON form is the format of plans, see ics2notify(5).
extension Plan: Codable {
  /// The version of the format.
  ///
  /// It increases when an older reader could misread a plan.
  public static let formatVersion = 1

  /// The plan as a document that is the same for the same plan, byte for byte.
  ///
  /// Keys are sorted, but ``categories`` come last, since they are the same for each plan of a
  /// language. Absent values are `null`. A line end follows the last one.
  ///
  /// - Returns: UTF-8.
  /// - Throws: An error of the encoder, which no plan causes.
  public func json() throws -> Data {
    // Both are indented alike: the members of one object follow those of the other.
    try PlanBody(plan: self).documentBytes().dropLast("\n}\n".utf8.count) + Data(",".utf8)
      + PlanCategories(categories: categories).documentBytes().dropFirst("{".utf8.count)
  }

  /// The plan in one line, for a reader of many plans: without ``categories``, which are the same
  /// for each plan of a language.
  package func jsonLine() throws -> [UInt8] { try PlanBody(plan: self).lineBytes() }

  /// Reads a plan from a document, which need not be trustworthy.
  ///
  /// The result is always a plan that an app can apply. Unknown keys are ignored. Derived values,
  /// such as ``renewBy``, are computed again.
  ///
  /// - Parameters:
  ///   - json: The document in UTF-8.
  ///   - zones: The database of time zones.
  /// - Throws: The fault of the document.
  public init(json: Data, zones: ZoneDatabase = ZoneDatabase()) throws(JSONFormatError) {
    self = try JSONFormatError.decode(
      Plan.self, from: json, userInfo: [ZoneDatabase.userInfoKey: zones])
  }

  fileprivate enum CodingKeys: String, CodingKey {
    case version, now, horizonEnd, timeZone, exactUntil, repeatsUntil, renewBy, renewal, limit
    case slots, fireCount, ruledOut
    case unexpected = "spurious"
    case requests, categories, dropped, groups, diagnostics
  }

  /// Decodes a plan, see ``init(json:zones:)``.
  ///
  /// - Parameter decoder: The decoder. Its `userInfo` can contain a zone database, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` with the path of an invalid value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(Plan.formatVersion, forKey: .version)
    now = try container.decode(Instant.self, forKey: .now)
    try container.require(
      CompilerOptions.knownInstants.contains(now), key: .now,
      fault: "is not between the years 1900 and 2399")
    horizonEnd = try container.decode(Instant.self, forKey: .horizonEnd)
    try container.require(horizonEnd >= now, key: .horizonEnd, fault: "is before now")
    deviceZone = try container.zone(forKey: .timeZone, decoder)
    limit = try container.decode(0...NotificationOptions.largestLimit, forKey: .limit)
    // Without this key, the plan could use all slots.
    slots = container.contains(.slots) ? try container.decode(0...limit, forKey: .slots) : limit
    requests = try container.decode([Request].self, forKey: .requests)
    try container.require(requests.count <= limit, key: .requests, fault: "are more than the limit")
    var identifiers: Set<String> = []
    for (index, request) in requests.enumerated() {
      try container.require(
        request.rank == index + 1, key: .requests,
        fault: "are not in the order of rank: [\(index)] has \(request.rank)")
      try container.require(
        identifiers.insert(request.identifier).inserted, key: .requests,
        fault: "[\(index)] has the identifier of another request")
    }
    categories =
      try container.decodeIfPresent([NotificationCategory].self, forKey: .categories) ?? []
    dropped = try container.decode([DroppedFires].self, forKey: .dropped)
    diagnostics = try container.decode([Diagnostic].self, forKey: .diagnostics)
    // Without this key, the plan has the default renewal of the command line.
    let usual = CompilerOptions(now: now, deviceZone: deviceZone).renewal
    renewal =
      try container.decodeIfPresent(Instant.self, forKey: .renewal) ?? min(usual, horizonEnd)
    try container.require(
      renewal >= now && renewal <= horizonEnd, key: .renewal,
      fault: "is not from now to the horizon's end")
    verdict = Verdict(
      dropped, echoes: requests.reduce(0) { $0 + $1.echoes.count },
      unexpected: container.contains(.unexpected)
        ? try container.decode(0...Int(UInt32.max), forKey: .unexpected) : 0,
      exactUntil: try container.decodeIfPresent(Instant.self, forKey: .exactUntil),
      repeatsUntil: try container.decodeIfPresent(Instant.self, forKey: .repeatsUntil))
    // Dropped fires are expected fires, so they are the minimum; without the key, use it.
    let least = dropped.reduce(0) { $0 &+ $1.count }
    fireCount =
      container.contains(.fireCount)
      ? try container.decode(least...max(least, .max), forKey: .fireCount) : least
    ruledOut =
      container.contains(.ruledOut) ? try container.decode(0...Int.max, forKey: .ruledOut) : 0
  }

  /// Encodes the plan.
  public func encode(to encoder: any Encoder) throws {
    try PlanBody(plan: self).encode(to: encoder)
    try PlanCategories(categories: categories).encode(to: encoder)
  }
}

/// The values that the documents of all layers have.
package struct PlanHeader: Encodable {
  private let plan: Plan

  package init(_ plan: Plan) { self.plan = plan }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Plan.CodingKeys.self)
    try container.encode(Plan.formatVersion, forKey: .version)
    try container.encode(plan.now, forKey: .now)
    try container.encode(plan.horizonEnd, forKey: .horizonEnd)
    try container.encode(plan.deviceZone.identifier, forKey: .timeZone)
    try container.encode(plan.exactUntil, forKey: .exactUntil)
    try container.encode(plan.repeatsUntil, forKey: .repeatsUntil)
    try container.encode(plan.renewBy, forKey: .renewBy)
    try container.encode(plan.renewal, forKey: .renewal)
    try container.encode(plan.limit, forKey: .limit)
    try container.encode(plan.slots, forKey: .slots)
    try container.encode(plan.fireCount, forKey: .fireCount)
    if plan.ruledOut > 0 { try container.encode(plan.ruledOut, forKey: .ruledOut) }
    try container.encode(plan.verdict.unexpected, forKey: .unexpected)
    try container.encode(plan.dropped, forKey: .dropped)
    try container.encode(plan.diagnostics, forKey: .diagnostics)
  }
}

/// The values of a plan without its categories.
private struct PlanBody: Encodable {
  let plan: Plan

  func encode(to encoder: any Encoder) throws {
    try PlanHeader(plan).encode(to: encoder)
    let requests = plan.requests
    var container = encoder.container(keyedBy: Plan.CodingKeys.self)
    try container.encode(requests, forKey: .requests)
    // UIDs with different bytes that are canonically equivalent in Unicode share an entry. Neither
    // JSONEncoder nor a Swift dictionary can contain both.
    try container.encode(
      Dictionary(grouping: requests.filter { $0.uid != nil }) { $0.uid ?? "" }
        .mapValues { $0.map(\.identifier).sorted() },
      forKey: .groups)
  }
}

private struct PlanCategories: Encodable {
  let categories: [NotificationCategory]
}

extension Verdict {
  /// Makes the verdict of a decoded plan.
  ///
  /// Its missed fires are the dropped ones.
  fileprivate init(
    _ dropped: [DroppedFires], echoes: Int, unexpected: Int, exactUntil: Instant?,
    repeatsUntil: Instant?
  ) {
    func count(_ reason: DroppedFires.Reason) -> Int {
      dropped.reduce(0) { $0 &+ ($1.reason == reason ? $1.count : 0) }
    }
    self.init()
    missedFirst = count(.limit)
    missedRepeats = count(.repeatLimit)
    self.unexpected = unexpected
    self.echoes = echoes
    self.exactUntil = exactUntil
    self.repeatsUntil = repeatsUntil
  }
}

extension Plan {
  /// Returns the plan with a last request that asks the user to open the app at ``renewBy``.
  package func nudgingRenewal(_ options: NotificationOptions) -> Plan {
    var plan = self
    plan.slots = options.slots
    // Some instants cannot be expressed as a trigger.
    let oneShots = OneShotProver(in: options.deviceZone, options)
    guard let renewBy, let proven = oneShots.proven(at: renewBy) else { return plan }
    var content = NotificationContent(
      title: options.language.wording.renew, threadIdentifier: RequestIdentifier.renewalNudge)
    content.badge = options.badge?.ofRepeats
    plan.requests.append(
      Request(
        rank: requests.count + 1, identifier: RequestIdentifier.renewalNudge, uid: nil, alarm: nil,
        repetition: 0,
        content: content,
        trigger: proven.trigger, nextFire: proven.nextFire,
        provenUntil: proven.provenUntil, removeBy: nil))
    return plan
  }
}
