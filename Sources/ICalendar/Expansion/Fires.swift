package import CivilTime

/// The fires of one reminder in a range.
package struct Fires: Sendable {
  /// By instant, then repetition, then component.
  @usableFromInline var elements: [Fire]
  /// Where a bound cut the look short: from here on there may be fires that are not listed.
  package var cut: Instant?
  /// Whether it was the number of fires that cut it, so that a shorter look would see farther; a
  /// search that takes too many steps is not shortened by looking at less.
  package var isCrowded = false

  /// Makes a list of fires.
  package init(_ fires: [Fire] = [], cut: Instant? = nil) {
    elements = fires
    self.cut = cut
  }
}

extension Fires: RandomAccessCollection {
  /// The place of the first fire.
  @inlinable
  package var startIndex: Int { elements.startIndex }
  /// The place behind the last fire.
  @inlinable
  package var endIndex: Int { elements.endIndex }

  /// The fire at a place, by instant, then repetition, then component.
  @inlinable
  package subscript(_ index: Int) -> Fire { elements[index] }

  /// Goes through the fires, by instant, then repetition, then component.
  @inlinable
  package func makeIterator() -> IndexingIterator<[Fire]> { elements.makeIterator() }

  /// Keeps the fires that satisfy a predicate, which is asked in their order.
  package mutating func keep(where isKept: (Fire) -> Bool) {
    elements = elements.filter(isKept)
  }
}

extension Fires {
  /// Adds a fire, in any order.
  mutating func append(_ fire: Fire) { elements.append(fire) }

  /// Cuts the look short from an instant on, if it isn't cut before.
  mutating func lower(cutTo instant: Instant, isCrowded: Bool) {
    cut = Swift.min(cut ?? instant, instant)
    self.isCrowded = self.isCrowded || isCrowded
  }

  /// Puts the fires in order and enforces the bound.
  mutating func sortAndCut(to limit: Int) {
    func precedes(_ left: Fire, _ right: Fire) -> Bool {
      (left.at, left.repetition, left.component) < (right.at, right.repetition, right.component)
    }
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { !precedes($1, $0) }
    if !isSorted { elements.sort(by: precedes) }
    if elements.count > limit { lower(cutTo: elements[limit].at, isCrowded: true) }
    guard let cut else { return }
    let end = elements.partitionPoint { $0.at < cut }
    // Where most of it goes, so does the room that it had: a series can have a thousand alarms.
    if end < elements.count / 2 {
      elements = Array(elements[..<end])
    } else {
      elements.removeSubrange(end...)
    }
  }
}

/// One instant at which one reminder is due.
package struct Fire: Hashable, Sendable {
  /// When the reminder is due.
  package let at: Instant
  /// Which repeat it is, from 1; 0 for the first alert.
  package let repetition: Int
  /// Whose alarm it is: an index into ``EventSeries/components``.
  package let component: Int
  /// The start of the occurrence that it belongs to; nil for an absolute trigger.
  package let occurrenceStart: Instant?
  /// How long quiet hours put it off, in seconds; small, since of fires there are many.
  package let delay: Int32

  /// Makes a fire.
  package init(
    at: Instant, repetition: Int, component: Int, occurrenceStart: Instant?, delay: Int32 = 0
  ) {
    self.at = at
    self.repetition = repetition
    self.component = component
    self.occurrenceStart = occurrenceStart
    self.delay = delay
  }

  /// The instant that was asked for, where quiet hours moved the fire; nil where they didn't.
  package var movedFrom: Instant? { delay == 0 ? nil : at + -Int(delay) }

  /// The fire, put off until an instant.
  func moved(to instant: Instant) -> Fire {
    Fire(
      at: instant, repetition: repetition, component: component, occurrenceStart: occurrenceStart,
      delay: Int32(clamping: instant - at))
  }
}

/// What tells the fires of a reminder apart besides their instant.
package struct FireKey: Hashable, Sendable {
  /// The repeat, from 1; 0 for the first alert.
  package let repetition: Int
  /// The component whose alarm fires, as an index into ``EventSeries/components``.
  package let component: Int

  /// Makes a key.
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
