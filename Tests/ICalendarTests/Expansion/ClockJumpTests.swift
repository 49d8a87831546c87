import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// Alarms that count in days over a clock change of a day and more.
@Suite struct ClockJumpTests {
  /// A zone of a VTIMEZONE that goes from almost a day behind UTC to almost a day ahead.
  private static func jumping() throws -> Zone {
    Zone(
      identifier: "Jump", isIANA: false, initialOffset: -23 * 3_600,
      transitions: [
        Zone.Transition(
          instant: try TestCalendars.instant("2028-06-01T00:00:00Z"), offsetBefore: -23 * 3_600,
          offsetAfter: 23 * 3_600)
      ])
  }

  // Samoa left out 30 December 2011 and went from -10:00 to +14:00; in the winter before it was
  // -11:00. So 130 days before Sunday 10:00, 2012-01-14T20:00:00Z, are 25 hours less.
  @Test(arguments: [0, 20, 80])
  func `an alarm far before an occurrence behind the date line is found near its instant`(
    _ others: Int
  ) throws {
    var far = try TestCalendars.event(
      start: "Pacific/Apia:20120115T100000", alarms: ["-P130D"])
    var series = EventSeries(master: far)
    if others > 0 {
      let master = try TestCalendars.event(
        start: "Pacific/Apia:20120101T100000", rule: "FREQ=DAILY;COUNT=200", alarms: [])
      far.recurrenceID = CalendarComponent.RecurrenceID(try #require(far.anchor))
      // From 5 February 2012 on.
      let overrides = try (0..<others).map { number in
        let day = CivilDate(dayNumber: 15_375 + number).basicFormat
        return try TestCalendars.override(at: "Pacific/Apia:\(day)T100000", alarms: [])
      }
      series = EventSeries(master: master, overrides: [far] + overrides)
    }
    let fires = SeriesExpansion(
      series, onDeviceIn: try TestCalendars.zone("Etc/UTC")
    ).fires(of: .alarm(0), in: try range("2011-09-07T20:15:00Z", "2011-09-10T20:15:00Z"))
    #expect(fires.map(\.at.description) == ["2011-09-07T21:00:00Z"])
  }

  // 09:00 on 10 June is 2028-06-09T10:00:00Z; 09:00 on 21 May is 2028-05-22T08:00:00Z.
  @Test func `two offsets of a VTIMEZONE can be almost two days apart`() throws {
    let start = try TestCalendars.time("20280610T090000")
    let zone = try ClockJumpTests.jumping()
    var event = CalendarComponent(
      uid: "event", start: CalendarTime(start.civil, reference: .zone(zone)))
    event.alarms = [try TestCalendars.alarm("-P20D")]
    let fires = SeriesExpansion(
      EventSeries(master: event), onDeviceIn: try TestCalendars.zone("Etc/UTC")
    ).fires(of: .alarm(0), in: try range("2028-05-22T00:00:00Z", "2028-06-08T00:00:00Z"))
    #expect(fires.map(\.at.description) == ["2028-05-22T08:00:00Z"])
  }

  private func range(_ first: String, _ end: String) throws -> Range<Instant> {
    try TestCalendars.instant(first)..<TestCalendars.instant(end)
  }
}
