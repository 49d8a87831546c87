package import CivilTime

extension Zone {
  /// The zone that triggers of a series in this one are read in: itself, or GMT where other systems
  /// don't know it.
  package var triggerZone: Zone { isIANA ? self : .gmt }
}
