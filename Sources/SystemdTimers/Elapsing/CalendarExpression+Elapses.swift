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
