import ICalendar
import WorkSharing

/// The groups of a reminder; the triggers that can answer them are looked for when they are asked
/// for.
///
/// Of ten thousand reminders a few hundred can win a slot, and which these are is known from their
/// fires alone: of the others no trigger is ever looked for.
final class GroupedFires: Sendable {
  /// The groups, first alerts before repeats.
  let groups: [(key: FireKey, group: FireGroup)]
  /// What looks for triggers; nil where nothing can repeat, or where they are known.
  private let search: Search?
  private let found: Guarded<[GroupTriggers]?>

  /// What looks for the triggers of a reminder's groups.
  struct Search: Sendable {
    /// The reminder, as far as it is looked at: the groups have its fires.
    let reminder: Reminder
    /// How it is lowered.
    let lowering: Lowering
  }

  /// Makes groups whose triggers are looked for later, where a search is given.
  init(_ groups: [(key: FireKey, group: FireGroup)], _ search: Search?) {
    self.groups = groups
    self.search = search
    found = Guarded(nil)
  }

  /// Makes groups whose triggers are known.
  init(_ groups: [(key: FireKey, group: FireGroup)], known: [GroupTriggers]) {
    self.groups = groups
    search = nil
    found = Guarded(known)
  }

  /// Whether any repeating trigger may answer them.
  var mayRepeat: Bool { search != nil || found.withLock { $0 != nil } }

  /// The triggers of a group.
  ///
  /// Who asks at the same time as another may look as well: both find the same.
  func triggers(at place: Int) -> GroupTriggers {
    if let known = found.withLock({ $0?[place] }) { return known }
    guard let search else { return .none }
    var startDays = StartDays()
    let all = search.lowering.triggers(of: groups, of: search.reminder, &startDays)
    found.withLock { $0 = all }
    return all[place]
  }
}
