import Testing

@testable import CivilTime

/// How transitions go on after the years that are asked for.
@Suite struct RecurringTransitionsTests {
  /// One hour forward at 01:00 UTC on a day of each of the years that are looked at.
  private func yearly(_ day: (Int) -> CivilDate?) -> [Zone.Transition] {
    RecurringTransitions.years.compactMap(day).map {
      Zone.Transition(
        instant: Instant(
          secondsSince1970: CivilDateTime($0, hour: 1).secondsSince1970), offsetBefore: 0,
        offsetAfter: 3_600)
    }
  }

  private func lastSunday(ofMarch year: Int) -> CivilDate? {
    (25...31).compactMap { CivilDate(year: year, month: 3, day: $0) }
      .first { $0.weekday == .sunday }
  }

  @Test(arguments: [2066, 2099, 2100, 2101, 2128, 2200, 2300, 2399])
  func `the last Sunday of March comes on its date in every later year`(_ year: Int) throws {
    let rules = try #require(RecurringTransitions(yearly(lastSunday(ofMarch:))))
    let sunday = try #require(lastSunday(ofMarch: year))
    #expect(
      rules.transitions(ofYear: year).map { $0.instant.civilInUTC.description }
        == ["\(sunday)T01:00:00"])
  }

  @Test func `a rule that no year after the first ones has gives nothing`() throws {
    #expect(try #require(RecurringTransitions([])).transitions(ofYear: 2100).isEmpty)
  }

  @Test func `transitions that follow no rule of weekdays and dates are not continued`() {
    // As Ramadan's: some days earlier each year.
    #expect(
      RecurringTransitions(
        yearly { CivilDate(dayNumber: 25_000 + ($0 - 2038) * 354) }) == nil)
    #expect(
      RecurringTransitions(yearly { $0 < 2050 ? lastSunday(ofMarch: $0) : nil }) == nil)
  }
}
