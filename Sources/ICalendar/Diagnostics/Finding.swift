package import CivilTime

/// The facts of a diagnostic; their English is made in one place.
package enum Finding: Hashable, Sendable {
  // Files and lines.
  case fileIgnored(kind: String)
  case encodingGuessed(String)
  case lineEndsForgiven
  case calendarMissing(name: String)
  case calendarUnended
  case methodIgnored(String)
  case componentUnended(name: String)
  case componentMisplaced(name: String)
  case componentTooLarge(name: String, limit: Int)
  case lineUnreadable(name: String, reason: String)
  case lineIgnored
  // Components.
  case uidMissing
  case startMissing(component: String)
  case propertyRepeated(name: String)
  case dateTimeInvalid(property: String, value: String)
  case durationInvalid(property: String, value: String)
  case numberInvalid(property: String, value: String)
  case valueIgnored(property: String, value: String)
  case endBeforeStart(property: String)
  case duplicateReplaced
  case uidConflict(count: Int)
  case uidShared(with: String)
  case overrideOrphaned
  // Recurrence.
  case ruleInvalid(property: String, error: RecurrenceRuleError)
  case ruleMismatch(start: String)
  case untilTypeForgiven(until: String, start: String)
  case weekdayNumberIgnored(rule: String)
  case ruleNeverMatches(rule: String)
  // Zones.
  case zoneUnknown(name: String)
  case zoneContradicted(name: String, identifier: String)
  case zoneInvalid(name: String)
  // Alarms.
  case triggerMissing
  case triggerInvalid(value: String)
  case repeatIncomplete
  case proximityUnsupported
  // The plan.
  case optionInvalid(option: String, value: String, expected: String)
  case firesCut(alarm: Int, limit: Int, from: Instant)
  case triggerRefused(alarm: Int, trigger: String, unasked: Instant)
  case dueNow(alarm: Int)
  case identifierTaken(identifier: String)
  case renewalMissing(by: Instant)
  case linesCut(limit: Int, from: Instant)
  case unitsMany(count: Int, limit: Int)
  case zoneDataDiffers(own: String, system: String?)
  case zoneNotInstalled(name: String)
}
