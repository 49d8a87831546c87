import CalendarFixtures
import CivilTime
import Testing

/// The search for triggers against all sets of triggers, each simulated through clock changes.
@Suite struct ClockChangeSlotsTests {
  private func expectFewest(_ seeds: Range<UInt64>, at minutes: [Int]) throws {
    let zones = try [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kolkata",
    ].map(TestCalendars.zone)
    for seed in seeds {
      let instance = ClockChangeSlots(seed: seed, zones: zones, times: minutes.map { $0 * 60 })
      #expect(instance.foundSlots() == instance.fewestSlots(), "\(instance)")
    }
  }

  @Test func `no cover is smaller where the clock changes at other times of day`() throws {
    try expectFewest(0..<100, at: [540, 1_050, 1_425])
  }

  /// The search does not claim it there: a moved fire is one of another time of day.
  @Test func `no cover that was found is smaller at the very times that clock changes move`()
    throws
  {
    try expectFewest(100..<250, at: [0, 30, 60, 90, 120, 135, 150, 180, 210])
  }
}
