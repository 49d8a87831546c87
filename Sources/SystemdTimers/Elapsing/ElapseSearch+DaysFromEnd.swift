extension ElapseSearch {
  /// The next of the days that count from the month's end.
  ///
  /// systemd asks the clock for each of them, which moves where its next search starts; within a
  /// second pass the answer depends on that.
  mutating func nextDayFromEnd(_ time: BrokenDownTime) -> Int? {
    var elements: [(start: Int, stop: Int, step: Int)] = []
    for element in expression.days.elements {
      var start = dayOfMonth(fromEnd: element.start, at: time)
      var stop = dayOfMonth(fromEnd: element.stop ?? -1, at: time)
      if stop > 0 { swap(&start, &stop) }
      elements.append((start, stop, element.step))
    }
    return ElapseSearch.first(from: time.day, of: elements)
  }

  /// A day counted from the end, or -1 where it lies in another month.
  private mutating func dayOfMonth(fromEnd day: Int, at time: BrokenDownTime) -> Int {
    var end = time
    end.month += 1
    end.day = 1 - day
    guard clock.normalize(&end) != nil, end.month == time.month else { return -1 }
    return end.day
  }

  /// The first value at or after another of elements; a negative stop is none.
  static func first(
    from value: Int, of elements: some Sequence<(start: Int, stop: Int, step: Int)>
  ) -> Int? {
    var best: Int?
    for (start, stop, step) in elements {
      if start >= value {
        best = min(best ?? .max, start)
      } else if step > 0 {
        let next = start + (value - start + step - 1) / step * step
        if stop < 0 || next <= stop { best = min(best ?? .max, next) }
      }
    }
    return best
  }
}
