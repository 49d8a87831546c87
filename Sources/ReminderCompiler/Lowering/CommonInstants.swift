import CivilTime

/// The first common instants of sets: for each two sets that have one, the first.
///
/// A group can have thousands of candidates with days up to 2100, and comparing each with all
/// others takes minutes. Few share a time of day, and of those most have a day a year. So sets are
/// compared by time of day, and those with few days by their days.
struct CommonInstants {
  typealias Meeting = (other: Int, at: Instant)

  /// For each set, the common instants with other sets.
  private var meetings: [[Meeting]]

  /// The largest number of days that are found one by one.
  ///
  /// A pattern with a day a year has about 75.
  private static let fewDays = 128

  init(of sets: [InstantSet]) {
    meetings = Array(repeating: [], count: sets.count)
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
        for other in places[..<number] { add(place, other, instant) }
      }
    }
  }

  /// Adds the common days of sets at one time of day.
  private mutating func add(
    _ sets: [(place: Int, days: DaySet)], instant: (_ day: Int) -> Instant
  ) {
    let dense = sets.filter { $0.days.count > CommonInstants.fewDays }
    for (number, set) in dense.enumerated() {
      for other in dense[..<number] {
        if let day = set.days.firstCommonMember(with: other.days) {
          add(set.place, other.place, instant(day))
        }
      }
    }
    var byDay: [Int: [Int]] = [:]
    for set in sets where set.days.count <= CommonInstants.fewDays {
      var days: [Int] = []
      while let day = set.days.first(from: days.last.map { $0 + 1 } ?? .min) { days.append(day) }
      for other in dense {
        if let day = days.first(where: other.days.contains) {
          add(set.place, other.place, instant(day))
        }
      }
      for day in days {
        for other in byDay[day] ?? [] { add(set.place, other, instant(day)) }
        byDay[day, default: []].append(set.place)
      }
    }
  }

  private mutating func add(_ place: Int, _ other: Int, _ instant: Instant) {
    meetings[place].append((other, instant))
    meetings[other].append((place, instant))
  }

  /// For each set, the first meetings with other sets, in their order.
  var firsts: [[Meeting]] {
    meetings.map { own in
      var firsts: [Meeting] = []
      for meeting in own.sorted(by: { ($0.other, $0.at) < ($1.other, $1.at) })
      where meeting.other != firsts.last?.other {
        firsts.append(meeting)
      }
      return firsts
    }
  }
}
