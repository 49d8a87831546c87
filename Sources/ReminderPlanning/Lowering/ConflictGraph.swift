package import CivilTime
import NotificationTriggers

/// The triggers of a group as a conflict graph.
///
/// The independent sets of the graph are the ways to answer the group.
///
/// Two triggers conflict if they fire at the same instant, because the reminder would be shown
/// twice. They can still be used together if one of them is removed by then.
package struct ConflictGraph: Sendable {
  /// A conflict, as seen from one of its two triggers.
  package struct Edge: Sendable {
    /// The first instant at which both fire.
    package let at: Instant
    // A calendar has millions of edges, so their numbers take 32 bits.
    private let place: Int32
    private let counts: (own: Int32, other: Int32)

    fileprivate init(to other: Int, at instant: Instant, answered: Int, otherAnswered: Int) {
      at = instant
      place = Int32(other)
      counts = (Int32(answered), Int32(otherAnswered))
    }

    /// The index of the other trigger.
    package var other: Int { Int(place) }
    /// The number of fires before ``at`` that the trigger answers.
    var answered: Int { Int(counts.own) }
    /// The number of fires before ``at`` that the other trigger answers.
    var otherAnswered: Int { Int(counts.other) }
  }

  /// The edges of all triggers as compressed sparse rows (adjacency arrays).
  struct Edges: Sendable {
    /// The edges of all triggers, in order of trigger.
    fileprivate(set) var all: [Edge] = []
    /// The index of each trigger's first edge, and finally the number of edges.
    fileprivate var firstEdge: [Int32] = [0]

    /// Returns the indices of a trigger's edges.
    func places(of index: Int) -> Range<Int> { Int(firstEdge[index])..<Int(firstEdge[index + 1]) }

    /// The edges of a trigger.
    subscript(index: Int) -> ArraySlice<Edge> { all[places(of: index)] }
  }

  /// The triggers.
  ///
  /// Each is sound by itself until its `removeBy`.
  package let triggers: [AnsweringTrigger]
  /// The conflicts of each trigger before one of the two triggers must be removed.
  let edges: Edges

  init() { self.init([], conflicts: []) }

  /// Makes the graph of patterns, and of a time-interval trigger if there is one.
  init(
    _ found: [(trigger: AnsweringTrigger, candidate: CandidatePattern)],
    interval: AnsweringTrigger? = nil
  ) {
    var conflicts = CommonInstants(of: found.map(\.candidate.allFires)).firsts
    if let interval {
      conflicts.append([])
      for place in found.indices {
        guard let at = interval.firstCommon(with: found[place].trigger) else { continue }
        conflicts[place].append((found.count, at))
        conflicts[found.count].append((place, at))
      }
    }
    self.init(found.map(\.trigger) + [interval].compactMap(\.self), conflicts: conflicts)
  }

  init(_ graph: ConflictGraph, keeping indices: [Int]) {
    let places = Dictionary(uniqueKeysWithValues: zip(indices, 0...))
    self.init(
      indices.map { graph.triggers[$0] },
      conflicts: indices.map { index in
        graph.edges(of: index).compactMap { edge in places[edge.other].map { ($0, edge.at) } }
      })
  }

  private init(_ triggers: [AnsweringTrigger], conflicts: [[CommonInstants.Common]]) {
    var edges = Edges()
    edges.all.reserveCapacity(conflicts.reduce(0) { $0 + $1.count })
    for (index, own) in conflicts.enumerated() {
      edges.all += own.map { other, at in
        Edge(
          to: other, at: at, answered: triggers[index].answered.before(at),
          otherAnswered: triggers[other].answered.before(at))
      }
      edges.firstEdge.append(Int32(edges.all.count))
    }
    self.triggers = triggers
    self.edges = edges
  }

  /// Returns the conflicts of a trigger before one of the two triggers must be removed.
  package func edges(of index: Int) -> ArraySlice<Edge> { edges[index] }

  /// The instants at which triggers stop being sound, alone or beside another, in no particular
  /// order and with duplicates.
  package var turningPoints: [Instant] {
    triggers.compactMap(\.proven.removeBy) + edges.all.map(\.at)
  }
}
