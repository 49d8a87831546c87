public import CivilTime
public import NotificationTriggers

/// The options for a plan of notification requests: those that all targets share, and those of the
/// device.
///
/// In JSON, they are one object with the keys of ``CompilerOptions`` and `deviceCalendar`, `limit`,
/// `reserve`, `pending`, `nagOverdue` and `renewalNudge`.
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
  /// The options that all targets share.
  ///
  /// Their members are members of this type, too.
  public var compiler: CompilerOptions
  /// The layer that schedules the requests; UserNotifications by default.
  ///
  /// It is not part of the JSON form.
  public var layer = NotificationLayer.apple
  /// The calendar of the device, which decides whether all reminders without a time zone can follow
  /// the device to other zones.
  public var deviceCalendar = DeviceCalendar.other
  /// The number of slots that the system has; 64 on Apple's systems.
  public var limit = NotificationOptions.systemLimit
  /// The number of slots to leave free for other requests of the app.
  public var reserve = 0
  /// The identifiers of the requests that are pending on the device.
  public var pending = PendingIdentifiers()
  /// The interval for nagging about overdue to-dos; nil for never.
  public var overdueNag: TimeIntervalTrigger?
  /// Whether the last slot is used for a request that asks the user to open the app when the plan
  /// ends.
  public var nudgesRenewal = false

  /// The number of requests that an Apple system keeps for an app.
  public static let systemLimit = 64

  /// The largest valid limit of an Apple system: twice its real one.
  ///
  /// Slots up to this number are allocated exactly within a second.
  public static let largestLimit = 128

  /// Returns the largest valid limit on a layer.
  package static func largestLimit(on layer: NotificationLayer) -> Int {
    max(largestLimit, layer.limit)
  }

  /// The shared options, as the layer restricts them.
  package var expected: CompilerOptions {
    var options = compiler
    options.takesAlarmsOnly = layer.takesAlarmsOnly
    return options
  }

  /// Makes options with the defaults of the command line.
  public init(now: Instant, deviceZone: Zone) {
    self.init(CompilerOptions(now: now, deviceZone: deviceZone))
  }

  /// Makes options with all slots of an Apple system.
  public init(_ compiler: CompilerOptions) {
    self.compiler = compiler
  }

  /// Accesses a member of the shared options.
  public subscript<Value>(dynamicMember member: WritableKeyPath<CompilerOptions, Value>) -> Value {
    get { compiler[keyPath: member] }
    set { compiler[keyPath: member] = newValue }
  }

  /// Reads a computed member of the shared options.
  public subscript<Value>(dynamicMember member: KeyPath<CompilerOptions, Value>) -> Value {
    compiler[keyPath: member]
  }

  /// The number of slots that the plan may use.
  package var slots: Int { max(0, limit - reserve - pending.foreignCount) }
}

/// The JSON form has the keys of the shared options and its own, with the names and texts of the
/// command line.
extension NotificationOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case deviceCalendar, limit, reserve, pending, nagOverdue, renewalNudge
  }

  /// Decodes options.
  ///
  /// Missing ones have the defaults of ``init(now:deviceZone:)``.
  ///
  /// - Parameter decoder: The decoder. Its `userInfo` can contain a zone database, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` with the path of an invalid option.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try CompilerOptions(from: decoder))
    deviceCalendar =
      try container.decodeIfPresent(DeviceCalendar.self, forKey: .deviceCalendar) ?? deviceCalendar
    limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? limit
    try container.require(
      (0...NotificationOptions.largestLimit).contains(limit), key: .limit,
      fault: "is not from 0 to \(NotificationOptions.largestLimit)")
    reserve = try container.decodeIfPresent(Int.self, forKey: .reserve) ?? reserve
    try container.require(
      (0...limit).contains(reserve), key: .reserve, fault: "is not within the limit of \(limit)")
    pending = PendingIdentifiers(
      try container.decodeIfPresent([String].self, forKey: .pending) ?? [])
    nudgesRenewal = try container.decodeIfPresent(Bool.self, forKey: .renewalNudge) ?? false
    guard let time = try container.decodeIfPresent(CalendarDuration.self, forKey: .nagOverdue)
    else { return }
    try container.require(
      time.months == 0 && time.isForward && time.days <= CompilerOptions.longestDays
        && time.seconds <= CompilerOptions.longestDays * 86_400, key: .nagOverdue,
      fault: "has years or months")
    overdueNag = TimeIntervalTrigger(interval: time.nominalSeconds, repeats: true)
    try container.require(
      overdueNag != nil, key: .nagOverdue,
      fault: "is shorter than the shortest repeat, PT\(TimeIntervalTrigger.shortestRepeat)S")
  }

  /// Encodes all options except those without a value.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: An `EncodingError` if a duration cannot be written or ``overdueNag`` does not
  ///   repeat.
  public func encode(to encoder: any Encoder) throws {
    try compiler.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(deviceCalendar, forKey: .deviceCalendar)
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
          debugDescription: "the interval doesn't repeat"))
    }
    try container.encode(CalendarDuration(seconds: overdueNag.interval), forKey: .nagOverdue)
  }
}

