/// A time zone: a table of the transitions of its UTC offset.
///
/// Zones are immutable and can be shared. A ``ZoneDatabase`` makes them from IANA identifiers;
/// other zones are made from the observances of a VTIMEZONE.
///
/// ```swift
/// let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
/// // On 26 March 2028 the clock goes from 02:00 to 03:00, on 29 October from 03:00 back to 02:00.
/// let skipped = CivilDateTime(iso8601: "2028-03-26T02:30")!
/// let repeated = CivilDateTime(iso8601: "2028-10-29T02:30")!
/// print(berlin.resolve(skipped))  // gap(offsetBefore: 3600, offsetAfter: 7200)
/// print(berlin.civil(at: berlin.instant(of: skipped)))  // 2028-03-26T03:30:00
/// print(berlin.instant(of: repeated))  // 2028-10-29T00:30:00Z
/// ```
public final class Zone: Sendable {
  /// An instant at which the offset changes.
  public struct Transition: Hashable, Sendable {
    /// The first instant of the new offset.
    public let instant: Instant
    // 32 bits each, because a calendar can have thousands of VTIMEZONEs.
    private let before: Int32
    private let after: Int32

    /// Seconds east of UTC until the transition.
    public var offsetBefore: Int { Int(before) }
    /// Seconds east of UTC from the transition on.
    public var offsetAfter: Int { Int(after) }

    /// Makes a transition.
    ///
    /// - Parameters:
    ///   - instant: The first instant of the new offset.
    ///   - offsetBefore: Seconds east of UTC before, a number of 32 bits.
    ///   - offsetAfter: Seconds east of UTC after, a number of 32 bits.
    public init(instant: Instant, offsetBefore: Int, offsetAfter: Int) {
      self.instant = instant
      before = Int32(clamping: offsetBefore)
      after = Int32(clamping: offsetAfter)
    }

    /// The wall-clock times that the transition skips or repeats; empty if it does neither.
    package var affectedCivil: Range<CivilDateTime> {
      let local = CivilDateTime(secondsSince1970: instant.secondsSince1970)
      return (local + min(offsetBefore, offsetAfter))..<(local + max(offsetBefore, offsetAfter))
    }

    /// The first of the wall-clock times that the transition skips or repeats, in seconds since
    /// 1970.
    fileprivate var civilStart: Int { instant.secondsSince1970 &+ Int(min(before, after)) }

    /// Whether the transition skips wall-clock times; otherwise it repeats them.
    package var isGap: Bool { offsetAfter > offsetBefore }
  }

  /// The IANA identifier, or the TZID of a VTIMEZONE.
  public let identifier: String
  /// Whether Foundation and systemd know the identifier.
  public let isIANA: Bool
  /// Seconds east of UTC before the first transition.
  public let initialOffset: Int
  /// The transitions that change the offset, in ascending order.
  public let transitions: [Transition]
  /// The start of the time in which every offset is a whole number of minutes; nil if there is no
  /// such time.
  ///
  /// Local mean time had seconds, and Liberia's time had them until 1972.
  package let wholeMinutesStart: Instant?

  /// The number of transitions before each of equal parts of the time from the first to the last.
  private let countsBeforeParts: [Int32]
  /// The length of a part in seconds.
  private let partLength: Int

  /// Makes a zone from its transitions.
  ///
  /// - Parameters:
  ///   - identifier: The name of the zone.
  ///   - isIANA: Whether other systems know the name.
  ///   - initialOffset: Seconds east of UTC before the first transition.
  ///   - transitions: The transitions in ascending order. Those that do not change the offset are
  ///     dropped.
  public init(
    identifier: String, isIANA: Bool, initialOffset: Int, transitions: [Transition] = []
  ) {
    self.identifier = identifier
    self.isIANA = isIANA
    self.initialOffset = initialOffset
    let changes = transitions.filter { $0.offsetBefore != $0.offsetAfter }
    self.transitions = changes
    let first = changes.first?.instant ?? Instant(secondsSince1970: 0)
    let span = (changes.last?.instant ?? first) - first
    // A span of more than 63 bits is one part.
    partLength = span < 0 ? .max : span / max(1, changes.count) + 1
    var count = 0
    countsBeforeParts = (0...max(0, span) / partLength).map { [partLength] part in
      while count < changes.count, changes[count].instant - first < part * partLength {
        count += 1
      }
      return Int32(count)
    }
    if let last = changes.lastIndex(where: { $0.offsetAfter % 60 != 0 }) {
      wholeMinutesStart = last + 1 < changes.count ? changes[last + 1].instant : nil
    } else if initialOffset % 60 != 0 {
      wholeMinutesStart = changes.first?.instant
    } else {
      wholeMinutesStart = Instant(secondsSince1970: .min)
    }
  }

  /// Greenwich Mean Time.
  ///
  /// Foundation uses this identifier for UTC, too.
  public static let gmt = Zone(identifier: "GMT", isIANA: true, initialOffset: 0)

  /// The number of transitions at or before an instant.
  package func transitionCount(upTo instant: Instant) -> Int {
    guard let last = transitions.last?.instant, instant < last else { return transitions.count }
    let first = transitions[0].instant
    guard instant >= first else { return 0 }
    let part = min(max(0, instant - first) / partLength, countsBeforeParts.count - 1)
    let end =
      part + 1 < countsBeforeParts.count ? Int(countsBeforeParts[part + 1]) : transitions.count
    return transitions[Int(countsBeforeParts[part])..<end].partitionPoint {
      $0.instant <= instant
    }
  }

  /// Seconds east of UTC after the first `count` transitions.
  package func offset(afterTransitions count: Int) -> Int {
    count == 0 ? initialOffset : transitions[count - 1].offsetAfter
  }

