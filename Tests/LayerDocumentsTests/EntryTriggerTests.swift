import CalendarFixtures
import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// The members of an entry that say when it fires.
///
/// The expected forms of the libraries were accepted by their own validators, and the dates are
/// those of `date -d 'TZ="Europe/Berlin" 2026-11-30 09:00'`.
@Suite struct EntryTriggerTests {
  /// A reminder at 09:00 in Berlin.
  enum Series: String, CaseIterable {
    case daily, mondays, day15, christmas, once

    func event() throws -> CalendarComponent {
      let (start, rule): (String, String?) =
        switch self {
        case .daily: ("20260101", "FREQ=DAILY")
        case .mondays: ("20260105", "FREQ=WEEKLY")
        case .day15: ("20260115", "FREQ=MONTHLY")
        case .christmas: ("20251225", "FREQ=YEARLY")
        case .once: ("20280103", nil)
        }
      return try TestCalendars.event(start: "Europe/Berlin:\(start)T090000", rule: rule)
    }
  }

  struct Row: Sendable, CustomStringConvertible {
    let layer: NotificationLayer
    let forms: [Series: String]

    var description: String { layer.name }

    /// A row with the forms of all series, in their order.
    init(_ layer: NotificationLayer, _ forms: String...) {
      self.layer = layer
      self.forms = Dictionary(uniqueKeysWithValues: zip(Series.allCases, forms))
    }
  }

  private static let expoCalendar = #"{"trigger":{"type":"calendar","timezone":"Europe/Berlin","#
  private static let nine = #""hour":9,"minute":0,"second":0"#
  private static let berlin = #"{"timeZone":"Europe/Berlin","#

