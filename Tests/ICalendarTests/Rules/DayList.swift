import CivilTime
import Testing

/// Days in the notation of the RFC's examples: `1997-09 2-11 13; 1997-10 1`.
enum DayList {
  /// The listed days, each at the time of day of `start`.
  static func times(_ text: String, at start: CivilDateTime) throws -> [CivilDateTime] {
    var times: [CivilDateTime] = []
    for group in text.split(separator: ";") {
      let words = group.split(separator: " ")
      let month = try #require(words.first).split(separator: "-").compactMap { Int($0) }
      for word in words.dropFirst() {
        let ends = word.split(separator: "-").compactMap { Int($0) }
        for day in try #require(ends.first)...(try #require(ends.last)) {
          let date = try #require(CivilDate(year: month[0], month: month[1], day: day))
          times.append(CivilDateTime(dayNumber: date.dayNumber, time: start.time))
        }
      }
    }
    return times
  }
}
