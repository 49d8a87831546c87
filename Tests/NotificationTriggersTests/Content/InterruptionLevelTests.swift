import NotificationTriggers
import Testing

/// What levels do, as Apple documents it.
@Suite struct InterruptionLevelTests {
  // Human Interface Guidelines, Managing notifications: overrides scheduled delivery, breaks through
  // Focus, overrides the Ring/Silent switch. Before them, from UNNotificationInterruptionLevel:
  // plays a sound, lights up the screen.
  @Test(arguments: [
    (InterruptionLevel.passive, [false, false, false, false, false]),
    (.active, [true, true, false, false, false]),
    (.timeSensitive, [true, true, true, true, false]),
    (.critical, [true, true, true, true, true]),
  ])
  func `a level does what Apple's tables say`(_ level: InterruptionLevel, _ row: [Bool]) {
    let does = level.behavior
    #expect(
      [
        does.playsSound, does.lightsScreen, does.overridesSummary, does.breaksThroughFocus,
        does.overridesSilentSwitch,
      ] == row)
  }

  @Test func `a level is read by both of its names`() {
    for level in InterruptionLevel.allCases {
      #expect(InterruptionLevel(named: level.rawValue) == level)
      #expect(InterruptionLevel(named: level.hyphenatedName) == level)
    }
    #expect(InterruptionLevel(named: "Active") == nil && InterruptionLevel(named: "") == nil)
  }
}
