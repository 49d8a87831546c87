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
/// systemd computes all lines anew from each firing. Away from clock changes an answer that lies
/// ahead is the same from wherever it is asked, and is kept; of a thousand lines one or two are asked
/// at a firing.
struct LineAnswers {
  private var searches: [ElapseSearch]
  /// The answers, in seconds since 1970.
  private var answers: [Int]
  /// Whether an answer may be another from the next firing on.
  private var isFleeting: [Bool]
  /// The clocks of the lines, each once, and which of them a line has.
  private var clocks: [Clock] = []
  private var clockOfLine: [Int] = []

  /// Stands for no elapse.
  private static let never = Int.max

  /// A clock of lines, as the last firing saw it.
  private struct Clock {
    let zone: ExpressionZone
    let clock: LocalClock
    /// The time around the firing in which no change can be felt; empty where one was felt.
    var quiet = 0..<0
    /// How many changes there had been.
    var changes = -1
    /// Whether there was one since the firing before.
    var hasChanged = false

    init(_ search: ElapseSearch) {
      zone = search.expression.zone
      clock = search.clock
    }

    mutating func look(at instant: Int) {
      guard !quiet.contains(instant) else {
        hasChanged = false
        return
      }
      quiet = clock.quietTime(around: instant) ?? 0..<0
      let count = clock.changeCount(upTo: instant)
      hasChanged = count != changes
      changes = count
    }

    /// Whether a change is felt at an instant.
    func isFelt(at instant: Int) -> Bool {
      !quiet.contains(instant) && clock.quietTime(around: instant) == nil
    }
  }

  /// Makes the answers of lines that have not been asked yet; a line whose zone is unknown is ignored,
  /// as systemd does.
  init(_ lines: [CalendarExpression], localZone: Zone, zone: (String) -> Zone?) {
    searches = lines.compactMap { ElapseSearch($0, localZone: localZone, zone: zone) }
    answers = Array(repeating: 0, count: searches.count)
    isFleeting = Array(repeating: true, count: searches.count)
    for search in searches {
      let known = clocks.firstIndex { $0.zone == search.expression.zone }
      clockOfLine.append(known ?? clocks.count)
      if known == nil { clocks.append(Clock(search)) }
    }
  }

  /// When any line elapses next, if the timer fired at an instant; nil for never.
  ///
  /// - Parameter base: The instant, at or after that of the last call.
  /// - Returns: The instant; one that is not later is a timer that fires at once and for ever.
  mutating func next(after base: Instant) -> Instant? {
    let seconds = base.secondsSince1970
    var isAnyFelt = false
    for index in clocks.indices {
      clocks[index].look(at: seconds)
      if clocks[index].quiet.isEmpty || clocks[index].hasChanged { isAnyFelt = true }
    }
    var first = LineAnswers.never
    for line in answers.indices {
      if answers[line] <= seconds || isFleeting[line] || (isAnyFelt && isAskedAgain(line)) {
        ask(line, seconds)
      }
      first = min(first, answers[line])
    }
    return first == LineAnswers.never ? nil : Instant(secondsSince1970: first)
  }

  /// Whether a clock change lets a line be asked again.
  private func isAskedAgain(_ line: Int) -> Bool {
    let clock = clocks[clockOfLine[line]]
    // From beyond a clock change a line that gave up can find something.
    return clock.quiet.isEmpty || (clock.hasChanged && answers[line] == LineAnswers.never)
  }

  private mutating func ask(_ line: Int, _ base: Int) {
    let answer = searches[line].next(afterSecond: base)
    answers[line] = answer ?? LineAnswers.never
    isFleeting[line] =
      searches[line].isUneven || answer.map { clocks[clockOfLine[line]].isFelt(at: $0) } ?? false
  }
}
