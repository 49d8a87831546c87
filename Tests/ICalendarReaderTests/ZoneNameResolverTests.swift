import CivilTime
import ICalendar
import ICalendarReader
import Testing

/// Zones that only a name identifies, as programs of Microsoft and others write it.
@Suite struct ZoneNameResolverTests {
  /// A TZID as written in the parameter, and the zone: an identifier or an offset in seconds.
  private static let zones: [(name: String, zone: String)] = [
    // Display names of Windows, written by Exchange and outlook.com, with and without escapes.
    (#"(UTC+01:00) Amsterdam\, Berlin\, Bern\, Rome\, Stockholm\, Vienna"#, "Europe/Berlin"),
    (#""(UTC+01:00) Amsterdam\, Berlin\, Bern\, Rome\, Stockholm\, Vienna""#, "Europe/Berlin"),
    (#""(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna""#, "Europe/Berlin"),
    (#""(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna""#, "Europe/Berlin"),
    (#""(UTC-05:00) Eastern Time (US & Canada)""#, "America/New_York"),
    (#""(GMT-05:00) Eastern Time (US and Canada)""#, "America/New_York"),
    ("Eastern Time (US & Canada)", "America/New_York"),
    ("Pacific Time (US & Canada)", "America/Los_Angeles"),
    (#""(GMT-08:00) Pacific Time (US & Canada); Tijuana""#, "America/Los_Angeles"),
    (#""(GMT-08:00) Tijuana, Baja California""#, "America/Tijuana"),
    ("Central Time", "America/Chicago"),
    ("Eastern", "America/New_York"),
    (#""Dublin, Edinburgh, Lisbon, London""#, "Europe/London"),
    (#""(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London""#, "Europe/London"),
    (#""(UTC) Dublin, Edinburgh, Lisbon, London""#, "Europe/London"),
    (#""(UTC+00:00) Monrovia, Reykjavik""#, "Atlantic/Reykjavik"),
    (#""(GMT+02:00) Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius""#, "Europe/Kiev"),
    (#""(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius""#, "Europe/Kiev"),
    (#""(UTC+10:00) Canberra, Melbourne, Sydney""#, "Australia/Sydney"),
    ("(UTC+10:00) Brisbane", "Australia/Brisbane"),
    (#""Kuala Lumpur, Singapore""#, "Asia/Singapore"),
    (#""(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi""#, "Asia/Calcutta"),
    ("(UTC+06:30) Yangon (Rangoon)", "Asia/Rangoon"),
    ("(UTC+13:00) Nuku'alofa", "Pacific/Tongatapu"),
    // Samoa has been west of the date line since 2011, except under the old name.
    ("(UTC+13:00) Samoa", "Pacific/Apia"),
    (#""(GMT-11:00) Midway Island, Samoa""#, "Etc/GMT+11"),
    ("(UTC-05:00) Indiana (East)", "America/Indianapolis"),
    ("(UTC-05:00) Turks and Caicos", "America/Grand_Turk"),
    ("(UTC-09:30) Marquesas Islands", "Pacific/Marquesas"),
    ("(utc-05:00)  CHETUMAL", "America/Cancun"),
    (#""(UTC-08:00) Coordinated Universal Time-08""#, "Etc/GMT+8"),
    ("(UTC-05:00) Eastern Standard Time", "America/New_York"),
    // Names of the Windows registry, and their forms in Exchange and .NET.
    ("W. Europe Standard Time 1", "Europe/Berlin"),
    ("W. Europe Daylight Time", "Europe/Berlin"),
    ("Pacific Daylight Time (Mexico)", "America/Tijuana"),
    ("Mexico Standard Time 2", "America/Mazatlan"),
    ("Russia TZ 2 Standard Time", "Europe/Moscow"),
    ("Jerusalem Standard Time", "Asia/Jerusalem"),
    ("tzone://Microsoft/Pacific Standard Time", "America/Los_Angeles"),
    ("Western/Central Europe", "Europe/Berlin"),
    // In a translated list, a city identifies the zone if it has the offset.
    (#""(UTC+01:00) Brüssel, Kopenhagen, Madrid, Paris""#, "Europe/Madrid"),
    (#""(GMT-04:00) Santiago, Chili""#, "America/Santiago"),
    // Exchange 2003 writes points, and slashes between the cities.
    (#""(GMT-05.00) Eastern Time (US & Canada)""#, "America/New_York"),
    ("(GMT+01.00) Sarajevo/Warsaw/Zagreb", "Europe/Sarajevo"),
    ("tzone://Microsoft/Olson/Europe/Paris", "Europe/Paris"),
    (#""Europe/Berlin ""#, "Europe/Berlin"),
    ("GMT+0200", "Etc/GMT-2"), ("UTC+0200", "Etc/GMT-2"), ("UTC+02:00", "Etc/GMT-2"),
    ("GMT+2", "Etc/GMT-2"), ("GMT-05", "Etc/GMT+5"), ("+02:00", "Etc/GMT-2"),
    ("-0500", "Etc/GMT+5"), ("gmt-5", "Etc/GMT+5"), ("UTC +03:00", "Etc/GMT-3"),
    ("UTC+05:30", "UTC+05:30"), ("GMT+0545", "UTC+05:45"), ("-0330", "UTC-03:30"),
    ("UTC+530", "UTC+05:30"),
    // IANA names keep the sign of POSIX.
    ("Etc/GMT-3", "Etc/GMT-3"), ("/Europe/Vienna", "Europe/Vienna"),
    ("/citadel.org/20210210_1/Europe/Paris", "Europe/Paris"),
    ("GMT Standard Time", "Europe/London"),
    ("Central America Standard Time", "America/Guatemala"),
  ]

  private func start(_ name: String) throws -> (CalendarTime?, [String]) {
    let document = try read(
      calendar("BEGIN:VEVENT\nUID:a\nDTSTART;TZID=\(name):20260705T080000\nEND:VEVENT\n"))
    return (document.components.first?.start, document.codes)
  }

  @Test(arguments: zones)
  func `a zone is found by its name without a VTIMEZONE`(_ row: (name: String, zone: String)) throws
  {
    let (start, codes) = try start(row.name)
    guard case .zone(let zone) = start?.reference else {
      Issue.record("\(start?.text ?? "nothing")")
      return
    }
    #expect(zone.identifier == row.zone)
    #expect(codes.isEmpty)
  }

  @Test(arguments: [
    "tzone://Microsoft/Utc", "(UTC) Coordinated Universal Time", "UTC", "GMT+0000",
    #""(UTC+00:00) Coordinated Universal Time""#,
  ])
  func `all names of UTC are UTC`(_ name: String) throws {
    let (start, codes) = try start(name)
    #expect(start?.reference == .utc)
    #expect(codes.isEmpty)
  }

  @Test(arguments: [
    ("(UTC+05:30) Foo", 19_800), ("(GMT-03:00) Home", -10_800),
    // Paris has a different offset, so only the offset is used.
    ("(UTC+03:00) Paris", 10_800),
  ])
  func `the offset before an unknown name is used, with a warning`(
    name: String, offset: Int
  ) throws {
    let (start, codes) = try start(name)
    guard case .zone(let zone) = start?.reference else {
      Issue.record("\(start?.text ?? "nothing")")
      return
    }
    #expect(zone.initialOffset == offset && zone.transitions.isEmpty)
    #expect(codes == ["zone-unknown"])
  }

  @Test(arguments: [
    "Customized Time Zone", "Customized Time Zone 1", "tzone://Microsoft/Custom", "Paris, Texas",
    "GMT+25:00", "+1500", "UTC+", "(UTC+99:00) Nowhere", "(UTC", "0500", "+0x10", "Europe/Germany",
  ])
  func `a time in an unknown zone is floating`(_ name: String) throws {
    let (start, codes) = try start(
      name.contains(where: { ":,".contains($0) }) ? "\"\(name)\"" : name)
    #expect(start?.reference == .floating)
    #expect(codes == ["zone-unknown"])
  }

  @Test func `the warning names the zone that is used`() throws {
    func message(_ name: String) throws -> String? {
      try read(ZoneTests.text(name)).diagnostics.first?.message
    }
    #expect(
      try message("Customized Time Zone")
        == "the time zone \"Customized Time Zone\" is unknown and lacks a complete VTIMEZONE; the "
        + "device's time zone is used")
    #expect(
      try message("(UTC+05:30) Foo")
        == "the time zone \"(UTC+05:30) Foo\" is unknown and lacks a complete VTIMEZONE; its offset "
        + "UTC+05:30 without daylight saving time is used")
  }

  private func cityZone(_ name: String) throws -> String? {
    let start = try read(ZoneTests.text(name)).components.first?.start
    guard case .zone(let zone)? = start?.reference else { return nil }
    return zone.identifier
  }

  @Test func `only the first 16 cities of a list are looked up`() throws {
    func list(_ count: Int) -> String {
      "(UTC+01:00) "
        + ((0..<count).map { "X\($0)" } + ["Madrid"]).joined(separator: ", ")
    }
    #expect(try cityZone(list(15)) == "Europe/Madrid")
    #expect(try cityZone(list(16)) == "Etc/GMT-1")
  }

  @Test func `thousands of unknown cities take little time`() throws {
    let events = (0..<5_000).map { number in
      let cities = (0..<20).map { "N\(number)x\($0)" }.joined(separator: ",")
      return "BEGIN:VEVENT\nUID:\(number)\n"
        + "DTSTART;TZID=\"(UTC+01:00) \(cities)\":20260705T080000\nEND:VEVENT\n"
    }
    let text = calendar(events.joined())
    var count = 0
    // These names took minutes when each city was compared with all zones.
    let duration = try ContinuousClock().measure { count = try read(text).components.count }
    #expect(count == 5_000)
    #expect(duration < .seconds(30))
  }
}
