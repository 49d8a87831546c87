import ICalendar

/// Where the groups of the last fires stand: an alert and its repeats take turns.
struct RecentPlaces {
  /// A group's place, with what was said by the fires for which it was looked up.
  private struct Entry {
    var repetition = -1
    var component = -1
    var place = 0
  }

  /// How many alerts and repeats are told apart, more than people ask for at one alert.
  private static let count = 8

  private var entries = Array(repeating: Entry(), count: count)

  private static func slot(of fire: Fire) -> Int { fire.repetition % count }

  /// The place of a fire's group; nil where it isn't one of the last ones.
  func place(of fire: Fire) -> Int? {
    let entry = entries[RecentPlaces.slot(of: fire)]
    return entry.repetition == fire.repetition && entry.component == fire.component
      ? entry.place : nil
  }

  /// Remembers the place of a fire's group.
  mutating func note(_ place: Int, of fire: Fire) {
    entries[RecentPlaces.slot(of: fire)] = Entry(
      repetition: fire.repetition, component: fire.component, place: place)
  }
}
