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

  /// The most slots that are filled: more than any system keeps.
  public static let largestLimit = 4_096

  /// Makes options with the defaults of the command line.
  ///
  /// - Parameters:
  ///   - now: The instant at which the requests are added.
  ///   - deviceZone: The zone of the device.
  public init(now: Instant, deviceZone: Zone) {
    self.init(CompilerOptions(now: now, deviceZone: deviceZone))
  }

  /// Makes options with the slots of an Apple system, none of them taken.
  ///
  /// - Parameter compiler: What calendars are asked for.
  public init(_ compiler: CompilerOptions) {
    self.init(compiler, .userNotifications)
  }

  /// Makes options with all slots of a system, none of them taken.
  ///
  /// - Parameters:
  ///   - compiler: What calendars are asked for.
  ///   - capabilities: What the system can be asked for.
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
