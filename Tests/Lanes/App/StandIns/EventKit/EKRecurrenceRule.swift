// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

public enum EKRecurrenceFrequency: Int, Sendable {
  case daily = 0
  case weekly = 1
  case monthly = 2
  case yearly = 3
}

public enum EKWeekday: Int, Sendable {
  case sunday = 1
  case monday = 2
  case tuesday = 3
  case wednesday = 4
  case thursday = 5
  case friday = 6
  case saturday = 7
}

open class EKRecurrenceDayOfWeek: NSObject {
  open var dayOfTheWeek: EKWeekday { day }
  open var weekNumber: Int { number }
  private let day: EKWeekday
  private let number: Int

  public init(dayOfTheWeek: EKWeekday, weekNumber: Int) {
    day = dayOfTheWeek
    number = weekNumber
  }

  public convenience init(_ dayOfTheWeek: EKWeekday) {
    self.init(dayOfTheWeek: dayOfTheWeek, weekNumber: 0)
  }

  public convenience init(_ dayOfTheWeek: EKWeekday, weekNumber: Int) {
    self.init(dayOfTheWeek: dayOfTheWeek, weekNumber: weekNumber)
  }
}

open class EKRecurrenceEnd: NSObject {
  open var endDate: Date? { date }
  open var occurrenceCount: Int { count }
  private let date: Date?
  private let count: Int

  public init(end endDate: Date) {
    (date, count) = (endDate, 0)
  }

  public init(occurrenceCount: Int) {
    (date, count) = (nil, occurrenceCount)
  }
}

open class EKRecurrenceRule: EKObject {
  open var calendarIdentifier: String { "gregorian" }
  open var recurrenceEnd: EKRecurrenceEnd?
  open var frequency: EKRecurrenceFrequency { ownFrequency }
  open var interval: Int { ownInterval }
  open var firstDayOfTheWeek: Int { 0 }
  open var daysOfTheWeek: [EKRecurrenceDayOfWeek]? { days }
  open var daysOfTheMonth: [NSNumber]? { numbers.monthDays }
  open var daysOfTheYear: [NSNumber]? { numbers.yearDays }
  open var weeksOfTheYear: [NSNumber]? { numbers.weeks }
  open var monthsOfTheYear: [NSNumber]? { numbers.months }
  open var setPositions: [NSNumber]? { numbers.positions }

  private struct Numbers {
    var monthDays, yearDays, weeks, months, positions: [NSNumber]?
  }

  private let ownFrequency: EKRecurrenceFrequency
  private let ownInterval: Int
  private let days: [EKRecurrenceDayOfWeek]?
  private let numbers: Numbers

  public convenience init(
    recurrenceWith type: EKRecurrenceFrequency, interval: Int, end: EKRecurrenceEnd?
  ) {
    self.init(
      recurrenceWith: type, interval: interval, daysOfTheWeek: nil, daysOfTheMonth: nil,
      monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: nil, end: end)
  }

  public init(
    recurrenceWith type: EKRecurrenceFrequency, interval: Int,
    daysOfTheWeek days: [EKRecurrenceDayOfWeek]?, daysOfTheMonth monthDays: [NSNumber]?,
    monthsOfTheYear months: [NSNumber]?, weeksOfTheYear: [NSNumber]?, daysOfTheYear: [NSNumber]?,
    setPositions: [NSNumber]?, end: EKRecurrenceEnd?
  ) {
    ownFrequency = type
    ownInterval = interval
    self.days = days
    numbers = Numbers(
      monthDays: monthDays, yearDays: daysOfTheYear, weeks: weeksOfTheYear, months: months,
      positions: setPositions)
    super.init()
    recurrenceEnd = end
  }
}