  private static let rows = [
    Row(
      .expoIOS, expoCalendar + #""repeats":true,\#(nine)}}"#,
      expoCalendar + #""repeats":true,"weekday":2,\#(nine)}}"#,
      expoCalendar + #""repeats":true,"day":15,\#(nine)}}"#,
      expoCalendar + #""repeats":true,"month":12,"day":25,\#(nine)}}"#,
      expoCalendar + #""repeats":false,"year":2028,"month":1,"day":3,\#(nine)}}"#),
    // The months of this type count from 0.
    Row(
      .expoAndroid,
      #"{"trigger":{"type":"daily","hour":9,"minute":0,"channelId":"ics2notify.active"}}"#,
      #"{"trigger":{"type":"weekly","weekday":2,"hour":9,"minute":0,"#
        + #""channelId":"ics2notify.active"}}"#,
      #"{"trigger":{"type":"monthly","day":15,"hour":9,"minute":0,"#
        + #""channelId":"ics2notify.active"}}"#,
      #"{"trigger":{"type":"yearly","month":11,"day":25,"hour":9,"minute":0,"#
        + #""channelId":"ics2notify.active"}}"#,
      #"{"trigger":{"type":"date","date":1830499200000,"channelId":"ics2notify.active"}}"#),
    Row(
      .notifeeIOS, #"{"trigger":{"type":0,"timestamp":1795680000000,"repeatFrequency":1}}"#,
      #"{"trigger":{"type":0,"timestamp":1796025600000,"repeatFrequency":2}}"#,
      #"{"trigger":{"type":0,"timestamp":1797321600000}}"#,
      #"{"trigger":{"type":0,"timestamp":1798185600000}}"#,
      #"{"trigger":{"type":0,"timestamp":1830499200000}}"#),
    // Its day is 24 hours, so every fire is a one-shot, exact also in Doze.
    Row(
      .notifeeAndroid,
      #"{"trigger":{"type":0,"timestamp":1795680000000,"alarmManager":{"type":3}}}"#,
      #"{"trigger":{"type":0,"timestamp":1796025600000,"alarmManager":{"type":3}}}"#,
      #"{"trigger":{"type":0,"timestamp":1797321600000,"alarmManager":{"type":3}}}"#,
      #"{"trigger":{"type":0,"timestamp":1798185600000,"alarmManager":{"type":3}}}"#,
      #"{"trigger":{"type":0,"timestamp":1830499200000,"alarmManager":{"type":3}}}"#),
    Row(
      .flutterIOS, berlin + #""scheduled":"2026-11-26T09:00:00","match":"time"}"#,
      berlin + #""scheduled":"2026-11-30T09:00:00","match":"dayOfWeekAndTime"}"#,
      berlin + #""scheduled":"2026-12-15T09:00:00","match":"dayOfMonthAndTime"}"#,
      berlin + #""scheduled":"2026-12-25T09:00:00","match":"dateAndTime"}"#,
      berlin + #""scheduled":"2028-01-03T09:00:00","match":null}"#),
    // A one-shot on Android is an instant, which Dart's smaller zone files have only as UTC.
    Row(
      .flutterAndroid, berlin + #""scheduled":"2026-11-26T09:00:00","match":"time"}"#,
      berlin + #""scheduled":"2026-11-30T09:00:00","match":"dayOfWeekAndTime"}"#,
      berlin + #""scheduled":"2026-12-15T09:00:00","match":"dayOfMonthAndTime"}"#,
      berlin + #""scheduled":"2026-12-25T09:00:00","match":"dateAndTime"}"#,
      #"{"timeZone":"UTC","scheduled":"2028-01-03T08:00:00","match":null}"#),
    Row(
      .capacitorIOS, #"{"schedule":{"on":{\#(nine)}}}"#,
      #"{"schedule":{"on":{"weekday":2,\#(nine)}}}"#, #"{"schedule":{"on":{"day":15,\#(nine)}}}"#,
      #"{"schedule":{"on":{"month":12,"day":25,\#(nine)}}}"#,
      #"{"schedule":{"at":"2028-01-03T08:00:00.000Z"}}"#),
    // A repeat doesn't wake the device after its first fire.
    Row(
      .capacitorAndroid,
      #"{"schedule":{"at":"2026-11-26T08:00:00.000Z","allowWhileIdle":true}}"#,
      #"{"schedule":{"at":"2026-11-30T08:00:00.000Z","allowWhileIdle":true}}"#,
      #"{"schedule":{"at":"2026-12-15T08:00:00.000Z","allowWhileIdle":true}}"#,
      #"{"schedule":{"at":"2026-12-25T08:00:00.000Z","allowWhileIdle":true}}"#,
      #"{"schedule":{"at":"2028-01-03T08:00:00.000Z","allowWhileIdle":true}}"#),
    Row(
      .notifyKitIOS, #"{"trigger":{"type":0,"timestamp":1795680000000}}"#,
      #"{"trigger":{"type":0,"timestamp":1796025600000}}"#,
      #"{"trigger":{"type":0,"timestamp":1797321600000}}"#,
      #"{"trigger":{"type":0,"timestamp":1798185600000}}"#,
      #"{"trigger":{"type":0,"timestamp":1830499200000}}"#),
    // A year is twelve months.
    Row(
      .notifyKitAndroid,
      #"{"trigger":{"type":0,"timestamp":1795680000000,"repeatFrequency":1,"#
        + #""alarmManager":{"type":3}}}"#,
      #"{"trigger":{"type":0,"timestamp":1796025600000,"repeatFrequency":2,"#
        + #""alarmManager":{"type":3}}}"#,
      #"{"trigger":{"type":0,"timestamp":1797321600000,"repeatFrequency":3,"#
        + #""alarmManager":{"type":3}}}"#,
      #"{"trigger":{"type":0,"timestamp":1798185600000,"repeatFrequency":3,"#
        + #""repeatInterval":12,"alarmManager":{"type":3}}}"#,
      #"{"trigger":{"type":0,"timestamp":1830499200000,"alarmManager":{"type":3}}}"#),
    // The offset is that of the device at the instant.
    Row(
      .mauiIOS,
      #"{"schedule":{"repeatType":"Daily","notifyTime":"2026-11-26T09:00:00+01:00"}}"#,
      #"{"schedule":{"repeatType":"Weekly","notifyTime":"2026-11-30T09:00:00+01:00"}}"#,
      #"{"schedule":{"repeatType":"Monthly","notifyTime":"2026-12-15T09:00:00+01:00"}}"#,
      #"{"schedule":{"repeatType":"No","notifyTime":"2026-12-25T09:00:00+01:00"}}"#,
      #"{"schedule":{"repeatType":"No","notifyTime":"2028-01-03T09:00:00+01:00"}}"#),
    // Its day is 24 hours.
    Row(
      .mauiAndroid,
      #"{"schedule":{"repeatType":"No","notifyTime":"2026-11-26T08:00:00+00:00","#
        + #""allowedDelay":"1.00:00:00"}}"#,
      #"{"schedule":{"repeatType":"No","notifyTime":"2026-11-30T08:00:00+00:00","#
        + #""allowedDelay":"1.00:00:00"}}"#,
      #"{"schedule":{"repeatType":"No","notifyTime":"2026-12-15T08:00:00+00:00","#
        + #""allowedDelay":"1.00:00:00"}}"#,
      #"{"schedule":{"repeatType":"No","notifyTime":"2026-12-25T08:00:00+00:00","#
        + #""allowedDelay":"1.00:00:00"}}"#,
      #"{"schedule":{"repeatType":"No","notifyTime":"2028-01-03T08:00:00+00:00","#
        + #""allowedDelay":"1.00:00:00"}}"#),
    Row(
      .alarmKit,
      #"{"schedule":{"relative":{"hour":9,"minute":0,"#
        + #""weekdays":["mon","tue","wed","thu","fri","sat","sun"]}}}"#,
      #"{"schedule":{"relative":{"hour":9,"minute":0,"weekdays":["mon"]}}}"#,
      #"{"schedule":{"fixed":"2026-12-15T08:00:00Z"}}"#,
      #"{"schedule":{"fixed":"2026-12-25T08:00:00Z"}}"#,
      #"{"schedule":{"fixed":"2028-01-03T08:00:00Z"}}"#),
    Row(
      .android, #"{"at":1795680000000}"#, #"{"at":1796025600000}"#, #"{"at":1797321600000}"#,
      #"{"at":1798185600000}"#, #"{"at":1830499200000}"#),
  ]

  @Test func `the rows are about every layer and every series`() {
    let layers = EntryTriggerTests.rows.map(\.layer)
    #expect(Set(layers) == Set(NotificationLayer.all).subtracting([.apple]))
    #expect(EntryTriggerTests.rows.allSatisfy { $0.forms.count == Series.allCases.count })
  }

  @Test(arguments: rows)
  func `an entry has the form of its layer's call`(_ row: Row) throws {
    for (series, form) in row.forms {
      let document = try WrittenDocument([series.event()], on: row.layer)
      try expect(document.lastEntry(), has: form, "\(series)")
    }
  }

  /// An overdue to-do that nags each 30 minutes, or each 90 seconds, 2 hours or day.
  @Test(arguments: [
    (
      NotificationLayer.expoIOS, 1_800,
      #"{"trigger":{"type":"timeInterval","seconds":1800,"repeats":true}}"#
    ),
    (
      .expoAndroid, 1_800,
      #"{"trigger":{"type":"timeInterval","seconds":1800,"repeats":true,"#
        + #""channelId":"ics2notify.active"}}"#
    ),
    (.notifeeIOS, 1_800, #"{"trigger":{"type":1,"interval":30,"timeUnit":"MINUTES"}}"#),
    (.notifeeIOS, 7_200, #"{"trigger":{"type":1,"interval":2,"timeUnit":"HOURS"}}"#),
    (.notifeeAndroid, 86_400, #"{"trigger":{"type":1,"interval":1,"timeUnit":"DAYS"}}"#),
    (.notifeeAndroid, 1_801, #"{"trigger":{"type":1,"interval":1801,"timeUnit":"SECONDS"}}"#),
    (.notifyKitIOS, 1_800, #"{"trigger":{"type":1,"interval":30,"timeUnit":"MINUTES"}}"#),
    (.notifyKitAndroid, 900, #"{"trigger":{"type":1,"interval":15,"timeUnit":"MINUTES"}}"#),
    (
      .mauiIOS, 90,
      #"{"schedule":{"repeatType":"TimeInterval","notifyRepeatInterval":"00:01:30"}}"#
    ),
    (
      .mauiAndroid, 90_000,
      #"{"schedule":{"repeatType":"TimeInterval","notifyRepeatInterval":"1.01:00:00","#
        + #""allowedDelay":"1.00:00:00"}}"#
    ),
    (.flutterIOS, 1_800, #"{"everySeconds":1800}"#),
    (.flutterAndroid, 90, #"{"everySeconds":90}"#),
    (.capacitorIOS, 1_800, #"{"schedule":{"every":"minute","count":30}}"#),
    (.capacitorIOS, 90, #"{"schedule":{"every":"second","count":90}}"#),
    (.capacitorAndroid, 7_200, #"{"schedule":{"every":"hour","count":2}}"#),
  ])
  func `a request that nags has the interval of its layer`(
    layer: NotificationLayer, seconds: Int, form: String
  ) throws {
    var toDo = CalendarComponent(.toDo, uid: "tax")
    toDo.extent = .until(try TestCalendars.time("20260105T090000Z"))
    let document = try WrittenDocument([toDo], on: layer) {
      $0.overdueNag = TimeIntervalTrigger(interval: seconds, repeats: true)
    }
    #expect(document.entries.count == 1)
    let entry = try document.lastEntry()
    try expect(entry, has: form, "")
    #expect(try WrittenDocument.mark(of: entry)["occurrence"] as? String == "2026-01-05T09:00:00Z")
  }

  /// Without a zone of its own, a reminder follows the device, if the layer can do so.
  @Test func `a daily or weekly trigger of expo-ios without a zone floats, unless it has seconds`()
    throws
  {
    let rows = [
      ("20260101T090000", "FREQ=DAILY", #"{"type":"daily","hour":9,"minute":0}"#),
      ("20260105T090000", "FREQ=WEEKLY", #"{"type":"weekly","weekday":2,"hour":9,"minute":0}"#),
      (
        "20260101T090030", "FREQ=DAILY",
        #"{"type":"calendar","repeats":true,"timezone":"Europe/Berlin","hour":9,"minute":0,"#
          + #""second":30}"#
      ),
    ]
    for (start, rule, trigger) in rows {
      let document = try WrittenDocument(
        [TestCalendars.event(start: start, rule: rule)], on: .expoIOS)
      try expect(document.lastEntry(), has: #"{"trigger":\#(trigger)}"#, start)
    }
  }

  /// The first fires are those of `date -d 'TZ="Europe/Berlin" 2026-12-07 09:00' +%s`, and so on.
  @Test(arguments: [
    ("20260101", "FREQ=DAILY;INTERVAL=3", 1_795_766_400, 1, 3),
    ("20260105", "FREQ=WEEKLY;INTERVAL=2", 1_796_630_400, 2, 2),
    ("20260115", "FREQ=MONTHLY;INTERVAL=3", 1_800_000_000, 3, 3),
    ("20270405", "FREQ=WEEKLY", 1_806_908_400, 2, nil),
    ("20270405", "FREQ=DAILY", 1_806_908_400, 1, nil),
  ])
  func `notify-kit begins at a date and steps over others`(
    start: String, rule: String, first: Int, frequency: Int, interval: Int?
  ) throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:\(start)T090000", rule: rule)
    let document = try WrittenDocument([event], on: .notifyKitAndroid)
    #expect(document.entries.count == 1)
    try expect(
      document.lastEntry(),
      has: #"{"trigger.timestamp":\#(first)000,"trigger.repeatFrequency":\#(frequency),"#
        + #""trigger.repeatInterval":\#(interval.map(String.init) ?? "null")}"#, rule)
  }

  /// The clock in Berlin skips 02:30 on 28 March 2027.
  @Test func `the first date of a repeat has the time of its pattern`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20260101T023000", rule: "FREQ=DAILY")
    let document = try WrittenDocument([event], on: .flutterIOS) {
      $0.compiler.now = try TestCalendars.instant("2027-03-27T12:00:00Z")
    }
    try expect(
      document.lastEntry(),
      has: #"{"timeZone":"Europe/Berlin","scheduled":"2027-03-29T02:30:00","match":"time"}"#, "")
  }

  @Test func `hours repeat by their minute`() throws {
    let event = try TestCalendars.event(start: "Asia/Tokyo:20260101T093000", rule: "FREQ=HOURLY")
    let tokyo = try TestCalendars.zone("Asia/Tokyo")
    // The next is at 12:30 UTC.
    for (layer, form) in [
      (NotificationLayer.capacitorIOS, #"{"schedule":{"on":{"minute":30,"second":0}}}"#),
      (.notifeeIOS, #"{"trigger":{"type":0,"timestamp":1795609800000,"repeatFrequency":0}}"#),
      (
        .notifeeAndroid,
        #"{"trigger":{"type":0,"timestamp":1795609800000,"repeatFrequency":0,"#
          + #""alarmManager":{"type":3}}}"#
      ),
    ] {
      let document = try WrittenDocument([event], on: layer) { $0.compiler.deviceZone = tokyo }
      try expect(document.lastEntry(), has: form, layer.name)
    }
  }
}
