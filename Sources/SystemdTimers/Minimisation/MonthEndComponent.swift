/// A component of days that count from the month's end, as systemd takes it in one line.
///
/// Each element is a day, a range or a step. systemd takes three days off the limit of 28 for each
/// element before it, in the order in which it sorts them; so the second reaches to the 25th last
/// day, the third to the 22nd. Two days that are far apart are one element with a wide step.
struct MonthEndComponent {
  /// The elements, sorted.
  let component: ExpressionComponent
  /// The days that the elements name: bit 0 is the last day.
  let days: UInt32

  /// The most elements that are tried for one component.
  ///
  /// Of random days in random others, none asked for more than a tenth of it.
  private static let maximumTries = 20_000

  /// Finds a component that has some days and none but those allowed; nil where there is none.
  init?(covering needed: UInt32, within allowed: UInt32) {
    let allowed = allowed & Cube.everyDayFromEnd
    guard needed & ~allowed == 0 else { return nil }
    let named = ExpressionComponent(
      covering: needed.bitPositions.map { $0 + 1 }, within: allowed.bitPositions.map { $0 + 1 },
      of: .dayFromMonthEnd, prefersEvery: false)
    if MonthEndComponent.isValid(named) {
      component = named
      days = UInt32(truncatingIfNeeded: named.bits(of: .dayFromMonthEnd) >> 1)
      return
    }
    guard let chosen = MonthEndComponent.progressions(covering: needed, within: allowed)
    else { return nil }
    days = chosen.reduce(0) { $0 | $1.days }
    component = ExpressionComponent(
      elements: chosen.map {
        $0.step == 0
          ? ExpressionComponent.Element(start: $0.start + 1)
          : ExpressionComponent.Element(start: $0.start + 1, stop: $0.stop + 1, step: $0.step)
      })
  }

  /// Whether there is a component that has some days and none but those allowed.
  static func exists(covering needed: UInt32, within allowed: UInt32) -> Bool {
    let allowed = allowed & Cube.everyDayFromEnd
    guard needed & ~allowed == 0 else { return false }
    return areRuns(needed, within: allowed)
      || progressions(covering: needed, within: allowed) != nil
  }

  /// Whether ranges of what is allowed, from one day that is needed to another, are a
  /// component: most are.
  private static func areRuns(_ needed: UInt32, within allowed: UInt32) -> Bool {
    var rest = needed
    var limit = 27
    while rest != 0 {
      let start = rest.trailingZeroBitCount
      let run = (~(allowed >> UInt32(start))).trailingZeroBitCount
      let days = rest & ((1 << UInt32(start + run)) - 1)
      guard 31 - days.leadingZeroBitCount <= limit else { return false }
      limit -= 3
      rest &= ~days
    }
    return true
  }

  private static func isValid(_ component: ExpressionComponent) -> Bool {
    component.elements.enumerated().allSatisfy { index, element in
      max(element.start, element.stop ?? 0) <= 28 - 3 * index
    }
  }
}

extension MonthEndComponent {
  /// Days at one distance from each other, from bit 0.
  private struct Progression {
    let start, stop: Int
    /// 0 for a single day.
    let step: Int
    let days: UInt32
  }

  /// All progressions by start, as systemd sorts them: by stop, single days first.
  private static let table: [[Progression]] = (0..<28).map { start in
    var table = [Progression(start: start, stop: start, step: 0, days: 1 << UInt32(start))]
    for stop in start + 1..<max(start + 1, 28) {
      for step in 1...stop - start where (stop - start) % step == 0 {
        var days: UInt32 = 0
        for day in stride(from: start, through: stop, by: step) { days |= 1 << UInt32(day) }
        table.append(Progression(start: start, stop: stop, step: step, days: days))
      }
    }
    return table
  }

  /// A place in the table.
  private struct Place {
    var start = 0
    var index = 0
  }

  private static func progressions(
    covering needed: UInt32, within allowed: UInt32
  ) -> [Progression]? {
    var tries = maximumTries
    return progressions(covering: needed, within: allowed, from: Place(), limit: 27, &tries)
  }

  /// Progressions from a place of the table on, the first of which reaches to a limit at most.
  private static func progressions(
    covering needed: UInt32, within allowed: UInt32, from place: Place, limit: Int,
    _ tries: inout Int
  ) -> [Progression]? {
    guard needed != 0 else { return [] }
    guard 31 - needed.leadingZeroBitCount <= limit else { return nil }
    // What comes later reaches less far, and starts no earlier.
    let last = needed & (UInt32.max << UInt32(max(0, limit - 2)))
    let first = needed.trailingZeroBitCount
    var choices: [(place: Place, days: UInt32)] = []
    for start in place.start..<max(place.start, first + 1) where allowed >> UInt32(start) & 1 == 1 {
      let own = table[start]
      for index in (start == place.start ? place.index : 0)..<own.count {
        guard own[index].stop <= limit else { break }
        let days = own[index].days & needed
        // One that is sorted before it and has all that it has is as good.
        guard own[index].days & ~allowed == 0, days != 0, last & ~days == 0,
          !choices.contains(where: { days & ~$0.days == 0 })
        else { continue }
        choices.append((Place(start: start, index: index), days))
      }
    }
    for choice in choices.sorted(by: { $0.days.nonzeroBitCount > $1.days.nonzeroBitCount }) {
      tries -= 1
      guard tries > 0 else { return nil }
      let next = Place(start: choice.place.start, index: choice.place.index + 1)
      if let others = progressions(
        covering: needed & ~choice.days, within: allowed, from: next, limit: limit - 3, &tries)
      {
        return [table[choice.place.start][choice.place.index]] + others
      }
    }
    return nil
  }
}
