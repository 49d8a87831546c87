package import CivilTime

extension WeekdaySet {
  /// The set as systemd writes it: runs of three and more as ranges, `Mon..Thu,Sat,Sun`.
  package var text: String {
    var parts: [String] = []
    var rest = Weekday.allCases[...]
    while let first = rest.popFirst() {
      guard contains(first) else { continue }
      var run = [first.abbreviation]
      while let next = rest.first, contains(next) {
        run.append(next.abbreviation)
        rest.removeFirst()
      }
      parts += run.count > 2 ? ["\(run[0])..\(run[run.count - 1])"] : run
    }
    return parts.joined(separator: ",")
  }
}
