import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The targets of the program: Expo, Notifee and its successor, Flutter, Capacitor, MAUI, AlarmKit and
/// AlarmManager.
@Suite struct TargetTests {
  static let names = [
    "expo-ios", "expo-android", "notifykit-ios", "notifykit-android", "notifee-ios",
    "notifee-android", "flutter-ios", "flutter-android", "capacitor-ios", "capacitor-android",
    "maui-ios", "maui-android", "alarmkit", "android",
  ]
  static let now = ["--now=2026-11-25T12:00:00Z", "--time-zone=Europe/Berlin"]

  /// Mondays at 09:00 and 3 January 2028, both in Berlin.
  private static let calendar = CalendarText.calendar(
    CalendarText.event(
      "weekly", start: "DTSTART;TZID=Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY")
      + CalendarText.event("once", start: "DTSTART;TZID=Europe/Berlin:20280103T090000"))

  private static func document(_ target: String, _ program: Program) throws -> [String: Any] {
    try program.run(
      now + ["--horizon=P2Y", "--level=critical=UID:*", "--target", target, "event.ics"], status: 0
    ).object()
  }

  @Test(arguments: names)
  func `diff compares a document with itself, and with what the layer lists`(_ target: String)
    throws
  {
    try Program.run(["event.ics": TargetTests.calendar]) { program in
      var document = try TargetTests.document(target, program)
      let entries = try #require(document["entries"] as? [[String: Any]])
      // What the layer lists has the data, but no trigger; AlarmKit lists only UUIDs.
      let kept: Set = [
        "identifier", "content", "notification", "id", "title", "payload", "extra", "data",
        "notificationId", "returningData",
      ]
      let listed: [[String: Any]] =
        entries.map { $0.filter { kept.contains($0.key) } } + [
          ["id": "foreign", "identifier": "f"]
        ]
      func write(_ value: Any, _ name: String) throws {
        try program.write(JSONSerialization.data(withJSONObject: value), to: name)
      }
      try write(document, "plan.json")
      try write(target.hasPrefix("capacitor") ? ["notifications": listed] : listed, "listed.json")
      document["entries"] = Array(entries.dropFirst())
      try write(document, "fewer.json")
      let same = try program.run(["diff", "plan.json", "plan.json"]).object()
      #expect((same["steps"] as? [Any])?.isEmpty == true)
      let changes = try program.run(["diff", "listed.json", "fewer.json"]).object()
      #expect((changes["remove"] as? [String])?.count == 1)
      // AlarmKit doesn't return digests, so its alarms are added again.
      let replaced = target == "alarmkit" ? entries.count - 1 : 0
      #expect((changes["replace"] as? [Any])?.count == replaced)
      #expect((changes["add"] as? [Any])?.isEmpty == true)
      let untouched = try #require(changes["untouched"] as? [String])
      #expect(untouched.count == entries.count - replaced)
      #expect(untouched.last == "f")
      let planned = try program.run(
        TargetTests.now + ["--pending=listed.json", "--target", target, "event.ics"], status: 0
      ).object()
      let (limit, slots) = (planned["limit"] as? Int ?? 0, planned["slots"] as? Int ?? 0)
      #expect(limit - slots == 1)
    }
  }

  @Test func `diff refuses documents of different targets`() throws {
    try Program.run(["event.ics": TargetTests.calendar]) { program in
      for target in ["flutter-ios", "flutter-android", "apple"] {
        try program.run(
          TargetTests.now + ["--target", target, "--output", "\(target).json", "event.ics"],
          status: 0)
      }
      for (old, new) in [("flutter-ios", "flutter-android"), ("apple", "flutter-ios")] {
        let result = try program("diff", "\(old).json", "\(new).json")
        #expect(result.status == 65 && result.errors.contains("is for \(new)"), "\(result.errors)")
      }
      for text in [#"{"notifications":5}"#, #"{"version":1,"target":"x","limit":1,"entries":[]}"#] {
        try program.write(text, to: "wrong.json")
        #expect(try program("diff", "wrong.json", "apple.json").status == 65)
      }
    }
  }

  @Test(arguments: [
    (["--target=android", "--nag-overdue=PT30M"], "--nag-overdue"),
    (["--target=notifee-ios", "--nag-overdue=PT5M"], "PT15M"),
    (["--target=notifykit-android", "--nag-overdue=PT5M"], "PT15M"),
    (["--target=notifykit-ios", "--limit=61"], "60"),
    (["--target=alarmkit", "--renewal-nudge"], "critical"),
    (["--target=alarmkit", "--limit=33"], "32"),
    (["--target=expo-ios", "--format=text"], "expo-ios writes JSON, not text"),
    (["explain", "--target=systemd"], "compile"),
  ])
  func `what a target can't do is a usage error`(arguments: [String], reason: String) throws {
    try Program.run(["event.ics": TargetTests.calendar]) { program in
      try program.run(arguments + ["event.ics"]).expectRefusal(64, saying: reason)
    }
  }

