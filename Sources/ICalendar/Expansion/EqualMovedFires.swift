import CivilTime

/// Fires that show the same, of which one was moved: one of them is due, the first alert rather than
/// a repeat, and of these that of the first alarm.
///
/// Without quiet hours two alarms of one series at one instant are two fires; what they make equal
/// would ring several times for nothing.
struct EqualMovedFires {
  private struct Key: Hashable {
    let at: Instant
    let component: Int
    let start: Instant?
    let shown: Int
  }

  /// Which one counts: the first.
  private struct Rank: Comparable {
    let alarm: Int
    let repetition: Int

    static func < (left: Rank, right: Rank) -> Bool {
      let (first, second) = (left.repetition > 0 ? 1 : 0, right.repetition > 0 ? 1 : 0)
      return (first, left.alarm, left.repetition) < (second, right.alarm, right.repetition)
    }
  }

  /// The first of all fires that are equal, and the first that was moved.
  private struct First {
    var unmoved: Rank?
    var moved: Rank?
  }

  /// Nearly all instants have nothing to do with quiet hours.
  private var instants: Set<Instant> = []
  private var first: [Key: First] = [:]
  private let shown: [[Int]?]

  /// Looks through the fires of the alarms of a series.
  ///
  /// - Parameters:
  ///   - fires: The fires of each alarm.
  ///   - shown: For each alarm what each component shows, as a number; nil for one that is like no
  ///     other.
  init(_ fires: [[Fire]], _ shown: [[Int]?]) {
    self.shown = shown
    for alarm in fires { for fire in alarm where fire.delay != 0 { instants.insert(fire.at) } }
    guard !instants.isEmpty else { return }
    for (place, alarm) in fires.enumerated() {
      for fire in alarm where instants.contains(fire.at) {
        let key = key(fire, ofAlarm: place)
        let rank = Rank(alarm: place, repetition: fire.repetition)
        var first = first[key] ?? First()
        if fire.delay == 0 {
          first.unmoved = first.unmoved.map { min($0, rank) } ?? rank
        } else {
          first.moved = first.moved.map { min($0, rank) } ?? rank
        }
        self.first[key] = first
      }
    }
  }

  private func key(_ fire: Fire, ofAlarm place: Int) -> Key {
    Key(
      at: fire.at, component: fire.component, start: fire.occurrenceStart,
      // No number of content is below zero.
      shown: shown[place]?[fire.component] ?? -1 - place)
  }

  /// The fires of an alarm that are due, in their order.
  func fires(_ fires: [Fire], ofAlarm place: Int) -> [Fire] {
    instants.isEmpty ? fires : fires.filter { isDue($0, ofAlarm: place) }
  }

  /// Whether no fire that counts before it takes its place: of two, one has to be moved.
  private func isDue(_ fire: Fire, ofAlarm place: Int) -> Bool {
    guard instants.contains(fire.at), let first = first[key(fire, ofAlarm: place)] else {
      return true
    }
    let rank = Rank(alarm: place, repetition: fire.repetition)
    if let moved = first.moved, moved < rank { return false }
    if fire.delay != 0, let unmoved = first.unmoved, unmoved < rank { return false }
    return true
  }
}
