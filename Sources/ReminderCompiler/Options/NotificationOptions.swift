public import CivilTime
public import NotificationTriggers

/// What a plan of notification requests is made for: the options of every compilation, and what the
/// device keeps.
///
/// In JSON they are one object with the keys of ``CompilerOptions``, and `limit`, `reserve`,
/// `pending`, `nagOverdue` and `renewalNudge`.
///
/// ```swift
/// let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
/// var options = NotificationOptions(now: now, deviceZone: .gmt)
/// options.reserve = 4
/// options.overdueNag = TimeIntervalTrigger(interval: 1_800, repeats: true)
/// options.horizon = CalendarDuration("P30D")!
/// print(options.limit, options.compiler.horizon)  // 64 P30D
/// // As JSON, by the names and texts of the command line.
/// let json = #"{"now": "2028-01-03T07:00:00Z", "timeZone": "GMT", "nagOverdue": "PT30M"}"#
/// let read = try JSONDecoder().decode(NotificationOptions.self, from: Data(json.utf8))
/// print(read.overdueNag == options.overdueNag, read.reserve)  // true 0
/// ```
@dynamicMemberLookup
public struct NotificationOptions: Hashable, Sendable {
  /// What calendars are asked for; its members are members of these options, too.
  public var compiler: CompilerOptions
  /// What the system can be asked for, and how many requests it keeps.
  package var capabilities: TriggerCapabilities
  /// The slots that are left to others.
  public var reserve: Int
  /// The requests that are pending on the device.
  public var pending: PendingIdentifiers
  /// How often to nag about an overdue to-do; nil for never.
  public var overdueNag: TimeIntervalTrigger?
  /// Whether the last slot is for a request that asks to open the app when the plan ends.
  public var nudgesRenewal: Bool

  /// The number of requests that an Apple system keeps for an app.
  public static let systemLimit = 64

  /// The most slots that are filled: twice what an Apple system keeps, and as many as are allocated
  /// exactly within a second.
  public static let largestLimit = 128

  /// Makes options with the defaults of the command line.
  public init(now: Instant, deviceZone: Zone) {
    self.init(CompilerOptions(now: now, deviceZone: deviceZone))
  }

  /// Makes options with the slots of an Apple system, none of them taken.
  public init(_ compiler: CompilerOptions) {
    self.init(compiler, .userNotifications)
  }

  /// Makes options with all slots of a system, none of them taken.
  package init(_ compiler: CompilerOptions, _ capabilities: TriggerCapabilities) {
    self.compiler = compiler
    self.capabilities = capabilities
    reserve = 0
    pending = PendingIdentifiers()
    nudgesRenewal = false
  }

  /// A member of the compiler's options.
  public subscript<Value>(dynamicMember member: WritableKeyPath<CompilerOptions, Value>) -> Value {
    get { compiler[keyPath: member] }
    set { compiler[keyPath: member] = newValue }
  }

  /// What follows from the compiler's options.
  public subscript<Value>(dynamicMember member: KeyPath<CompilerOptions, Value>) -> Value {
    compiler[keyPath: member]
  }

  /// The slots that the system has: 64 on Apple's.
  public var limit: Int {
    get { capabilities.limit }
    set { capabilities.limit = newValue }
  }

  /// The slots that a plan may fill.
  package var slots: Int { max(0, limit - reserve - pending.foreignCount) }
}

/// What a system can be asked for with calendar triggers, and how many requests it keeps.
///
/// A target is described by no more than this; lowering looks for nothing outside of it.
package struct TriggerCapabilities: Hashable, Sendable {
  /// The shapes that a trigger may have: full dates, which every system has, among them.
  package let shapes: TriggerShapes
  /// Whether a trigger may name the zone in which it is read.
  ///
  /// Where none may, all are read in the device's, and by the Gregorian calendar. What lives in
  /// another zone is then right for as long as the clocks of both keep step, and fires in the
  /// second pass of a repeated hour can't be asked for one by one.
  package let namesZones: Bool
  /// The requests that the system keeps.
  package var limit: Int

  /// Describes a system.
  package init(repeating: TriggerShapes, namesZones: Bool, limit: Int) {
    shapes = repeating.union(.once)
    self.namesZones = namesZones
    self.limit = limit
  }

  /// UserNotifications on Apple's systems.
  package static let userNotifications = TriggerCapabilities(
    repeating: .repeating, namesZones: true, limit: NotificationOptions.systemLimit)
}