  @Test(arguments: names)
  func `every target takes --device-calendar, and only some plans change`(_ target: String) throws {
    // A birthday needs a trigger with a day and a month.
    let birthday = CalendarText.calendar(
      CalendarText.event(start: "DTSTART;VALUE=DATE:20260115", rule: "FREQ=YEARLY", alarm: "PT9H"))
    try Program.run(["event.ics": birthday]) { program in
      func plan(_ more: String...) throws -> [String: Any] {
        try program.run(
          TargetTests.now + ["--level=critical=UID:*", "--target", target, "event.ics"] + more,
          status: 0
        ).object()
      }
      let (plain, gregorian) = (try plan(), try plan("--device-calendar=gregorian"))
      let entries = try [plain, gregorian].map { try #require($0["entries"] as? NSArray) }
      #expect(entries[0].count > 0 && (entries[0] == entries[1]) == (target != "expo-ios"))
    }
  }

  @Test(arguments: [("-PT24H", true), ("-P1D", false), ("-PT2H", false)])
  func `a note says which requests count hours across a clock change`(
    trigger: String, isNoted: Bool
  ) throws {
    // Clocks change in Berlin on the Sundays 28 March and 31 October 2027.
    let event = CalendarText.event(
      start: "DTSTART:20260104T090000", rule: "FREQ=WEEKLY", alarm: trigger)
    try Program.run(["event.ics": CalendarText.calendar(event)]) { program in
      for (zone, hasChange) in [("Europe/Berlin", true), ("Asia/Tokyo", false)] {
        let result = try program.run(
          [
            "--now=2026-11-25T12:00:00Z", "--time-zone", zone, "--device-calendar=gregorian",
            "event.ics",
          ], status: 0)
        #expect(
          result.errors.contains("note: 2 requests will follow the device, but count hours")
            == (isNoted && hasChange), "\(result.errors)")
      }
    }
  }

  @Test func `explain names what a layer can't repeat, and its cost`() throws {
    let monthly = CalendarText.calendar(
      CalendarText.event(start: "DTSTART;TZID=Europe/Berlin:20260115T090000", rule: "FREQ=MONTHLY"))
    try Program.run(["event.ics": monthly]) { program in
      let explained = try program.run(
        ["explain", "--target=notifee-ios", "event.ics"] + TargetTests.now, status: 0)
      #expect(explained.text.contains("monthly on day 15 at 09:00: notifee-ios can't repeat it"))
      #expect(
        explained.text.hasSuffix(
          "\nnotifee-ios: 12 slots, exact to the horizon; apple: 1 slot, exact to the horizon\n"))
    }
  }

  static let applyFunctions = [
    ("expo.js", "expo-ios"), ("expo.js", "expo-android"), ("notifee.js", "notifee-ios"),
    ("notifee.js", "notifee-android"), ("notifykit.js", "notifykit-ios"),
    ("notifykit.js", "notifykit-android"), ("capacitor.js", "capacitor-ios"),
    ("capacitor.js", "capacitor-android"),
  ]

  @Test(arguments: applyFunctions)
  func `an apply function keeps a stand-in of its layer up to date`(
    file: String, target: String
  ) throws {
    let events = (1...5).map { number in
      CalendarText.event(
        "\(number)", start: "DTSTART;TZID=Europe/Berlin:2026010\(number)T0\(number)3000",
        rule: number == 2 ? "FREQ=DAILY;INTERVAL=3" : "FREQ=WEEKLY")
    }
    try Program.run([
      "first.ics": CalendarText.calendar(events[..<4].joined()),
      "second.ics": CalendarText.calendar(events[1...].joined()),
    ]) { program in
      for (name, now) in [("first", "2026-11-25T12:00:00Z"), ("second", "2026-12-01T12:00:00Z")] {
        try program.run(
          [
            "--now", now, "--time-zone=Europe/Berlin", "--limit=20", "--target", target,
            "--output", "\(name).json", "\(name).ics",
          ], status: 0)
      }
      let test = Schemas.lanes.appending(path: "Apply/apply.test.mjs").path
      let source = Schemas.root.appending(path: "samples/apply/\(file)").path
      let result = try program.shell("node '\(test)' '\(source)' first.json second.json 2>&1")
      #expect(result.status == 0, "\(result.text)")
    }
  }

  @Test(arguments: applyFunctions)
  func `an apply function answers the buttons of a stand-in of its layer`(
    file: String, target: String
  ) throws {
    let source = Schemas.root.appending(path: "samples/apply/\(file)").path
    try Program.run { program in
      for name in ["buttons", "listening", "chains"] {
        let test = Schemas.lanes.appending(path: "Apply/\(name).test.mjs").path
        let result = try program.shell("node '\(test)' '\(source)' \(target) 2>&1")
        #expect(result.status == 0, "\(result.text)")
      }
    }
  }

  @Test(arguments: applyFunctions)
  func `the program takes over the answers of an apply function`(
    file: String, target: String
  ) throws {
    let test = Schemas.lanes.appending(path: "Apply/renewal.test.mjs").path
    let source = Schemas.root.appending(path: "samples/apply/\(file)").path
    try Program.run { program in
      let result = try program.shell("node '\(test)' '\(source)' \(target) \"$PROGRAM\" 2>&1")
      #expect(result.status == 0, "\(result.text)")
    }
  }
}
