import CivilTime
import Foundation
import NotificationTriggers

/// The simulator's yardstick: Foundation's search, asked as the system is taken to ask it.
struct FoundationSearch {
  private let calendar: Calendar
  private let questions: [(components: DateComponents, base: Date)]

  /// Prepares questions, so that answering them takes nothing but the search.
  ///
  /// Nil where Foundation knows no zone of that name.
  init?(_ questions: [Question], zoneNamed name: String) {
    guard let timeZone = TimeZone(identifier: name) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    self.questions = questions.map {
      (DateComponents($0.trigger.pattern.components), $0.base.date)
    }
  }

  /// The answers, in the order of the questions.
  func answers() -> [Date?] {
    questions.map { question in
      calendar.nextDate(
        after: question.base, matching: question.components,
        matchingPolicy: .nextTimePreservingSmallerComponents, repeatedTimePolicy: .first)
    }
  }
}

extension DateComponents {
  /// The components of a trigger.
  fileprivate init(_ components: TriggerComponents) {
    self.init(
      year: components.year, month: components.month, day: components.day,
      hour: components.hour, minute: components.minute, second: components.second,
      weekday: components.weekday, weekdayOrdinal: components.weekdayOrdinal)
  }
}
