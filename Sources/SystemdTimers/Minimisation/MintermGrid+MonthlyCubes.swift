extension MintermGrid {
  /// What no cube gives yet, a cube for each month, or for months and years with the same days.
  func monthByMonth() -> [Cube] {
    struct Key: Hashable {
      let timeClass: Int
      var year = 0
      var months: UInt16 = 0
      let days: UInt32
    }
    var months: [Key: UInt16] = [:]
    for (timeClass, days) in uncovered.enumerated() {
      for (yearMonth, days) in days.enumerated() where days != 0 {
        months[Key(timeClass: timeClass, year: yearMonth / 12, days: days), default: 0] |=
          1 << UInt16(yearMonth % 12)
      }
    }
    var years: [Key: UInt64] = [:]
    for (key, months) in months {
      years[Key(timeClass: key.timeClass, months: months, days: key.days), default: 0] |=
        1 << UInt64(key.year)
    }
    return years.map { key, years in
      Cube(
        years: years, months: key.months, days: key.days, weekdays: YearMonths.everyWeekday,
        classes: 1 << UInt64(key.timeClass))
    }.sorted {
      ($0.years, $0.months, $0.days, $0.classes) < ($1.years, $1.months, $1.days, $1.classes)
    }
  }
}
