#if canImport(EventKit)
  import CivilTime
  import EventKit
  import Foundation
  import ICalendar

  extension StoredRule {
    /// Reads a rule.
    init(_ rule: EKRecurrenceRule) {
      var recurrence = RecurrenceRule(
        .init(rule.frequency), interval: Swift.max(rule.interval, 1))
      recurrence.weekdays = (rule.daysOfTheWeek ?? []).compactMap { day in
        Weekday(foundationNumber: day.dayOfTheWeek.rawValue).map {
          .init($0, ordinal: day.weekNumber == 0 ? nil : day.weekNumber)
        }
      }
      func numbers(_ numbers: [NSNumber]?) -> [Int] { (numbers ?? []).map(\.intValue) }
      recurrence.daysOfTheMonth = numbers(rule.daysOfTheMonth)
      recurrence.daysOfTheYear = numbers(rule.daysOfTheYear)
      recurrence.weeks = numbers(rule.weeksOfTheYear)
      recurrence.months = numbers(rule.monthsOfTheYear)
      recurrence.setPositions = numbers(rule.setPositions)
      // 0 is no weekday: Monday, as without WKST.
      recurrence.weekStart = Weekday(foundationNumber: rule.firstDayOfTheWeek) ?? .monday
      self.init(
        recurrence, end: rule.recurrenceEnd.map(End.init) ?? .never,
        calendar: rule.calendarIdentifier)
    }
  }

  extension StoredRule.End {
    /// Reads an end.
    fileprivate init(_ end: EKRecurrenceEnd) {
      if let date = end.endDate {
        self = .on(Instant(date))
      } else {
        self = .after(end.occurrenceCount)
      }
    }
  }

  extension RecurrenceRule.Frequency {
    /// Reads a frequency.
    fileprivate init(_ frequency: EKRecurrenceFrequency) {
      switch frequency {
      case .daily: self = .daily
      case .weekly: self = .weekly
      case .monthly: self = .monthly
      case .yearly: self = .yearly
      // What systems to come may add can't be guessed; the list of occurrences is what counts.
      @unknown default: self = .yearly
      }
    }
  }

  extension Weekday {
    /// The weekday with a number of Foundation's, from 1 for Sunday to 7; nil for another number.
    fileprivate init?(foundationNumber number: Int) {
      guard (1...7).contains(number) else { return nil }
      self.init(rawValue: (number + 5) % 7)
    }
  }
#endif
