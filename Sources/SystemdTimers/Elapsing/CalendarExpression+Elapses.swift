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
    var searches = expressions.compactMap {
      ElapseSearch($0, localZone: localZone, zone: zone)
    }
    var base = range.lowerBound - 1
    // Answers that lie ahead and would be the same from every later base are kept.
    var answers: [Instant?] = Array(repeating: nil, count: searches.count)
    var areKept = Array(repeating: false, count: searches.count)
    func ask(_ index: Int) {
      answers[index] = searches[index].next(after: base)
      areKept[index] = answers[index].map { searches[index].isSteady(from: base, to: $0) } ?? false
    }
    for index in searches.indices { ask(index) }
    var instants: [Instant] = []
    while instants.count < limit, let next = answers.lazy.compactMap(\.self).min(),
      next < range.upperBound
    {
      instants.append(next)
      guard next > base else { break }
      base = next
      for index in searches.indices {
        if let answer = answers[index] {
          if answer <= base || !areKept[index] { ask(index) }
        } else if !searches[index].isInUTC, !searches[index].isSteady(from: base, to: base) {
          // A zoned line that has no elapse after an instant can have one after a later instant,
          // within a second pass.
          ask(index)
        }
      }
    }
    return instants
  }
}