  /// Seconds east of UTC at an instant.
  public func offset(at instant: Instant) -> Int {
    offset(afterTransitions: transitionCount(upTo: instant))
  }

  /// The wall-clock time at an instant.
  public func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(secondsSince1970: instant.secondsSince1970 &+ offset(at: instant))
  }

  /// The transitions in a range of instants, ascending.
  package func transitions(in range: Range<Instant>) -> ArraySlice<Transition> {
    let first = transitions.partitionPoint { $0.instant < range.lowerBound }
    let end = transitions.partitionPoint { $0.instant < range.upperBound }
    return transitions[first..<max(first, end)]
  }
}

extension [Zone.Transition] {
  /// Makes the transitions of ascending clock changes; the last one at an instant counts.
  package init(_ changes: [(instant: Int, before: Int, after: Int)]) {
    self = []
    var offset = changes.first?.before ?? 0
    for change in changes {
      let instant = Instant(secondsSince1970: change.instant)
      if let last, last.instant == instant { offset = removeLast().offsetBefore }
      append(Zone.Transition(instant: instant, offsetBefore: offset, offsetAfter: change.after))
      offset = change.after
    }
  }
}

extension Zone {
  /// The instants of a wall-clock time in a zone: one, none, or two.
  public enum Resolution: Hashable, Sendable {
    /// The time occurs once.
    case unique(Instant)
    /// A clock change skips the time.
    ///
    /// The offsets are in seconds east of UTC.
    case gap(offsetBefore: Int, offsetAfter: Int)
    /// The time occurs twice.
    case fold(first: Instant, second: Instant)
  }

  /// Returns the instants that show a wall-clock time.
  ///
  /// - Parameter civil: The wall-clock time.
  /// - Returns: The instants, or the offsets around the gap that skips the time.
  public func resolve(_ civil: CivilDateTime) -> Resolution {
    let local = civil.secondsSince1970
    let index = transitions.partitionPoint { $0.civilStart <= local } - 1
    guard index >= 0 else {
      return .unique(Instant(secondsSince1970: local &- initialOffset))
    }
    let transition = transitions[index]
    if civil < transition.affectedCivil.upperBound {
      return transition.isGap
        ? .gap(offsetBefore: transition.offsetBefore, offsetAfter: transition.offsetAfter)
        : .fold(
          first: Instant(secondsSince1970: local &- transition.offsetBefore),
          second: Instant(secondsSince1970: local &- transition.offsetAfter))
    }
    return .unique(Instant(secondsSince1970: local &- transition.offsetAfter))
  }

  /// Returns the instant that a wall-clock time denotes (RFC 5545, 3.3.5).
  ///
  /// - Parameter civil: The wall-clock time.
  /// - Returns: The instant: the first of a time that occurs twice. A time that a clock change
  ///   skips has the offset before the gap, so 02:30 becomes 03:30.
  public func instant(of civil: CivilDateTime) -> Instant {
    switch resolve(civil) {
    case .unique(let instant), .fold(let instant, _): instant
    case .gap(let offset, _): Instant(secondsSince1970: civil.secondsSince1970 &- offset)
    }
  }

  /// The day that begins at an instant, as days since 1970-01-01; nil if no day does.
  package func day(beginningAt instant: Instant) -> Int? {
    let day = civil(at: instant).dayNumber
    return self.instant(of: CivilDateTime(dayNumber: day, time: .midnight)) == instant ? day : nil
  }

  /// The other instant with the same wall-clock time; nil if that time occurs once.
  package func otherPass(of instant: Instant) -> Instant? {
    guard case .fold(let first, let second) = resolve(civil(at: instant)) else { return nil }
    return instant == first ? second : first
  }

  /// Whether an instant is the second one with its wall-clock time.
  package func isSecondPass(_ instant: Instant) -> Bool {
    if case .fold(_, let second) = resolve(civil(at: instant)) { return second == instant }
    return false
  }
}

extension Zone: Hashable {
  /// Two zones are equal if their identifiers, offsets and transitions are equal.
  public static func == (left: Zone, right: Zone) -> Bool {
    left === right
      || (left.identifier == right.identifier && left.isIANA == right.isIANA
        && left.initialOffset == right.initialOffset && left.transitions == right.transitions)
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

extension Zone {
  /// The largest distance from a range at which a clock change can move a time into or out of it.
  ///
  /// It is twice the largest difference of two offsets that a VTIMEZONE can have. The unit is
  /// seconds.
  package static let clockChangeMargin = 4 * 86_400

  /// Whether an instant is so shortly after a gap that a skipped wall-clock time can denote it.
  package func followsGap(_ instant: Instant) -> Bool {
    let count = transitionCount(upTo: instant)
    guard count > 0, transitions[count - 1].isGap else { return false }
    let gap = transitions[count - 1]
    return instant - gap.instant < gap.offsetAfter - gap.offsetBefore
  }

  /// The largest distance by which the wall-clock times of a range's instants can be outside the
  /// wall-clock times of its ends, in seconds.
  ///
  /// It is 0 without clock changes nearby. A larger value would make a SECONDLY rule generate days
  /// of occurrences around each short range.
  package func wallClockMargin(around range: Range<Instant>) -> Int {
    let margin = Zone.clockChangeMargin
    let wide = (range.lowerBound - margin)..<(range.upperBound + margin)
    var offsets = offset(at: wide.lowerBound)...offset(at: wide.lowerBound)
    for transition in transitions(in: wide) {
      let offset = transition.offsetAfter
      offsets = min(offsets.lowerBound, offset)...max(offsets.upperBound, offset)
    }
    // One difference is for the clock changes between the ends, one for a gap that moves a time
    // later.
    return 2 * (offsets.upperBound - offsets.lowerBound)
  }
}
