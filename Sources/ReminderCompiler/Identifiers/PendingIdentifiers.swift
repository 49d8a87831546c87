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
  ///
  /// - Parameter identifiers: The identifiers, in any order.
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

  /// Whether nothing of ours is pending.
  var isEmpty: Bool { own.isEmpty }

  /// Whether a request of ours is pending.
  func contains(_ identifier: String) -> Bool { own.contains(identifier) }

  /// Whether any request of an alarm is pending.
  ///
  /// - Parameter prefix: What the identifiers of the alarm's requests begin with.
  /// - Returns: Whether one is.
  func hasOne(withPrefix prefix: String) -> Bool {
    !prefixes.isEmpty && prefixes.contains(Substring(prefix))
  }
}
