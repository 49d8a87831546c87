/// The values of a component other than the year as bits, so that the next is one instruction.
struct ComponentMask {
  /// One bit a value; every field's values are below 64.
  let bits: UInt64
  /// The first value beyond the field that an endless step reaches; nil without one.
  ///
  /// systemd takes it and lets it run over into the next day or minute, where the search goes on.
  let overflow: Int?

  /// Makes the mask of a component in normal form.
  init(_ component: ExpressionComponent, of field: CalendarField) {
    // `*` for seconds is a step of one; for other fields nothing is ever looked for.
    var elements = component.elements
    if elements.isEmpty { elements = [.init(start: field.range.lowerBound, step: 1)] }
    var bits: UInt64 = 0
    var overflow: Int?
    for element in elements {
      let last = element.stop ?? (element.step > 0 ? field.range.upperBound : element.start)
      let values = stride(from: element.start, through: last, by: max(element.step, 1))
      for value in values { bits |= 1 << UInt64(value) }
      if element.stop == nil, element.step > 0 {
        let count = (field.range.upperBound - element.start) / element.step + 1
        overflow = min(overflow ?? .max, element.start + count * element.step)
      }
    }
    self.bits = bits
    self.overflow = overflow
  }

  /// Whether running over can lead past values: into a period of a size, beyond its first one.
  ///
  /// With `1/9` for days the 28th is followed by the 37th: after December that is the 6th of January,
  /// and the 10th comes next. Who asks on the 1st gets that.
  func skipsValues(afterPeriodOf size: Int) -> Bool {
    overflow.map { $0 - size > bits.trailingZeroBitCount } ?? false
  }

  /// The first value at or after another; nil without one.
  func first(from value: Int) -> Int? {
    let later = value < 64 ? bits & (~0 << UInt64(value)) : 0
    return later == 0 ? overflow : later.trailingZeroBitCount
  }
}
