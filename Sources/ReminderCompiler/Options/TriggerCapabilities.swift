package import NotificationTriggers

/// What a system can be asked for with calendar triggers, and how many requests it keeps.
///
/// A target is described by no more than this; lowering looks for nothing outside of it.
package struct TriggerCapabilities: Hashable, Sendable {
  /// The shapes that a trigger may have: full dates, which every system has, among them.
  package let shapes: TriggerShapes
  /// Whether a trigger may name the zone in which it is read.
  ///
  /// Where none may, all are read in the device's, and by the Gregorian calendar. What lives in
  /// another zone is then right for as long as the clocks of both keep step, and fires in the
  /// second pass of a repeated hour can't be asked for one by one.
  package let namesZones: Bool
  /// The requests that the system keeps.
  package var limit: Int

  /// Describes a system.
  ///
  /// - Parameters:
  ///   - repeating: The shapes of triggers that repeat.
  ///   - namesZones: Whether a trigger may name the zone in which it is read.
  ///   - limit: The requests that the system keeps.
  package init(repeating: TriggerShapes, namesZones: Bool, limit: Int) {
    shapes = repeating.union(.once)
    self.namesZones = namesZones
    self.limit = limit
  }

  /// UserNotifications on Apple's systems.
  package static let userNotifications = TriggerCapabilities(
    repeating: .repeating, namesZones: true, limit: NotificationOptions.systemLimit)
}
