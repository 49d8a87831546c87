import CivilTime
import ICalendar

/// What a reminder asks for up to the end of the proof.
///
/// The series is followed there once, for all of the reminder's streams.
struct Outlook: Sendable {
  private let range: ProofRange
  private var fires: [FireStream.Key: TimedDays] = [:]
  private var echoes: [FireStream.Key: Set<Instant>] = [:]

  /// Follows a reminder.
  init(_ reminder: Reminder, _ range: ProofRange) {
    self.range = range
    // What neither recurs nor comes twice can't be answered by a repeating trigger.
    guard !reminder.expansion.rules.isEmpty || reminder.fires.fires.count > 1 else { return }
    let window = range.now..<range.end
    let days = range.table.dayRange
    if reminder.expansion.zone.isIANA,
      let found = reminder.expansion.fireDays(
        ofReminder: reminder.id.alarm, in: window, days: days)
    {
      for (key, part) in found.parts {
        insert(part, as: reminder.key(ofRepetition: key.repetition, component: key.component))
      }
      findEchoes(of: reminder, in: window)
      return
    }
    let found = reminder.expansion.fires(ofReminder: reminder.id.alarm, in: window)
    // A series too dense to be followed to the end has no days that could be held against a pattern.
    guard found.cut == nil else { return }
    let zone = reminder.triggerZone
    for fire in found.fires {
      fires[reminder.key(of: fire), default: TimedDays(in: zone, days: days)].insert(fire.at)
    }
    findEchoes(of: reminder, in: window)
  }

  private mutating func findEchoes(of reminder: Reminder, in window: Range<Instant>) {
    let fires = fires
    echoes = reminder.echoes(in: window) { fires[$0]?.contains($1) ?? false }
  }

  private mutating func insert(_ part: TimedDays, as key: FireStream.Key) {
    guard var other = fires[key] else {
      fires[key] = part
      return
    }
    other.formUnion(part)
    fires[key] = other
  }

  /// What a stream asks for; nil where nothing in it can repeat.
  func wantedTimes(_ key: FireStream.Key) -> WantedTimes? {
    guard let fires = fires[key] else { return nil }
    return WantedTimes(fires, echoes: echoes[key] ?? [], now: range.now, end: range.end)
  }
}
