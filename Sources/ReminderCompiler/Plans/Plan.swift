public import CivilTime
public import ICalendar
public import NotificationTriggers

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
    /// The removal date, by which the app has to remove it; nil for never.
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
  /// The next renewal: the deadline that the plan was made with, by which the app makes a new one.
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

/// In the format of plans, see ics2notify(5).
extension Plan: Codable {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let formatVersion = 1

  /// The plan as a document that is the same for the same plan, byte for byte.
  ///
  /// Keys are sorted, but ``categories`` come last, since they are the same for each plan of a
  /// language. Absent values are `null`. A line end follows the last one.
  ///
  /// - Returns: UTF-8.
  /// - Throws: What the encoder throws, which no plan makes it do.
  public func json() throws -> Data {
    // Both are indented alike: the members of one object follow those of the other.
    try PlanBody(plan: self).documentBytes().dropLast("\n}\n".utf8.count) + Data(",".utf8)
      + PlanCategories(categories: categories).documentBytes().dropFirst("{".utf8.count)
  }

  /// The plan in one line, for a reader of many plans: without ``categories``, which are the same
  /// for each plan of a language.
  package func jsonLine() throws -> [UInt8] { try PlanBody(plan: self).lineBytes() }

  /// Reads a plan from a document, which may be anybody's: what is read is a plan that an app may
  /// apply, or none.
  ///
  /// Unknown keys are passed over. What follows from the rest, such as ``renewBy``, is made anew.
  ///
  /// - Parameters:
  ///   - json: The document in UTF-8.
  ///   - zones: What looks time zones up.
  /// - Throws: What is wrong with the document, and where.
  public init(json: Data, zones: ZoneDatabase = ZoneDatabase()) throws(JSONFault) {
    self = try JSONFault.decode(Plan.self, from: json, [ZoneDatabase.userInfoKey: zones])
  }

  fileprivate enum CodingKeys: String, CodingKey {
    case version, now, horizonEnd, timeZone, exactUntil, repeatsUntil, renewBy, renewal, limit
    case slots, fireCount, ruledOut, spurious, requests, categories, dropped, groups, diagnostics
  }

  /// Reads a plan, see ``init(json:zones:)``.
  ///
  /// - Parameter decoder: What has it; its `userInfo` may have a database of zones, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` with the path of what is wrong.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(Plan.formatVersion, forKey: .version)
    now = try container.decode(Instant.self, forKey: .now)
    try container.require(
      CompilerOptions.knownInstants.contains(now), .now, "is not between the years 1900 and 2399")
    horizonEnd = try container.decode(Instant.self, forKey: .horizonEnd)
    try container.require(horizonEnd >= now, .horizonEnd, "is before now")
    deviceZone = try container.zone(forKey: .timeZone, decoder)
    limit = try container.decode(0...NotificationOptions.largestLimit, forKey: .limit)
    // A plan that doesn't say it was made for all of them.
    slots = container.contains(.slots) ? try container.decode(0...limit, forKey: .slots) : limit
    requests = try container.decode([Request].self, forKey: .requests)
    try container.require(requests.count <= limit, .requests, "are more than the limit")
    var identifiers: Set<String> = []
    for (index, request) in requests.enumerated() {
      try container.require(
        request.rank == index + 1, .requests, "don't stand by rank: [\(index)] has \(request.rank)")
      try container.require(
        identifiers.insert(request.identifier).inserted, .requests,
        "[\(index)] has an identifier that stands there twice")
    }
    categories =
      try container.decodeIfPresent([NotificationCategory].self, forKey: .categories) ?? []
    dropped = try container.decode([DroppedFires].self, forKey: .dropped)
    diagnostics = try container.decode([Diagnostic].self, forKey: .diagnostics)
    // A plan that doesn't say it has been made with the defaults of the command line.
    let usual = CompilerOptions(now: now, deviceZone: deviceZone).renewal
    renewal =
      try container.decodeIfPresent(Instant.self, forKey: .renewal) ?? min(usual, horizonEnd)
    try container.require(
      renewal >= now && renewal <= horizonEnd, .renewal, "is not from now to the horizon's end")
    verdict = Verdict(
      dropped, echoes: requests.reduce(0) { $0 + $1.echoes.count },
      spurious: container.contains(.spurious)
        ? try container.decode(0...Int(UInt32.max), forKey: .spurious) : 0,
      exactUntil: try container.decodeIfPresent(Instant.self, forKey: .exactUntil),
      repeatsUntil: try container.decodeIfPresent(Instant.self, forKey: .repeatsUntil))
    // At least what is left out is asked for; a plan that doesn't say it says no more.
    let least = dropped.reduce(0) { $0 &+ $1.count }
    fireCount =
      container.contains(.fireCount)
      ? try container.decode(least...max(least, .max), forKey: .fireCount) : least
    ruledOut =
      container.contains(.ruledOut) ? try container.decode(0...Int.max, forKey: .ruledOut) : 0
  }

  /// Writes the plan's values.
  public func encode(to encoder: any Encoder) throws {
    try PlanBody(plan: self).encode(to: encoder)
    try PlanCategories(categories: categories).encode(to: encoder)
  }
}

/// The values of a plan without its categories.
private struct PlanBody: Encodable {
  let plan: Plan

  func encode(to encoder: any Encoder) throws {
    let (requests, verdict) = (plan.requests, plan.verdict)
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
    try container.encode(verdict.spurious, forKey: .spurious)
    try container.encode(requests, forKey: .requests)
    try container.encode(plan.dropped, forKey: .dropped)
    // UIDs of other bytes that Unicode takes for the same share an entry: neither JSONEncoder nor
    // the dictionary of an app that reads this holds both.
    try container.encode(
      Dictionary(grouping: requests.filter { $0.uid != nil }) { $0.uid ?? "" }
        .mapValues { $0.map(\.identifier).sorted() },
      forKey: .groups)
    try container.encode(plan.diagnostics, forKey: .diagnostics)
  }
}

/// The categories of a plan.
private struct PlanCategories: Encodable {
  let categories: [NotificationCategory]
}

extension Verdict {
  /// The verdict of a plan that is read: what is missed is what the plan leaves out.
  fileprivate init(
    _ dropped: [DroppedFires], echoes: Int, spurious: Int, exactUntil: Instant?,
    repeatsUntil: Instant?
  ) {
    func count(_ reason: DroppedFires.Reason) -> Int {
      dropped.reduce(0) { $0 &+ ($1.reason == reason ? $1.count : 0) }
    }
    missedFirst = count(.limit)
    missedRepeats = count(.repeatLimit)
    self.spurious = spurious
    self.echoes = echoes
    self.exactUntil = exactUntil
    self.repeatsUntil = repeatsUntil
  }
}

extension Plan {
  /// The plan with a request behind all others that asks to open the app at ``renewBy``.
  func nudgingRenewal(_ options: NotificationOptions) -> Plan {
    var plan = self
    plan.slots = options.slots
    // No trigger says some instants.
    let oneShots = OneShots(in: options.deviceZone, options)
    guard let renewBy, let proven = oneShots.proven(at: renewBy) else { return plan }
    plan.requests.append(
      Request(
        rank: requests.count + 1, identifier: RequestIdentifier.renewalNudge, uid: nil, alarm: nil,
        repetition: 0,
        content: NotificationContent(
          title: options.language.wording.renew, threadIdentifier: RequestIdentifier.renewalNudge),
        trigger: .calendar(proven.trigger), nextFire: proven.nextFire,
        provenUntil: proven.provenUntil, removeBy: nil))
    return plan
  }
}
