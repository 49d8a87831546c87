import CivilTime
import SeededRandom

/// Recurrence rules as calendars have them, each with a start that it gives itself.
///
/// A start that its rule doesn't give is undefined by RFC 5545 (3.8.5.3), and programs differ.
struct RuleMaker {
  /// A rule and the first day of its series.
  struct Rule {
    var text: String
    var date: CivilDate
  }

  private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  private static let workdays = "MO,TU,WE,TH,FR"

  /// Makes a rule for a series that starts on a day or shortly before or after it.
  static func rule(near day: CivilDate, using random: inout SplitMix) -> Rule {
    let name = names[day.weekday.rawValue]
    let ordinal = day.weekdayOrdinal
    switch random.number(0...9) {
    case 0: return Rule(text: "FREQ=DAILY;INTERVAL=\(random.number(1...5))", date: day)
    case 1, 2: return Rule(text: "FREQ=WEEKLY;BYDAY=\(name)", date: day)
    case 3:
      return Rule(text: "FREQ=WEEKLY;INTERVAL=\(random.number(2...4));BYDAY=\(name)", date: day)
    case 4:
      let date = lastWorkday(upTo: day.dayNumber)
      return Rule(text: "FREQ=WEEKLY;BYDAY=\(workdays)", date: date)
    case 5:
      let date = CivilDate(dayNumber: day.dayNumber - max(0, day.day - 28))
      return Rule(text: "FREQ=MONTHLY;BYMONTHDAY=\(date.day)", date: date)
    case 6 where ordinal < 5:
      return Rule(text: "FREQ=MONTHLY;BYDAY=\(ordinal)\(name)", date: day)
    case 7:
      let date = lastWorkday(upTo: endOfMonth(day))
      return Rule(text: "FREQ=MONTHLY;BYDAY=\(workdays);BYSETPOS=-1", date: date)
    case 8 where ordinal < 5:
      return Rule(
        text: "FREQ=YEARLY;BYMONTH=\(day.month);BYDAY=\(ordinal)\(name)", date: day)
    default:
      let date = CivilDate(dayNumber: day.dayNumber - max(0, day.day - 28))
      return Rule(text: "FREQ=YEARLY", date: date)
    }
  }

  private static func endOfMonth(_ day: CivilDate) -> Int {
    day.dayNumber - day.day + CivilDate.length(ofMonth: day.month, year: day.year)
  }

  private static func lastWorkday(upTo dayNumber: Int) -> CivilDate {
    let weekday = Weekday(dayNumber: dayNumber)
    return CivilDate(dayNumber: dayNumber - max(0, weekday.rawValue - Weekday.friday.rawValue))
  }
}
