import CivilTime
import ReminderExpansion

/// Shares a number among sources, the part of a source among its series, and the part of a series
/// among its reminders.
///
/// A sender decides only over his own events. So neither a calendar with many reminders nor an event
/// with many alarms takes the part of others.
package struct SourceShares {
  /// The need of a reminder, or of several of a series together.
  package struct Need {
    package let owner: Owner
    let amount: Int

    /// Makes the need of an owner.
    package init(owner: Owner, amount: Int) {
      self.owner = owner
      self.amount = amount
    }
  }

  /// The series of a reminder, with the sources of its copies, which ring only with it.
  package struct Owner: Hashable, Sendable {
    /// The sources, ascending.
    private let sources: [String]
    let uid: String

    /// Makes the owner of the reminders of a series.
    package init(sources: Set<String>, uid: String) {
      self.sources = sources.sorted()
      self.uid = uid
    }

    fileprivate var series: [Series] { sources.map { Series(source: $0, uid: uid) } }
  }

  fileprivate struct Series: Hashable {
    let source: String
    let uid: String
  }

  /// The limits if a copy counted for each of its sources; empty if there is enough for all.
  private var limitsWithCopies: [Series: Int] = [:]
  private var limits: [Series: Int] = [:]
  /// The most that the reminders of a source can have.
  package private(set) var limitOfSource = Int.max

  /// Shares a number among needs.
  ///
  /// A copy counts for the source that can give it the most. So a copy in a crowded calendar doesn't
  /// take a reminder along from another one.
  package init(of total: Int, among needs: [Need]) {
    guard needs.reduce(0, { $0 + $1.amount }) > total else { return }
    limitsWithCopies =
      SourceShares.limits(
        of: total, among: needs.map { ($0.owner.series, $0.amount) }
      ).bySeries
    (limits, limitOfSource) = SourceShares.limits(
      of: total, among: needs.map { ([best(of: $0.owner)], $0.amount) })
  }

  /// Returns the limit for each reminder of a series, and the one for all of a source.
  private static func limits(
    of total: Int, among needs: [(series: [Series], amount: Int)]
  ) -> (bySeries: [Series: Int], ofSource: Int) {
    var own: [String: [String: [Int]]] = [:]
    for need in needs {
      for series in need.series {
        own[series.source, default: [:]][series.uid, default: []].append(need.amount)
      }
    }
    func share(_ total: Int, _ parts: some Sequence<[Int]>) -> Int {
      FairShare.limit(of: total, for: parts.map { $0.reduce(0, +) }, atMost: total)
    }
    let ofSource = share(total, own.values.map { $0.values.flatMap(\.self) })
    var limits: [Series: Int] = [:]
    for (source, series) in own {
      let ofSeries = share(ofSource, series.values)
      for (uid, amounts) in series {
        limits[Series(source: source, uid: uid)] = share(ofSeries, amounts.map { [$0] })
      }
    }
    return (limits, ofSource)
  }

  /// Returns the most that a reminder can have.
  package func limit(for owner: Owner) -> Int {
    limits.isEmpty ? .max : limits[best(of: owner)] ?? .max
  }

  /// Returns the source for which the reminders of a series count.
  package func source(of owner: Owner) -> String { best(of: owner).source }

  private func best(of owner: Owner) -> Series {
    let best = owner.series.min {
      let (first, second) = (limitsWithCopies[$0] ?? 0, limitsWithCopies[$1] ?? 0)
      return first == second ? $0.source < $1.source : first > second
    }
    return best ?? Series(source: "", uid: owner.uid)
  }
}

extension Reminder {
  var owner: SourceShares.Owner {
    SourceShares.Owner(sources: sources, uid: id.uid)
  }
}
