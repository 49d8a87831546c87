import ICalendar
import WorkSharing

/// The triggers that can answer the groups of a reminder, looked for when they are asked for.
///
/// Of ten thousand reminders a few hundred can win a slot, and which these are is known from their
/// fires alone: of the others no trigger is ever looked for. Those that fire at the same times have
/// one search.
final class TriggerSearch: Sendable {
  /// What is looked for.
  private struct Asked: Sendable {
    /// The groups of the reminder.
    let groups: [FireGroup]
    /// The reminder, as far as it is looked at: the groups have its fires.
    let reminder: Reminder
    /// How it is lowered.
    let lowering: Lowering
  }

  /// Nil where it was found from the beginning.
  private let asked: Asked?
  private let found: Guarded<[GroupTriggers]?>

  /// Makes a search that has yet to be done.
  init(
    of groups: [FireGroup], _ reminder: Reminder, lowering: Lowering
  ) {
    asked = Asked(groups: groups, reminder: reminder, lowering: lowering)
    found = Guarded(nil)
  }

  /// Makes a search that has been done.
  init(found: [GroupTriggers]) {
    asked = nil
    self.found = Guarded(found)
  }

  /// The triggers of each group.
  ///
  /// Who asks at the same time as another may look as well: both find the same.
  var triggers: [GroupTriggers] {
    if let known = found.withLock({ $0 }) { return known }
    guard let asked else { return [] }
    var startDays = StartDays()
    let all = asked.lowering.triggers(of: asked.groups, of: asked.reminder, &startDays)
    found.withLock { $0 = all }
    return all
  }
}
