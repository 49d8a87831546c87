package import CivilTime

extension CalendarExpression {
  /// The first elapse strictly after an instant.
  ///
  /// For many questions of one expression an ``ElapseSearch`` is made once.
  ///
  /// - Parameters:
  ///   - base: The instant.
  ///   - localZone: The zone of the machine that runs the timer.
  ///   - zone: The zones of that machine by name; without the expression's zone it never elapses.
  /// - Returns: The elapse; nil where there is none up to 2199.
  package func nextElapse(
    after base: Instant, localZone: Zone, zone: (String) -> Zone?
  ) -> Instant? {
    var search = ElapseSearch(self, localZone: localZone, zone: zone)
    return search?.next(after: base)
  }

  /// The most elapses that are listed unless the caller says otherwise.
  ///
  /// A timer of every minute has 525,600 a year.
  package static let maximumElapses = 1_000_000

  /// The instants at which one timer with these lines fires, ascending.
  ///
  /// The timer is started just before the range. After each firing systemd computes all lines anew
  /// from that instant, so that equal instants fire once, and a line within the second pass of a
  /// repeated hour can fire again where another line has fired in it. Where a line answers an
  /// instant that is not later, which a real timer would fire at once and for ever, that instant
  /// ends the list, so that the list is not ascending.
  ///
  /// - Parameters:
  ///   - expressions: The timer's lines; one whose zone is unknown is ignored, as systemd does.
  ///   - range: The instants to list.
  ///   - limit: The most instants to list; a list of that length may be cut.
  ///   - localZone: The zone of the machine that runs the timer.
  ///   - zone: The zones of that machine by name.
  /// - Returns: The instants.
  package static func elapses(
    of expressions: [CalendarExpression], in range: Range<Instant>,
    limit: Int = maximumElapses, localZone: Zone, zone: (String) -> Zone?
  ) -> [Instant] {
    var lines = LineAnswers(expressions, localZone: localZone, zone: zone)
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

/// What each line of a timer answers as time goes on: when it elapses next.
///
/// systemd computes all lines anew after each firing. Away from clock changes an answer that lies
/// ahead is the same from wherever it is asked, and is kept; of a thousand lines one or two are asked
/// after a firing.
private struct LineAnswers {
  private var lines: [Line]

  /// Stands for no elapse.
  private static let never = Int.max

  private struct Line {
    var search: ElapseSearch
    /// The last answer, in seconds since 1970.
    var answer = 0
    /// Whether the answer may be another from the next firing on.
    var isFleeting = true
    /// How many clock changes there had been when the line was asked.
    var changes = 0

    mutating func answer(after base: Int) -> Int {
      // From beyond a clock change a line that gave up can find something.
      if answer <= base || isFleeting || !search.clock.isQuiet(at: base)
        || answer == never && search.clock.changeCount(upTo: base) != changes
      {
        answer = search.next(afterSecond: base) ?? never
        changes = search.clock.changeCount(upTo: base)
        isFleeting = search.isUneven || answer != never && !search.clock.isQuiet(at: answer)
      }
      return answer
    }
  }

  /// Makes the answers of lines that have not been asked yet; a line whose zone is unknown is ignored,
  /// as systemd does.
  init(_ lines: [CalendarExpression], localZone: Zone, zone: (String) -> Zone?) {
    self.lines = lines.compactMap {
      ElapseSearch($0, localZone: localZone, zone: zone).map { Line(search: $0) }
    }
  }

  /// When any line elapses next, if the timer fired at an instant; nil for never.
  ///
  /// - Parameter base: The instant, at or after that of the last call.
  /// - Returns: The instant; one that is not later is a timer that fires at once and for ever.
  mutating func next(after base: Instant) -> Instant? {
    var first = LineAnswers.never
    for index in lines.indices {
      first = min(first, lines[index].answer(after: base.secondsSince1970))
    }
    return first == LineAnswers.never ? nil : Instant(secondsSince1970: first)
  }
}
