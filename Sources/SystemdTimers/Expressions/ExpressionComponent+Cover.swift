extension ExpressionComponent {
  /// The component with the fewest elements that has some values and none but those allowed.
  ///
  /// - Parameters:
  ///   - needed: The values that it has to have, ascending; at least one.
  ///   - allowed: The values that it may have, ascending.
  ///   - field: The field.
  ///   - prefersEvery: Whether ``every`` is better than naming one element; else only than naming
  ///     two.
  package init(
    covering needed: [Int], within allowed: [Int], of field: CalendarField, prefersEvery: Bool
  ) {
    let members = Set(allowed)
    // Counted from the month's end, all 28 values still lack days that `*` has.
    let isEvery = field != .dayFromMonthEnd && field.range.allSatisfy(members.contains)
    // A month of 28 days asks for no more than `*` gives.
    if isEvery, prefersEvery || (field == .day && needed.count >= 28) {
      self = .every
      return
    }
    var best = ExpressionComponent(needed, of: field)
    guard let first = needed.first, let last = needed.last, best.elements.count > 1,
      needed.count > 2 || isEvery
    else {
      self = best
      return
    }
    if isEvery {
      self = .every
      return
    }
    // One step from the first to the last; the widest names least.
    for step in (1..<max(2, (last - first + 2) / 2)).reversed() where (last - first) % step == 0 {
      guard needed.allSatisfy({ ($0 - first) % step == 0 }),
        stride(from: first, through: last, by: step).allSatisfy(members.contains)
      else { continue }
      self.init(elements: [Element(start: first, stop: last, step: step)])
      return
    }
    // Runs that go on over values that are allowed though not needed.
    var runs: [ClosedRange<Int>] = []
    for value in needed {
      if let run = runs.last, (run.upperBound...value).allSatisfy({ members.contains($0) }) {
        runs[runs.count - 1] = run.lowerBound...value
      } else {
        runs.append(value...value)
      }
    }
    let joined = ExpressionComponent(runs.joined(), of: field)
    if joined.elements.count < best.elements.count { best = joined }
    self = best
  }

  /// Whether a value of a field is one of the component's.
  package func contains(_ value: Int, in field: CalendarField) -> Bool {
    elements.isEmpty
      || elements.contains { element in
        let last = element.stop ?? (element.step > 0 ? field.range.upperBound : element.start)
        return value >= element.start && value <= last
          && (element.step == 0
            ? value == element.start : (value - element.start) % element.step == 0)
      }
  }

  /// The values as bits, for fields with values below 64; days from the month's end as they are
  /// written.
  package func bits(of field: CalendarField) -> UInt64 {
    field.range.reduce(0) { bits, value in
      contains(value, in: field) ? bits | 1 << UInt64(value) : bits
    }
  }
}