/// The keys of the compiler's options, and its own beside them, with the names and the values' texts
/// of the command line.
extension NotificationOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case limit, reserve, pending, nagOverdue, renewalNudge
  }

  /// Reads options; those that are absent are as ``init(now:deviceZone:)`` has them.
  ///
  /// - Parameter decoder: What has them; its `userInfo` may have a database of zones, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` with the path of an option that can't be what it is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try CompilerOptions(from: decoder))
    limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? limit
    try container.require(
      (0...NotificationOptions.largestLimit).contains(limit), .limit,
      "is not from 0 to \(NotificationOptions.largestLimit)")
    reserve = try container.decodeIfPresent(Int.self, forKey: .reserve) ?? reserve
    try container.require(
      (0...limit).contains(reserve), .reserve, "is not within the limit of \(limit)")
    pending = PendingIdentifiers(
      try container.decodeIfPresent([String].self, forKey: .pending) ?? [])
    nudgesRenewal = try container.decodeIfPresent(Bool.self, forKey: .renewalNudge) ?? false
    guard let time = try container.decodeIfPresent(CalendarDuration.self, forKey: .nagOverdue)
    else { return }
    try container.require(
      time.months == 0 && time.isForward && time.days <= CompilerOptions.longestDays
        && time.seconds <= CompilerOptions.longestDays * 86_400, .nagOverdue,
      "is not a number of days or of shorter units")
    overdueNag = TimeIntervalTrigger(interval: time.nominalSeconds, repeats: true)
    try container.require(
      overdueNag != nil, .nagOverdue,
      "is not at least PT\(TimeIntervalTrigger.shortestRepeat)S, after which the system repeats")
  }

  /// Writes all options; what there is none of is left out.
  ///
  /// - Parameter encoder: What takes them.
  /// - Throws: An `EncodingError` where no text says a duration, or overdue to-dos would be nagged
  ///   about once.
  public func encode(to encoder: any Encoder) throws {
    try compiler.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(limit, forKey: .limit)
    try container.encode(reserve, forKey: .reserve)
    try container.encode(pending.all, forKey: .pending)
    try container.encode(nudgesRenewal, forKey: .renewalNudge)
    guard let overdueNag else { return }
    guard overdueNag.repeats else {
      throw EncodingError.invalidValue(
        overdueNag,
        EncodingError.Context(
          codingPath: container.codingPath + [CodingKeys.nagOverdue],
          debugDescription: "an interval that doesn't repeat is no option"))
    }
    try container.encode(CalendarDuration(seconds: overdueNag.interval), forKey: .nagOverdue)
  }
}

/// The identifiers of the requests that are pending on the device before the plan is applied.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let planned = Compiler.plan(for: [standUp], options).requests.map(\.identifier)
/// var later = options
/// later.pending = PendingIdentifiers(planned + ["drink water"])
/// print(later.pending.foreignCount)  // 1
/// print(Compiler.plan(for: [standUp], later).slots)  // 63
/// ```
public struct PendingIdentifiers: Hashable, Sendable {
  /// Those of requests of ours: what still holds of them is kept.
  private var own: Set<String> = []
  /// What the identifiers of ours begin with, up to the trigger's form.
  private var prefixes: Set<Substring> = []
  /// Those of others, each of which takes a slot.
  private var foreign: Set<String> = []

  /// Makes a set of none.
  public init() {}

  /// Makes a set of identifiers.
  public init(_ identifiers: some Sequence<String>) {
    for identifier in identifiers {
      if RequestIdentifier.isOwn(identifier) {
        insertOwn(identifier)
      } else {
        foreign.insert(identifier)
      }
    }
  }

  /// Puts identifiers of ours in the place of those that there are.
  mutating func setOwn(_ identifiers: [String]) {
    own = []
    prefixes = []
    for identifier in identifiers { insertOwn(identifier) }
  }

  private mutating func insertOwn(_ identifier: String) {
    own.insert(identifier)
    prefixes.insert(RequestIdentifier.prefix(of: identifier))
  }

  /// All of them, ascending by their bytes.
  var all: [String] {
    own.union(foreign).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// How many slots are taken by requests of others.
  public var foreignCount: Int { foreign.count }

  var isEmpty: Bool { own.isEmpty }

  func contains(_ identifier: String) -> Bool { own.contains(identifier) }

  /// Whether any request of an alarm is pending.
  func hasOne(withPrefix prefix: String) -> Bool {
    !prefixes.isEmpty && prefixes.contains(Substring(prefix))
  }
}
