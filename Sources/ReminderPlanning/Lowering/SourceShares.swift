import CivilTime
import ReminderExpansion

/// Shares a number among sources, the part of a source among its series, and the part of a series
/// among its reminders.
///
/// A sender decides only over his own events. So neither a calendar with many reminders nor an event
/// with many alarms takes the part of others.
struct SourceShares {
  /// The need of a reminder.
  struct Need {
    let owner: Owner
    let amount: Int
  }

  /// The series of a reminder, and the sources of its copies, which ring only with it.
  struct Owner: Sendable {
    let source: String
    let sourcesOfCopies: Set<String>
    let uid: String

    fileprivate var sources: Set<String> { sourcesOfCopies.union([source]) }
  }

  private struct Series: Hashable {
    let source: String
    let uid: String
  }

  /// The needs of the sources; empty if there is enough for all.
  private var totals: [String: Int] = [:]
  /// The limit for each reminder of a series.
  private var limits: [Series: Int] = [:]

  /// Shares a number among needs.
  init(of total: Int, among needs: [Need]) {
    guard needs.reduce(0, { $0 + $1.amount }) > total else { return }
    for need in needs {
      for source in need.owner.sources { totals[source, default: 0] += need.amount }
    }
    var own: [String: [String: [Int]]] = [:]
    for need in needs {
      let series = series(of: need.owner)
      own[series.source, default: [:]][series.uid, default: []].append(need.amount)
    }
    func share(_ total: Int, _ parts: some Sequence<[Int]>) -> Int {
      FairShare.limit(of: total, for: parts.map { $0.reduce(0, +) }, atMost: total)
    }
    let ofSource = share(total, own.values.map { $0.values.flatMap(\.self) })
    for (source, series) in own {
      let ofSeries = share(ofSource, series.values)
      for (uid, amounts) in series {
        limits[Series(source: source, uid: uid)] = share(ofSeries, amounts.map { [$0] })
      }
    }
  }

  /// Returns the most that a reminder can have.
  func limit(for owner: Owner) -> Int {
    totals.isEmpty ? .max : limits[series(of: owner)] ?? .max
  }

  /// Returns the series that a reminder counts for: that of the source with the smallest needs.
  ///
  /// A copy in a crowded calendar must not take a reminder along from another one.
  private func series(of owner: Owner) -> Series {
    let source = owner.sources.min { (totals[$0] ?? 0, $0) < (totals[$1] ?? 0, $1) }
    return Series(source: source ?? "", uid: owner.uid)
  }
}

extension Reminder {
  var owner: SourceShares.Owner {
    SourceShares.Owner(source: source, sourcesOfCopies: sourcesOfCopies, uid: id.uid)
  }
}
