package import ICalendar

extension Finding {
  /// A sound of an alarm that a phone can't play.
  ///
  /// - Parameter name: The name of its file.
  /// - Returns: The note.
  package static func soundUnusable(_ name: String) -> Finding {
    Finding(
      "sound-unusable", .note, property: "ATTACH",
      message: "the sound \"\(name)\" is not on the phone or in a format that it doesn't play; the "
        + "default sound is used")
  }

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
