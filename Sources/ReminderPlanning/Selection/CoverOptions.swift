import CivilTime
import ReminderExpansion
import ReminderOptions

/// The options of a cover search, with the derived values computed once.
///
/// All groups of a selection with the same bounds share one instance. Separate copies for ten
/// thousand groups would take more memory than their fires.
final class CoverOptions: Sendable {
  let now: Instant
  let renewal: Instant
  let end: Instant
  let earliestRemoval: Instant
  /// The slots that a reminder can have.
  let slots: Int
  /// The slots of the plan.
  let allSlots: Int
  /// Whether few covers are compared.
  let isDense: Bool
  let pending: PendingIdentifiers
  /// The share of ``IndependentSetSearch/maximumWork`` that a search of all covers has.
  let searchWork: Int

  /// The upper limit of ``ProvenTrigger/provenDays`` for any trigger.
  var mostProvenDays: Int { max(.endOfProof, end).secondsSince1970 / 86_400 }

  /// Makes the options of a reminder with bounds; nil for none.
  init(_ options: NotificationOptions, _ bounds: AllocationWork.Bounds? = nil) {
    now = options.now
    renewal = options.renewal
    end = options.window.upperBound
    earliestRemoval = options.earliestRemoval
    slots = bounds?.slots ?? options.slots
    allSlots = options.slots
    isDense = bounds?.isDense ?? false
    pending = options.pending
    searchWork = bounds?.searchWork ?? IndependentSetSearch.maximumWork
  }
}

/// The work limit for a component of one search, and the work that all searches have done, in
/// visited triggers.
struct SearchWork {
  var limit = IndependentSetSearch.maximumWork
  var done = 0
}

extension LoweredGroup {
  /// Returns the group without triggers that must be removed and do no more than a one-shot.
  ///
  /// Some triggers answer their second fire only after the instant up to which the group can be
  /// exact with all slots. Fires before it are missed in any case, and a one-shot for the first
  /// fire never needs removal. If even all slots miss fires before the renewal, each answered fire
  /// counts and all triggers stay.
  func withoutIdleRemovals(_ options: CoverOptions) -> LoweredGroup {
    let instants = group.instants
    let slots = options.slots
    // Covers of one-shots alone are exact up to the first fire without a slot.
    guard slots > 0, slots < instants.count else { return self }
    let graph = graph
    let doubtful = graph.triggers.indices.filter {
      graph.triggers[$0].proven.removeBy != nil
        && graph.triggers[$0].secondAnswered.map { $0 >= instants[slots] } ?? true
    }
    guard !doubtful.isEmpty else { return self }
    let search = CoverSearch(self, options, pending: PendingIdentifiers())
    guard search.fewestSlots(upTo: options.renewal) <= slots else { return self }
    let sorted = doubtful.sorted {
      graph.triggers[$0].secondAnswered ?? .endOfTime
        < graph.triggers[$1].secondAnswered ?? .endOfTime
    }
    let useful = sorted.partitionPoint {
      graph.triggers[$0].secondAnswered.map { search.fewestSlots(upTo: $0 + 1) <= slots } ?? false
    }
    let idle = Set(sorted[useful...])
    guard !idle.isEmpty else { return self }
    var reduced = self
    reduced.graph = ConflictGraph(
      graph, keeping: graph.triggers.indices.filter { !idle.contains($0) })
    return reduced
  }
}

extension AnsweringTrigger {
  /// The second fire before the horizon that the trigger answers; nil for none.
  fileprivate var secondAnswered: Instant? { answered.dropFirst().first }
}
