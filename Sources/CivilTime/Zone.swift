/// A time zone: its UTC offset over all of time, as a table of transitions.
///
/// Immutable, so it can be shared; made by a ``ZoneDatabase`` from an IANA identifier, or from the
/// observances of a VTIMEZONE.
///
/// ```swift
/// let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
/// // On 26 March 2028 the clock goes from 02:00 to 03:00, on 29 October from 03:00 back to 02:00.
/// let skipped = CivilDateTime(iso8601: "2028-03-26T02:30")!
/// let repeated = CivilDateTime(iso8601: "2028-10-29T02:30")!
/// print(berlin.resolve(skipped))  // gap(offsetBefore: 3600, offsetAfter: 7200)
/// print(berlin.civil(at: berlin.instant(of: skipped)))  // 2028-03-26T03:30:00
/// print(berlin.instant(of: repeated))  // 2028-10-29T00:30:00Z
/// print(berlin.instant(of: repeated, fold: .second))  // 2028-10-29T01:30:00Z
/// ```
public final class Zone: Sendable {
  /// An instant from which on another offset holds.
  public struct Transition: Hashable, Sendable {
    /// The first instant of the new offset.
    public let instant: Instant
    /// Seconds east of UTC until the transition.
    public let offsetBefore: Int
    /// Seconds east of UTC from the transition on.
    public let offsetAfter: Int

    /// Makes a transition.
    ///
    /// - Parameters:
    ///   - instant: The first instant of the new offset.
    ///   - offsetBefore: Seconds east of UTC before.
    ///   - offsetAfter: Seconds east of UTC after.
    public init(instant: Instant, offsetBefore: Int, offsetAfter: Int) {
      self.instant = instant
      self.offsetBefore = offsetBefore
      self.offsetAfter = offsetAfter
    }

    /// The wall-clock times that the transition skips or repeats; empty for neither.
    package var affectedCivil: Range<CivilDateTime> {
      let local = CivilDateTime(secondsSince1970: instant.secondsSince1970)
      return (local + min(offsetBefore, offsetAfter))..<(local + max(offsetBefore, offsetAfter))
    }

    /// Whether the transition skips wall-clock times rather than repeating them.
    package var isGap: Bool { offsetAfter > offsetBefore }
  }

  /// The zone's name: an IANA identifier, or a VTIMEZONE's TZID.
  public let identifier: String
  /// Whether the identifier is one that Foundation and systemd know.
  public let isIANA: Bool
  /// Seconds east of UTC before the first transition.
  public let initialOffset: Int
  /// All transitions that change the offset, ascending.
  public let transitions: [Transition]
  /// From when on every offset is a whole number of minutes; nil where they never are for good.
  ///
  /// Local mean time was not, nor was Liberia's time until 1972.
  package let wholeMinutesStart: Instant?

  /// The instants of the transitions, apart, so that a search touches one array.
  private let instants: [Instant]
  /// The first wall-clock time that each transition skips or repeats.
  private let civilStarts: [Int]

  /// Makes a zone from its transitions.
  ///
  /// - Parameters:
  ///   - identifier: The zone's name.
  ///   - isIANA: Whether the name is one that other systems know.
  ///   - initialOffset: Seconds east of UTC before the first transition.
  ///   - transitions: Ascending; one that changes nothing is left out of the table.
  public init(
    identifier: String, isIANA: Bool, initialOffset: Int, transitions: [Transition] = []
  ) {
    self.identifier = identifier
    self.isIANA = isIANA
    self.initialOffset = initialOffset
    let changes = transitions.filter { $0.offsetBefore != $0.offsetAfter }
    self.transitions = changes
    instants = changes.map(\.instant)
    civilStarts = changes.map(\.affectedCivil.lowerBound.secondsSince1970)
    if let last = changes.lastIndex(where: { $0.offsetAfter % 60 != 0 }) {
      wholeMinutesStart = last + 1 < changes.count ? changes[last + 1].instant : nil
    } else if initialOffset % 60 != 0 {
      wholeMinutesStart = changes.first?.instant
    } else {
      wholeMinutesStart = Instant(secondsSince1970: .min)
    }
  }

  /// Greenwich Mean Time, which Foundation calls UTC's zone too.
  public static let gmt = Zone(identifier: "GMT", isIANA: true, initialOffset: 0)

  /// How many transitions lie at or before an instant.
  package func transitionCount(upTo instant: Instant) -> Int {
    instants.partitionPoint { $0 <= instant }
  }

  /// Seconds east of UTC after a number of the zone's transitions.
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
    let first = instants.partitionPoint { $0 < range.lowerBound }
    let end = instants.partitionPoint { $0 < range.upperBound }
    return transitions[first..<max(first, end)]
  }
}

