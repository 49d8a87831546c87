package import CivilTime

/// When a fire was asked for that quiet hours moved: `(moved from 06:30)`, with the day where that is
/// another one.
package struct MovedPhrase: CustomStringConvertible {
  /// The words.
  package let description: String

  /// Puts a moved fire into words.
  ///
  /// - Parameters:
  ///   - instant: When it is due.
  ///   - asked: When it was asked for.
  ///   - zone: The zone of local times.
  package init(_ instant: Instant, from asked: Instant, in zone: Zone) {
    let civil = zone.civil(at: asked)
    let isSameDay = civil.dayNumber == zone.civil(at: instant).dayNumber
    description =
      "(moved from " + (isSameDay ? "\(civil.time)" : "\(LocalTime(asked, in: zone))") + ")"
  }
}
