import ReminderCompiler
import WorkSharing

/// Timers in order of priority, whose lines are searched when the timers are needed.
///
/// A search takes most of the time of a timer, and in large calendars most timers get no unit.
struct TimerQueue: Sequence, IteratorProtocol {
  private var waiting: ArraySlice<LoweredTimer>
  private var searched: ArraySlice<SearchedTimer> = []
  private let lowering: TimerLowering
  private let workers: Workers

  /// The number of timers that are searched at once, by several threads.
  private static let size = 1_024

  init(_ timers: [LoweredTimer], lowering: TimerLowering, workers: Workers) {
    waiting = timers[...]
    self.lowering = lowering
    self.workers = workers
  }

  mutating func next() -> SearchedTimer? {
    if searched.isEmpty { search() }
    return searched.popFirst()
  }

  private mutating func search() {
    let timers = waiting.prefix(TimerQueue.size)
    waiting = waiting.dropFirst(TimerQueue.size)
    // All timers of a series need the same expansion.
    let ofSeries = Dictionary(grouping: timers.enumerated()) { $0.element.series.first }
    let found = workers.map(Array(ofSeries.values)) { [lowering] numbered in
      Array(zip(numbered.map(\.offset), lowering.search(numbered.map(\.element))))
    }
    searched = found.joined().sorted { $0.0 < $1.0 }.map(\.1)[...]
  }
}
