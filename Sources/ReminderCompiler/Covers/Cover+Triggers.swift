import CivilTime

extension Cover {
  /// The triggers of the cover, in no order: those that repeat, and for each single fire a
  /// repeating trigger that can stand in for its one-shot, or the one-shot.
  ///
  /// - Parameters:
  ///   - lowered: The group that is covered.
  ///   - options: The instant at which the requests are added, and the device.
  /// - Returns: The triggers.
  package func triggers(
    for lowered: LoweredGroup, _ options: NotificationOptions
  ) -> [ProvenTrigger] {
    let oneShots = OneShots(in: lowered.group.zone, options)
    let spare = lowered.spare?.triggers(for: singles, beside: repeating, of: lowered.group) ?? [:]
    return repeating.map(\.proven) + singles.compactMap { spare[$0] ?? oneShots.proven(at: $0) }
  }
}
