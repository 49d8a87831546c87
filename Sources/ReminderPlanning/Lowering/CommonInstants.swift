import CivilTime

/// The first instant that each two of several sets have in common.
///
/// A group can have thousands of candidates with days up to 2100, and comparing each with all
/// others takes minutes. Few share a time of day, and of those most have a day a year. So sets are
/// compared by time of day, and those with few days by their days.
struct CommonInstants {
  /// An instant that a set has in common with another.
  typealias Common = (other: Int, at: Instant)

  /// For each set, the common instants with other sets.
  private var all: [[Common]]

  /// The largest number of days that are found one by one.
  ///
  /// A pattern with a day a year has about 75.
  private static let fewDays = 128

  init(of sets: [InstantSet]) {
    all = Array(repeating: [], count: sets.count)
    var byTime: [TimeOfDay: [Int]] = [:]
    var bySecondPass: [Instant: [Int]] = [:]
    for (place, set) in sets.enumerated() {
      for index in set.days.indices { byTime[set.days[index].time, default: []].append(place) }
      for instant in set.secondPasses { bySecondPass[instant, default: []].append(place) }
    }
    for (time, places) in byTime where places.count > 1 {
      let zone = sets[places[0]].zone
      add(
        places.compactMap { place in sets[place].days[time].map { (place, $0) } },
        instant: { zone.instant(of: CivilDateTime(dayNumber: $0, time: time)) })
    }
    for (instant, places) in bySecondPass {
      for (number, place) in places.enumerated() {
        for other in places[..<number] { add(place, and: other, at: instant) }
      }
    }
  }

  /// Adds the common days of sets at one time of day.
  private mutating func add(
    _ sets: [(place: Int, days: DaySet)], instant: (_ day: Int) -> Instant
  ) {
    var dense: [(place: Int, days: DaySet)] = []
    var sparse: [(place: Int, days: [Int])] = []
    for set in sets {
      let days = set.days.prefix(CommonInstants.fewDays + 1)
      if days.count > CommonInstants.fewDays {
        dense.append(set)
      } else {
        sparse.append((set.place, days))
      }
    }
    for (number, set) in dense.enumerated() {
      for other in dense[..<number] {
        if let day = set.days.firstCommonMember(with: other.days) {
          add(set.place, and: other.place, at: instant(day))
        }
      }
    }
    for set in sparse {
      for other in dense {
        if let day = set.days.first(where: other.days.contains) {
          add(set.place, and: other.place, at: instant(day))
        }
      }
    }
    if sparse.count > 1 { add(sparse, instant: instant) }
  }

  /// Adds the first common days of sets with few days.
  private mutating func add(
    _ sets: [(place: Int, days: [Int])], instant: (_ day: Int) -> Instant
  ) {
    // Access by key path takes ten times as long.
    let first = sets.compactMap { $0.days.first }.min() ?? 0
    let last = sets.compactMap { $0.days.last }.max() ?? 0
    /// The sets of each day are linked, the last one first; -1 ends the links.
    var uses: [(number: Int32, before: Int32)] = []
    uses.reserveCapacity(sets.reduce(0) { $0 + $1.days.count })
    var lastUses: [Int32] = Array(repeating: -1, count: last - first + 1)
    /// For each set, the last other one that it was found to have a day in common with.
    var met = Array(repeating: -1, count: sets.count)
    for (number, set) in sets.enumerated() {
      for day in set.days {
        var use = lastUses[day - first]
        uses.append((Int32(number), use))
        lastUses[day - first] = Int32(uses.count - 1)
        while use >= 0 {
          let other = Int(uses[Int(use)].number)
          if met[other] != number { add(set.place, and: sets[other].place, at: instant(day)) }
          met[other] = number
          use = uses[Int(use)].before
        }
      }
    }
  }

  private mutating func add(_ place: Int, and other: Int, at instant: Instant) {
    all[place].append((other, instant))
    all[other].append((place, instant))
  }

  /// For each set, the first common instants with other sets, in order of these sets.
  var firsts: [[Common]] {
    all.map { own in
      var firsts: [Common] = []
      firsts.reserveCapacity(own.count)
      for common in own.sorted(by: { ($0.other, $0.at) < ($1.other, $1.at) })
      where common.other != firsts.last?.other {
        firsts.append(common)
      }
      return firsts
    }
  }
}
