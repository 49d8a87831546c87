package import CivilTime

extension CalendarExpression {
  /// Returns the first elapse strictly after an instant.
  ///
  /// For many calls with one expression, make an ``ElapseSearch``.
  ///
  /// - Parameters:
  ///   - base: The instant.
  ///   - localZone: The time zone of the machine that runs the timer.
  ///   - zone: Returns the zone of that machine with a name. An expression whose zone is unknown
  ///     never elapses.
  /// - Returns: The elapse; nil if there are none up to 2199.
  package func nextElapse(
    after base: Instant, localZone: Zone, zone: (String) -> Zone?
  ) -> Instant? {
    var search = ElapseSearch(self, localZone: localZone, zone: zone)
    return search?.next(after: base)
  }

  /// The default limit for listed elapses.
  ///
  /// A timer of every minute elapses 525,600 times a year.
  package static let maximumElapses = 1_000_000

  /// Returns the instants at which one timer with these lines fires.
  ///
  /// The timer starts just before the range. After each firing systemd computes all lines anew from
  /// that instant, so equal instants fire once. A line in the second pass of a repeated hour can
  /// fire again if another line has fired in it. If a line gives an instant that is not later, a
  /// real timer would fire endlessly. That instant ends the list, which is then not ascending.
  ///
  /// - Parameters:
  ///   - expressions: The timer's lines. One whose zone is unknown is ignored, as in systemd.
  ///   - range: The range of the instants.
  ///   - limit: The largest number of instants; a list of that length may be cut.
  ///   - localZone: The time zone of the machine that runs the timer.
  ///   - zone: Returns the zone of that machine with a name; nil if the machine does not have it.
  /// - Returns: The instants, ascending except for the last one as described.
  package static func elapses(
    of expressions: [CalendarExpression], in range: Range<Instant>,
    limit: Int = maximumElapses, localZone: Zone, zone: (String) -> Zone?
  ) -> [Instant] {
    var lines = LineElapses(expressions, localZone: localZone, zone: zone)
    var base = range.lowerBound - 1
    var instants: [Instant] = []
    while instants.count < limit, let next = lines.next(after: base), next < range.upperBound {
      instants.append(next)
      guard next > base else { break }
      base = next
    }
    return instants
  }
}

/// The next elapse of each line of a timer as time advances.
///
/// systemd computes all lines anew after each firing. Away from clock changes, the next elapse of a
/// line does not depend on the start of the search and is cached until it passes. Of a thousand
/// lines, only one or two are looked at after a firing.
private struct LineElapses {
  private var lines: [Line]
  /// The indices of lines whose result can change at each firing.
  private var fleeting: [Int]
  /// The indices of the other lines, as a binary heap: the first result to expire is at the top.
  private var cached: [Int] = []

  /// The value of a line that does not elapse again.
  private static let never = Int.max

  private struct Line {
    var search: ElapseSearch
    /// The cached result, in seconds since 1970.
    var answer = 0
    /// The second from which the line must be searched again.
    var expiry = 0

    /// Searches the line; returns whether the result stays right for later firings.
    mutating func search(after base: Int) -> Bool {
      answer = search.next(afterSecond: base) ?? never
      guard !search.isUneven, answer == never || search.clock.isQuiet(at: answer),
        let end = search.clock.quietEnd(at: base)
      else { return false }
      expiry = min(answer, end)
      return true
    }
  }

  /// Makes the cache without any results.
  ///
  /// A line whose zone is unknown is ignored, as in systemd.
  init(_ lines: [CalendarExpression], localZone: Zone, zone: (String) -> Zone?) {
    self.lines = lines.compactMap {
      ElapseSearch($0, localZone: localZone, zone: zone).map { Line(search: $0) }
    }
    fleeting = Array(self.lines.indices)
  }

  /// Returns the next elapse of any line if the timer fired at an instant; nil for never.
  ///
  /// Instants must not descend. If the elapse is not later than `base`, the timer fires endlessly.
  mutating func next(after base: Instant) -> Instant? {
    let base = base.secondsSince1970
    while let top = cached.first, lines[top].expiry <= base { fleeting.append(removeTop()) }
    var first = LineElapses.never
    var left: [Int] = []
    for index in fleeting {
      let isKept = lines[index].search(after: base)
      first = min(first, lines[index].answer)
      if isKept { insert(index) } else { left.append(index) }
    }
    fleeting = left
    if let top = cached.first {
      // A result that expires before it elapses says nothing about the other lines.
      first = min(
        first,
        lines[top].expiry == lines[top].answer
          ? lines[top].answer
          : cached.reduce(LineElapses.never) { min($0, lines[$1].answer) })
    }
    return first == LineElapses.never ? nil : Instant(secondsSince1970: first)
  }
}

extension LineElapses {
  private mutating func insert(_ index: Int) {
    cached.append(index)
    var child = cached.count - 1
    while child > 0, lines[cached[child]].expiry < lines[cached[(child - 1) / 2]].expiry {
      cached.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func removeTop() -> Int {
    cached.swapAt(0, cached.count - 1)
    let top = cached.removeLast()
    var parent = 0
    while true {
      let children = (2 * parent + 1..<2 * parent + 3).clamped(to: 0..<cached.count)
      guard
        let least = children.min(by: { lines[cached[$0]].expiry < lines[cached[$1]].expiry }),
        lines[cached[least]].expiry < lines[cached[parent]].expiry
      else { return top }
      cached.swapAt(parent, least)
      parent = least
    }
  }
}
