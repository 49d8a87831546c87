import CivilTime
import NotificationTriggers

/// Which ways to answer repeats are of use with which ways to answer their first alerts.
///
/// A repeat is only of use where its first alert comes. One-shots serve the soonest of what
/// repeating triggers leave, so whether they answer an alert is a question of how far they reach:
/// only sets of triggers have to be compared fire by fire, each pair of them once.
struct AlertDependence: Sendable {
  /// The group of the first alerts, as an index into those of the claim; nil where all came before.
  let alertGroup: Int?
  private let repeats: [Cover]
  private let alerts: [Cover]
  private let repeatSets: [Int]
  private let alertSets: [Int]
  /// The last alert that repeats need and no trigger answers, by set of triggers for the alerts, set
  /// of triggers for the repeats, and number of one-shots for repeats; nil for none.
  private let lastNeeded: [[[Instant?]]]

  /// Compares the covers of two groups.
  ///
  /// - Parameters:
  ///   - repeats: A group of repeats, and its covers.
  ///   - alerts: The group of their first alerts, and its covers; nil where all came before.
  ///   - alertGroup: What stands for that group.
  init(
    _ repeats: (group: FireGroup, covers: [Cover]),
    alerts: (group: FireGroup, covers: [Cover])?, alertGroup: Int?
  ) {
    self.alertGroup = alertGroup
    self.repeats = repeats.covers
    self.alerts = alerts?.covers ?? []
    let instants = alerts?.group.instants ?? []
    let repeatSets = TriggerSets(self.repeats)
    let alertSets = TriggerSets(self.alerts)
    self.repeatSets = repeatSets.ofCovers
    self.alertSets = alertSets.ofCovers
    let positions = AlertDependence.positions(of: repeats.group.alerts, in: instants)
    let needed = repeatSets.places(in: repeats.group.instants) { positions[$0] }
    let answered = alertSets.places(in: instants) { $0 }
    let singles = repeatSets.singles.map { singles in
      singles.map { fire in positions[repeats.group.instants.partitionPoint { $0 < fire }] }
    }
    lastNeeded = answered.map { answered in
      needed.indices.map { set in
        var last = needed[set].last(notIn: answered)
        return [last.map { AlertDependence.instant(at: $0, in: instants) }]
          + singles[set].map { single in
            if let single, !answered.contains(single) { last = max(last ?? single, single) }
            return last.map { AlertDependence.instant(at: $0, in: instants) }
          }
      }
    }
  }

  /// Whether the first alerts of all repeats that a cover answers are answered too.
  ///
  /// - Parameters:
  ///   - index: The cover of the repeats.
  ///   - alertIndex: The cover of the first alerts; nil for nothing.
  /// - Returns: Whether none of the repeats would come without its first alert.
  func allows(_ index: Int, alerts alertIndex: Int?) -> Bool {
    let cover = repeats[index]
    let alertCover = alertIndex.map { alerts[$0] }
    if cover.slots == 0 || (alertCover != nil && alertCover?.firstMiss == nil) { return true }
    // A repeating trigger that has to be taken away goes on until then.
    if let unasked = cover.firstUnasked, (alertCover?.firstUnasked).map({ $0 > unasked }) ?? true {
      return false
    }
    let set = alertIndex.map { alertSets[$0] } ?? TriggerSets.none
    guard let last = lastNeeded[set][repeatSets[index]][cover.singles.count] else { return true }
    return alertCover?.firstMiss.map { last < $0 } ?? false
  }

  /// Where the first alerts stand among those that come; behind all of them where they don't, nil
  /// where they came before.
  private static func positions(of alerts: [Instant?], in instants: [Instant]) -> [Int?] {
    alerts.map { alert in
      alert.map { alert in
        let position = instants.partitionPoint { $0 < alert }
        return position < instants.count && instants[position] == alert ? position : instants.count
      }
    }
  }

  private static func instant(at position: Int, in instants: [Instant]) -> Instant {
    position < instants.count ? instants[position] : .endOfTime
  }
}

/// The different sets of repeating triggers of a group's covers.
private struct TriggerSets {
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

  init(_ covers: [Cover]) {
    var places: [Set<Key>: Int] = [[]: TriggerSets.none]
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
  ///   - place: What stands for a fire, given as an index into them; nil for nothing.
  /// - Returns: The places.
  func places(in instants: [Instant], _ place: (Int) -> Int?) -> [Places] {
    var known: [Key: Places] = [:]
    return triggers.map { triggers in
      var places = Places()
      for trigger in triggers {
        let key = Key(trigger)
        if known[key] == nil {
          var own = Places()
          var position = 0
          for fire in trigger.answered {
            while instants[position] < fire { position += 1 }
            if let place = place(position) { own.insert(place) }
          }
          known[key] = own
        }
        places.formUnion(known[key] ?? Places())
      }
      return places
    }
  }
}

/// Numbers from 0, each a bit: of a year of every minute, 64 kB.
private struct Places {
  private var words: [UInt64] = []

  mutating func insert(_ place: Int) {
    let word = place / UInt64.bitWidth
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= 1 << UInt64(place % UInt64.bitWidth)
  }

  mutating func formUnion(_ other: Places) {
    if other.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }

  func contains(_ place: Int) -> Bool {
    let word = place / UInt64.bitWidth
    return word < words.count && words[word] & 1 << UInt64(place % UInt64.bitWidth) != 0
  }

  /// The last number that others don't have; nil where they have all.
  func last(notIn other: Places) -> Int? {
    for index in words.indices.reversed() {
      let left = words[index] & ~(index < other.words.count ? other.words[index] : 0)
      if left != 0 { return index * UInt64.bitWidth + (63 - left.leadingZeroBitCount) }
    }
    return nil
  }
}
