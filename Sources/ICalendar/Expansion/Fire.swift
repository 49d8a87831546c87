package import CivilTime

/// The fires of one reminder in a range.
package struct AlarmFires: Sendable {
  /// The fires, ordered by instant, then repetition, then component.
  @usableFromInline var elements: [Fire] = []
  /// The instant from which fires may be missing because a limit was reached; nil if none are
  /// missing.
  package var cut: Instant?
  /// Whether the limit on fires caused the cut.
  ///
  /// If so, expanding a shorter range helps. Against the limit on steps, it doesn't.
  package var isCrowded = false
  /// Whether the cut is at the first fire beyond the limit.
  ///
  /// If so, expanding a shorter range finds no other fires.
  package internal(set) var isFull = false

  package init() {}
}

extension AlarmFires: RandomAccessCollection {
  @inlinable
  package var startIndex: Int { elements.startIndex }
  @inlinable
  package var endIndex: Int { elements.endIndex }

  @inlinable
  package subscript(_ index: Int) -> Fire { elements[index] }

  @inlinable
  package func makeIterator() -> IndexingIterator<[Fire]> { elements.makeIterator() }

  /// Adds a fire that is due at or after all others.
  package mutating func append(_ fire: Fire) { elements.append(fire) }

  /// Keeps the fires that satisfy a predicate, which is called in the order of the fires.
  package mutating func keep(where isKept: (Fire) -> Bool) {
    elements = elements.filter(isKept)
  }
}

extension AlarmFires {
  /// Lowers the cut to an instant, unless it is already earlier.
  mutating func lower(cutTo instant: Instant, isCrowded: Bool) {
    cut = Swift.min(cut ?? instant, instant)
    self.isCrowded = self.isCrowded || isCrowded
  }

  mutating func sortAndCut(to limit: Int) {
    func precedes(_ left: Fire, _ right: Fire) -> Bool {
      (left.at, left.repetition, left.component) < (right.at, right.repetition, right.component)
    }
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { !precedes($1, $0) }
    if !isSorted { elements.sort(by: precedes) }
    isFull = false
    if elements.count > limit {
      lower(cutTo: elements[limit].at, isCrowded: true)
      isFull = cut == elements[limit].at
    }
    guard let cut else { return }
    let end = elements.partitionPoint { $0.at < cut }
    // If most fires are removed, release their memory too: a series can have a thousand alarms.
    if end < elements.count / 2 {
      elements = Array(elements[..<end])
    } else {
      elements.removeSubrange(end...)
    }
  }
}

/// One fire date of one reminder.
package struct Fire: Hashable, Sendable {
  package let at: Instant
  /// The number of the repeat, from 1; 0 for the first alert.
  package let repetition: Int
  /// The component of the alarm, as an index into ``EventSeries/components``.
  package let component: Int
  /// The start of the fire's occurrence; nil for an absolute trigger.
  package let occurrenceStart: Instant?
  /// The delay by quiet hours, in seconds.
  ///
  /// It has 32 bits, because fires are numerous.
  package let delay: Int32

  package init(
    at: Instant, repetition: Int, component: Int, occurrenceStart: Instant?, delay: Int32 = 0
  ) {
    self.at = at
    self.repetition = repetition
    self.component = component
    self.occurrenceStart = occurrenceStart
    self.delay = delay
  }

  /// The original fire date if quiet hours moved the fire; otherwise nil.
  package var movedFrom: Instant? { delay == 0 ? nil : at + -Int(delay) }

  func moved(to instant: Instant) -> Fire {
    Fire(
      at: instant, repetition: repetition, component: component, occurrenceStart: occurrenceStart,
      delay: Int32(clamping: instant - at))
  }
}

/// The key that distinguishes fires of a reminder at the same instant.
package struct FireKey: Hashable, Sendable {
  /// The repeat, from 1; 0 for the first alert.
  package let repetition: Int
  /// The component whose alarm fires, as an index into ``EventSeries/components``.
  package let component: Int

  package init(repetition: Int, component: Int) {
    self.repetition = repetition
    self.component = component
  }
}

extension FireKey: Comparable {
  /// Orders first alerts before repeats, and the master before overrides.
  package static func < (left: FireKey, right: FireKey) -> Bool {
    (left.repetition, left.component) < (right.repetition, right.component)
  }
}
