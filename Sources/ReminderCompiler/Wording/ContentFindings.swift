package import ICalendar

extension Finding {
  /// A placeholder that stays empty, since the series has nothing to say for it.
  package static func placeholderEmpty(_ name: String) -> Finding {
    let reason =
      switch name {
      case "count": "the series has no end, or more occurrences than are counted"
      case "n": "the occurrence is no instance of its series, or one of more than are counted"
      case "age": "nobody says in which year it began"
      default: "the fire belongs to none of several occurrences"
      }
    return Finding(
      "placeholder-empty", .note, message: "{\(name)} stays empty in what is shown: \(reason)")
  }
}
