import CivilTime

/// One component of a calendar expression: every value, or a list of values, ranges and steps.
package struct ExpressionComponent: Hashable, Sendable {
  /// A value, a range, or a start with a repeated step.
  package struct Element: Hashable, Sendable {
    /// The first value.
    package let start: Int
    /// The last possible value; nil for a single value and for steps without an end.
    package let stop: Int?
    /// The distance between values; 0 for a single value.
    package let step: Int

    /// Makes an element; a range without a step has the step 1.
    package init(start: Int, stop: Int? = nil, step: Int = 0) {
      self.start = start
      self.stop = stop
      self.step = stop != nil && step == 0 ? 1 : step
    }
  }

  /// The largest number of elements that systemd accepts in a component.
  ///
  /// CALENDARSPEC_COMPONENTS_MAX is 240 and counts the elements after the first.
  package static let maximumElements = 241

  /// The elements in normal form; empty for every value.
  package let elements: [Element]

  /// Makes a component from elements in any order; an empty list means every value.
  package init(elements: [Element]) {
    self.elements = elements
  }

  /// Every value of the field.
  package static let every = ExpressionComponent(elements: [])

  /// Makes a component of a single value.
  package static func value(_ value: Int) -> ExpressionComponent {
    ExpressionComponent(elements: [Element(start: value)])
  }

  /// Makes a component from a set of values; sequences become ranges and steps.
  ///
  /// - Parameters:
  ///   - values: The values, in any order; at least one.
  ///   - field: The field. All its values together become ``every``.
  package init(_ values: some Sequence<Int>, of field: CalendarField) {
    let sorted = Set(values).sorted()
    // All 28 values from the end of the month do not include all days of `*`.
    if field != .dayFromMonthEnd, sorted.elementsEqual(field.range) {
      self = .every
      return
    }
    var elements: [Element] = []
    var index = 0
    while index < sorted.count {
      let start = sorted[index]
      var length = 1
      if index + 1 < sorted.count {
        let step = sorted[index + 1] - start
        while index + length < sorted.count, sorted[index + length] == start + length * step {
          length += 1
        }
        // Shorter lists are as short as the range and easier to read.
        if length >= (step == 1 ? 3 : 4) {
          elements.append(Element(start: start, stop: start + (length - 1) * step, step: step))
          index += length
          continue
        }
      }
      elements.append(Element(start: start))
      index += 1
    }
    self.init(elements: elements)
  }
}

extension ExpressionComponent: ExpressibleByIntegerLiteral {
  /// Makes a component of a single value.
  package init(integerLiteral value: Int) {
    self = .value(value)
  }
}

extension ExpressionComponent {
  /// Returns the normal form of systemd; throws if the component is not valid in a field.
  ///
  /// Each range ends at the last value that its step reaches. Elements are sorted without
  /// duplicates.
  func normalized(for field: CalendarField) throws(CalendarExpressionError) -> ExpressionComponent {
    guard elements.count <= ExpressionComponent.maximumElements else {
      throw CalendarExpressionError()
    }
    var normal: [Element] = []
    for element in elements.map(\.normalized).sorted() where element != normal.last {
      normal.append(element)
    }
    for (index, element) in normal.enumerated() {
      // systemd lowers the limit by three days again for each element that it checks.
      let excess = field == .dayFromMonthEnd ? 3 * index : 0
      guard element.isValid(in: field, upperBound: field.range.upperBound - excess) else {
        throw CalendarExpressionError()
      }
    }
    // systemd stores `*` of seconds as a step of one from zero.
    if field == .second, normal.contains(Element(start: 0, step: 1)) { return .every }
    return ExpressionComponent(elements: normal)
  }

  /// Whether the component contains a value of a field.
  package func contains(_ value: Int, in field: CalendarField) -> Bool {
    elements.isEmpty
      || elements.contains { element in
        let last = element.stop ?? (element.step > 0 ? field.range.upperBound : element.start)
        return value >= element.start && value <= last
          && (element.step == 0
            ? value == element.start : (value - element.start) % element.step == 0)
      }
  }

  func text(for field: CalendarField) -> String {
    elements.isEmpty
      ? "*" : elements.map { $0.text(width: field.width) }.joined(separator: ",")
  }
}

extension ExpressionComponent.Element: Comparable {
  /// Orders elements by start, stop and step, as in the normal form.
  package static func < (left: Self, right: Self) -> Bool {
    (left.start, left.stop ?? -1, left.step) < (right.start, right.stop ?? -1, right.step)
  }

  fileprivate var normalized: Self {
    guard let stop, stop >= start, step > 0 else { return self }
    let reached = stop - (stop - start) % step
    return reached == start ? Self(start: start) : Self(start: start, stop: reached, step: step)
  }

  /// Whether all values are in the field and the step reaches at least one more value.
  fileprivate func isValid(in field: CalendarField, upperBound: Int) -> Bool {
    let lowerBound = field.range.lowerBound
    guard start >= lowerBound, start <= upperBound, step >= 0, step <= upperBound - lowerBound
    else { return false }
    if let stop { return stop >= lowerBound && stop <= upperBound && start + step <= stop }
    return field == .dayFromMonthEnd ? start - step >= lowerBound : start + step <= upperBound
  }

  fileprivate func text(width: Int) -> String {
    var text = start.padded(to: width)
    if let stop { text += "..\(stop.padded(to: width))" }
    if step > 0, stop == nil || step != 1 { text += "/\(step)" }
    return text
  }
}

/// A field of a calendar expression.
package enum CalendarField: Hashable, Sendable, CaseIterable {
  case year, month, day, dayFromMonthEnd, hour, minute, second

  /// The values that systemd allows in the field.
  ///
  /// Years end at the limit of systemd's search. Days from the end of the month are limited to
  /// those that every month has.
  package var range: ClosedRange<Int> {
    switch self {
    case .year: 1970...2199
    case .month: 1...12
    case .day: 1...31
    case .dayFromMonthEnd: 1...28
    case .hour: 0...23
    case .minute, .second: 0...59
    }
  }

  /// The minimum number of digits in the normal form.
  var width: Int { self == .year ? 4 : 2 }
}
