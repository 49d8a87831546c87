import CivilTime

/// What came of calendars that were turned into one result.
struct Conversion {
  /// How the program ends.
  let status: ExitStatus
  /// How many fires the calendars ask for, or the plan has where it is played.
  var fires: Int
  /// How many slots are taken; nil where there are none.
  var slots: Int?
  /// Until when the result is exact; nil for to its end.
  var exactUntil: Instant?
}
