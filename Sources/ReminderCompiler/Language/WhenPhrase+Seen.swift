import CivilTime

extension WhenPhrase {
  /// When an occurrence is, to somebody who reads it at any time: `14:00-15:00, in 15 minutes`, on
  /// another day `Tomorrow 14:00-15:00`.
  ///
  /// What is today's is said without its day, and how far away it is stands behind it, also where it
  /// lies back: `14:00-15:00, 25 minutes ago`.
  ///
  /// - Parameters:
  ///   - moment: When it is read, and the occurrence.
  ///   - hasLead: Whether it is said how far away it is.
  /// - Returns: The words; they begin with a capital.
  package func seen(_ moment: Moment, withLead hasLead: Bool = true) -> String {
    guard moment.daysAhead == 0, !moment.isWholeDays else { return once(moment) }
    let range = ClockRange(moment.pointOnDevice, moment.endOnDevice)
    var text = times(from: range.start, to: range.end)
    if moment.clocksDiffer { text += zone(moment.deviceZone.identifier) }
    if hasLead { text += wording.parts + lead(to: moment) }
    return capitalised(moment.isDue ? wording.due.around(text) : text)
  }
}