extension Zone {
  /// What a wall-clock time is in a zone: an instant, none, or two.
  public enum Resolution: Hashable, Sendable {
    /// The time comes once.
    case unique(Instant)
    /// The clock skips the time; the offsets before and after, in seconds east of UTC.
    case gap(offsetBefore: Int, offsetAfter: Int)
    /// The clock shows the time twice.
    case fold(first: Instant, second: Instant)
  }

  /// Which instant stands for a wall-clock time that the clock skips.
  public enum GapPolicy: Hashable, Sendable {
    /// With the offset before the gap: 02:30 becomes 03:30 (RFC 5545, 3.3.5).
    case offsetBefore
    /// With the offset after the gap: 02:30 becomes 01:30.
    case offsetAfter
  }

  /// Which instant stands for a wall-clock time that the clock shows twice.
  public enum FoldPolicy: Hashable, Sendable {
    /// The earlier one (RFC 5545, 3.3.5).
    case first
    /// The later one.
    case second
  }

  /// Looks a wall-clock time up.
  ///
  /// - Parameter civil: The wall-clock time.
  /// - Returns: The instants that show it.
  public func resolve(_ civil: CivilDateTime) -> Resolution {
    let local = civil.secondsSince1970
    let index = civilStarts.partitionPoint { $0 <= local } - 1
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

  /// The one instant that stands for a wall-clock time.
  ///
  /// - Parameters:
  ///   - civil: The wall-clock time.
  ///   - gap: What to take where the clock skips it.
  ///   - fold: What to take where the clock shows it twice.
  /// - Returns: The instant; by default as RFC 5545, 3.3.5 says.
  public func instant(
    of civil: CivilDateTime, gap: GapPolicy = .offsetBefore, fold: FoldPolicy = .first
  ) -> Instant {
    switch resolve(civil) {
    case .unique(let instant): instant
    case .gap(let before, let after):
      Instant(secondsSince1970: civil.secondsSince1970 &- (gap == .offsetBefore ? before : after))
    case .fold(let first, let second): fold == .first ? first : second
    }
  }

  /// The day that begins at an instant, in days since 1970-01-01; nil if none does.
  package func day(beginningAt instant: Instant) -> Int? {
    let day = civil(at: instant).dayNumber
    return self.instant(of: CivilDateTime(dayNumber: day, time: .midnight)) == instant ? day : nil
  }

  /// The instant that shows the same wall-clock time in the other pass of a repeated hour; nil
  /// where the time comes once.
  package func otherPass(of instant: Instant) -> Instant? {
    guard case .fold(let first, let second) = resolve(civil(at: instant)) else { return nil }
    return instant == first ? second : first
  }

  /// Whether an instant shows a wall-clock time that the clock has shown before.
  package func isSecondPass(_ instant: Instant) -> Bool {
    if case .fold(_, let second) = resolve(civil(at: instant)) { return second == instant }
    return false
  }
}

extension Zone: Hashable {
  /// Two zones are equal where their names and transitions are.
  public static func == (left: Zone, right: Zone) -> Bool {
    left === right
      || (left.identifier == right.identifier && left.isIANA == right.isIANA
        && left.initialOffset == right.initialOffset && left.transitions == right.transitions)
  }

  /// Hashes the zone's name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

extension Zone {
  /// The farthest that clock changes lie from a range and still move a time into or out of it.
  ///
  /// Twice the difference of two offsets as far apart as a VTIMEZONE can write them.
  package static let clockChangeMargin = 4 * 86_400

  /// Whether a time that the clock skips can be read as an instant: one shortly after a gap.
  package func followsGap(_ instant: Instant) -> Bool {
    let count = transitionCount(upTo: instant)
    guard count > 0, transitions[count - 1].isGap else { return false }
    let gap = transitions[count - 1]
    return instant - gap.instant < gap.offsetAfter - gap.offsetBefore
  }

  /// How far beyond the wall-clock times of a range's ends the times of its instants can lie.
  ///
  /// None where the clock isn't changed nearby: a rule of seconds would otherwise be gone through
  /// for days around each short look.
  package func wallClockMargin(around range: Range<Instant>) -> Int {
    let margin = Zone.clockChangeMargin
    let wide = (range.lowerBound - margin)..<(range.upperBound + margin)
    var offsets = offset(at: wide.lowerBound)...offset(at: wide.lowerBound)
    for transition in transitions(in: wide) {
      offsets =
        min(
          offsets.lowerBound, transition.offsetAfter)...max(
          offsets.upperBound, transition.offsetAfter)
    }
    // Once for the way of the clock between the ends, once for a gap that moves a time later.
    return 2 * (offsets.upperBound - offsets.lowerBound)
  }
}
