import CivilTime

/// A class of times of day that are asked for on the same days, and that one line can name.
///
/// To cubes, such times are one value of a variable.
struct EquivalentTimes: Sendable {
  /// The times of a ``TimeCube``.
  let times: [TimeOfDay]
  /// The ON-set: by year-month, the days on which some of the times are asked for within the
  /// window.
  var onSet: [UInt32]
  /// The OFF-set: by year-month, the days on which none of the times may fire.
  var offSet: [UInt32]
  /// The years after the window; nil where nothing may fire in them.
  let openYears: OpenYears?
}
