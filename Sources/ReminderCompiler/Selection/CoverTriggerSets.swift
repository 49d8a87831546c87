import CivilTime
import NotificationTriggers

/// The different sets of repeating triggers of a group's covers.
struct CoverTriggerSets {
  /// What tells triggers of a group apart: what they answer follows from it.
  private struct Key: Hashable {
    let trigger: CalendarTrigger
    let removeBy: Instant?

    init(_ trigger: AnsweringTrigger) {
      self.trigger = trigger.proven.trigger
      removeBy = trigger.proven.removeBy
    }
  }

  /// The place of the set without any trigger.
  static let none = 0
  /// For each cover the place of its set.
  private(set) var ofCovers: [Int] = []
  /// For each set the most one-shots of a cover that has it; all others have a beginning of them.
  private(set) var singles: [ArraySlice<Instant>] = [[]]
  private var triggers: [[AnsweringTrigger]] = [[]]

  /// Finds the sets of covers.
  init(_ covers: [Cover]) {
    var places: [Set<Key>: Int] = [[]: CoverTriggerSets.none]
    for cover in covers {
      let key = Set(cover.repeating.map(Key.init))
      let place = places[key, default: triggers.count]
      if place == triggers.count {
        places[key] = place
        triggers.append(cover.repeating)
        singles.append([])
      }
      ofCovers.append(place)
      if cover.singles.count > singles[place].count { singles[place] = cover.singles }
    }
  }

  /// For each set what its triggers answer.
  ///
  /// - Parameters:
  ///   - instants: The group's fires.
  ///   - capacity: The places are below it.
  ///   - place: What stands for a fire, given as an index into them; nil for nothing.
  /// - Returns: The places.
  func places(
    in instants: [Instant], capacity: Int, _ place: (Int) -> Int?
  ) -> [BitSet] {
    var known: [Key: BitSet] = [:]
    return triggers.map { triggers in
      var places = BitSet(capacity: capacity)
      for trigger in triggers {
        let key = Key(trigger)
        let own = known[key] ?? self.places(of: trigger, in: instants, capacity, place)
        known[key] = own
        places.formUnion(own)
      }
      return places
    }
  }

  private func places(
    of trigger: AnsweringTrigger, in instants: [Instant], _ capacity: Int, _ place: (Int) -> Int?
  ) -> BitSet {
    var places = BitSet(capacity: capacity)
    var position = 0
    for fire in trigger.answered {
      while instants[position] < fire { position += 1 }
      if let place = place(position) { places.insert(place) }
    }
    return places
  }
}