/// The calendar of a device, in which it reads date components without a calendar.
///
/// ```swift
/// var options = NotificationOptions(
///   now: Instant(iso8601: "2028-01-03T07:00:00Z")!, deviceZone: .gmt)
/// options.deviceCalendar = .gregorian
/// print(options.deviceCalendar.rawValue)  // gregorian
/// ```
public enum DeviceCalendar: String, Codable, Sendable, CaseIterable {
  /// The Gregorian calendar.
  ///
  /// No trigger of a reminder without a time zone names a zone.
  case gregorian
  /// Another calendar, or an unknown one.
  ///
  /// Triggers with a day, a month or a year name the Gregorian calendar, and therefore a zone.
  case other
}

/// The identifiers of the requests that are pending on the device before a plan is applied.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// let planned = Compilation(of: [standUp], options).plan.requests.map(\.identifier)
/// var later = options
/// later.pending = PendingIdentifiers(planned + ["drink water"])
/// print(later.pending.foreignCount)  // 1
/// print(Compilation(of: [standUp], later).plan.slots)  // 63
/// ```
public struct PendingIdentifiers: Hashable, Sendable {
  /// The identifiers that ics2notify made.
  ///
  /// Plans keep such requests if they are still correct.
  private var own: Set<String> = []
  private var prefixes: Set<Substring> = []
  /// The requests that repeat at an interval from an instant, by prefix.
  private var counted: [Substring: [IdentifierSuffix]] = [:]
  /// The identifiers of other requests.
  ///
  /// Each takes a slot.
  private var foreign: Set<String> = []

  /// Makes an empty set.
  public init() {}

  /// Makes a set of identifiers, own and foreign.
  public init(_ identifiers: some Sequence<String>) {
    for identifier in identifiers {
      if RequestIdentifier.isOwn(identifier) {
        insertOwn(identifier)
      } else {
        foreign.insert(identifier)
      }
    }
  }

  package mutating func setOwn(_ identifiers: [String]) {
    own = []
    prefixes = []
    counted = [:]
    for identifier in identifiers { insertOwn(identifier) }
  }

  private mutating func insertOwn(_ identifier: String) {
    own.insert(identifier)
    let prefix = RequestIdentifier.prefix(of: identifier)
    prefixes.insert(prefix)
    let suffix = IdentifierSuffix(of: identifier)
    if suffix.interval != nil { counted[prefix, default: []].append(suffix) }
  }

  /// All identifiers, in ascending order of their bytes.
  var all: [String] {
    own.union(foreign).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The number of slots that foreign requests take.
  public var foreignCount: Int { foreign.count }

  package var isEmpty: Bool { own.isEmpty }

  package func contains(_ identifier: String) -> Bool { own.contains(identifier) }

  /// Returns the intervals of pending requests with a prefix, for one repeat.
  package func countedForms(withPrefix prefix: String, repetition: Int) -> [IntervalForm] {
    guard !counted.isEmpty else { return [] }
    return (counted[Substring(prefix)] ?? []).sorted()
      .filter { $0.repetition == repetition }.compactMap(\.interval)
  }

  package func hasOne(withPrefix prefix: String) -> Bool {
    !prefixes.isEmpty && prefixes.contains(Substring(prefix))
  }
}
