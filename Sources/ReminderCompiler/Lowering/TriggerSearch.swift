import CivilTime
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

  private enum State: Sendable {
    /// Nobody has asked whether the run has time for it.
    case open
    /// The run has.
    case admitted
    /// The run has no time for it: there are none.
    case refused
    /// It is done.
    case found([GroupTriggers])
  }

  /// Nil where it was found from the beginning.
  private let asked: Asked?
  private let state: Guarded<State>

  /// Makes a search that has yet to be done.
  init(
    of groups: [FireGroup], _ reminder: Reminder, lowering: Lowering
  ) {
    asked = Asked(groups: groups, reminder: reminder, lowering: lowering)
    state = Guarded(.open)
  }

  /// Makes a search that has been done.
  init(found: [GroupTriggers]) {
    asked = nil
    state = Guarded(.found(found))
  }

  /// Decides whether the run has time for the search, unless that is decided: before several threads
  /// ask for triggers, so that it doesn't depend on which of them comes first.
  func admit() {
    guard let asked, case .open = state.withLock({ $0 }) else { return }
    let factor =
      (asked.reminder.expansion.quiet == nil ? 1 : SearchBudget.quietFactor)
      * (1 + asked.reminder.precedences.count)
    let isAdmitted = asked.lowering.budget.admits(asked.groups.timesOfDay, factor: factor)
    state.withLock { $0 = isAdmitted ? .admitted : .refused }
  }

  /// Decides that the run has no time for the search, unless that is decided.
  func refuse() {
    state.withLock { if case .open = $0 { $0 = .refused } }
  }

  /// Whether the run has time for it.
  var isAdmitted: Bool {
    admit()
    if case .refused = state.withLock({ $0 }) { return false }
    return true
  }

  /// The triggers of a group, by its place.
  func triggers(at place: Int) -> GroupTriggers { triggers?[place] ?? .none }

  /// Looks for the triggers, as far as the run has time for it.
  func find() { _ = triggers }

  /// The triggers of each group; nil where the run has no time for them.
  ///
  /// Who asks at the same time as another may look as well: both find the same.
  private var triggers: [GroupTriggers]? {
    if case .found(let known) = state.withLock({ $0 }) { return known }
    guard let asked, isAdmitted else { return nil }
    var startDays = StartDays()
    let all = asked.lowering.triggers(of: asked.groups, of: asked.reminder, &startDays)
    state.withLock { $0 = .found(all) }
    return all
  }
}

extension [FireGroup] {
  /// How many times of day fires come at, those of each group by themselves.
  fileprivate var timesOfDay: Int {
    reduce(0) { sum, group in
      // Most are a few fires, or come at one time of day.
      guard group.instants.count > 1 else { return sum + group.instants.count }
      var times: Set<Int> = []
      for instant in group.instants {
        let local = instant.secondsSince1970 + group.zone.offset(at: instant)
        times.insert(local.floorModulo(86_400))
      }
      return sum + times.count
    }
  }
}
