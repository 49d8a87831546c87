/// A field of a calendar expression, with the values that systemd allows in it.
package enum CalendarField: Hashable, Sendable, CaseIterable {
  case year, month, day, dayFromMonthEnd, hour, minute, second

  /// The field's values.
  ///
  /// Years end where systemd stops searching. Days from the month's end reach back only as far as
  /// every month has days.
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

  /// The field's name in messages.
  package var name: String {
    switch self {
    case .year: "year"
    case .month: "month"
    case .day: "day"
    case .dayFromMonthEnd: "day from the month's end"
    case .hour: "hour"
    case .minute: "minute"
    case .second: "second"
    }
  }

  /// How many digits the normal form writes at least.
  var width: Int { self == .year ? 4 : 2 }
}
