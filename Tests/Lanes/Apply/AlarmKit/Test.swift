// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

// Runs samples/apply/AlarmKit.swift with stand-ins of AlarmKit and AppIntents.
//
// Monday 3 January 2028: an event at 10:00 with a weekly alarm at 9:00 and one at 9:30, and the
// same on Tuesday by single alarms.

import AlarmKit
import Foundation

enum Clock {
  nonisolated(unsafe) static var now = Date.distantPast
}

extension Date {
  /// Hides that of Foundation in this module, so that the clock is simulated.
  static var now: Date { Clock.now }
}

func date(_ text: String) -> Date {
  try! Date("2028-01-\(text):00Z", strategy: .iso8601)
}

let document = """
  {
    "slots": 4, "respondedUntil": null,
    "categories": [{"actions": [
      {"identifier": "ics2notify.snooze", "title": "Snooze", "systemImageName": "zzz"},
      {"identifier": "ics2notify.done", "title": "Done", "systemImageName": "checkmark"}]}],
    "alerts": {"ics2notify.a.W2T090000": [
      {"at": "2028-01-03T09:00:00Z", "occurrence": "mon"},
      {"at": "2028-01-10T09:00:00Z", "occurrence": "next"}],
      "ics2notify.b.W2T093000": [
      {"at": "2028-01-03T09:30:00Z", "occurrence": "mon"},
      {"at": "2028-01-10T09:30:00Z", "occurrence": "next"}]},
    "entries": [
      {"id": "00000000-0000-8000-8000-000000000005", "title": "later",
       "schedule": {"fixed": "2028-01-20T09:30:00Z"},
       "metadata": {"ics2notify": {"identifier": "ics2notify.c.20280120T093000Z", "digest": "5",
         "uid": "c", "alarm": 0, "occurrence": "only"}}},
      {"id": "00000000-0000-8000-8000-000000000004", "title": "tuesday 1",
       "schedule": {"fixed": "2028-01-04T09:30:00Z"},
       "metadata": {"ics2notify": {"identifier": "ics2notify.b.20280104T093000Z", "digest": "4",
         "uid": "own", "alarm": 1, "occurrence": "tue"}}},
      {"id": "00000000-0000-8000-8000-000000000003", "title": "tuesday 0",
       "schedule": {"fixed": "2028-01-04T09:00:00Z"},
       "metadata": {"ics2notify": {"identifier": "ics2notify.a.20280104T090000Z", "digest": "3",
         "uid": "own", "alarm": 0, "occurrence": "tue"}}},
      {"id": "00000000-0000-8000-8000-000000000002", "title": "monday 1",
       "schedule": {"relative": {"hour": 9, "minute": 30, "weekdays": ["mon"]}},
       "metadata": {"ics2notify": {"identifier": "ics2notify.b.W2T093000", "digest": "2",
         "uid": "own", "alarm": 1}}},
      {"id": "00000000-0000-8000-8000-000000000001", "title": "monday 0",
       "schedule": {"relative": {"hour": 9, "minute": 0, "weekdays": ["mon"]}},
       "metadata": {"ics2notify": {"identifier": "ics2notify.a.W2T090000", "digest": "1",
         "uid": "own", "alarm": 0}}}]
  }
  """

@MainActor var checks = 0

@MainActor func expect(_ found: [String], _ expected: [String], _ name: String) {
  precondition(found == expected, "\(name): \(found) instead of \(expected)")
  checks += 1
}

@MainActor func responses() throws -> [[String: Any]] {
  try JSONSerialization.jsonObject(with: ReminderAlarms.responses) as! [[String: Any]]
}

@main
@MainActor
struct Test {
  static let manager = AlarmManager.shared
  static var told = 0

  static func start(_ time: String) async throws {
    ReminderAlarms.defaults = UserDefaults(suiteName: UUID().uuidString)!
    for alarm in try manager.alarms { try manager.cancel(id: alarm.id) }
    Clock.now = date(time)
    try await ReminderAlarms.apply(Data(document.utf8))
  }

  static func main() async throws {
    manager.limit = 4
    ReminderAlarms.onResponse = { told += 1 }
    try await snooze()
    try await done()
    try await together()
    try await unlisted()
    try await unreadable()
    print("\(checks) checks passed")
  }

  static func snooze() async throws {
    try await start("03T08:00")
    let all = ["01-04T09:00 tuesday 0", "01-04T09:30 tuesday 1", "9:0 monday 0", "9:30 monday 1"]
    expect(manager.list, all, "the limit leaves out the least important alarm")
    Clock.now = date("03T09:00").addingTimeInterval(5.7)
    manager.ring("9:0 monday 0")
    try await manager.press()
    let snoozed = [
      "01-03T09:09 monday 0", "01-04T09:00 tuesday 0", "9:0 monday 0", "9:30 monday 1",
    ]
    expect(manager.list, snoozed, "a snooze counts in the limit, and the weekly alarm stays")
    let response = try responses()[0]
    let texts = [
      "action", "identifier", "deliveredAt", "respondedAt", "until", "uid", "occurrence",
    ]
    expect(
      texts.map { response[$0] as? String ?? "-" },
      [
        "ics2notify.snooze", "ics2notify.a.W2T090000", "2028-01-03T09:00:00Z",
        "2028-01-03T09:00:05Z", "2028-01-03T09:09:05Z", "own", "mon",
      ], "the response")
    precondition(response["alarm"] as? Int == 0 && told == 1)
    let scheduled = manager.scheduled
    try await ReminderAlarms.apply(Data(document.utf8))
    expect(manager.list, snoozed, "the next plan keeps it")
    precondition(manager.scheduled == scheduled, "unchanged alarms are scheduled again")
    // It rings, and the user snoozes again.
    Clock.now = date("03T09:10")
    manager.ring("01-03T09:09 monday 0")
    try await manager.press()
    expect(
      manager.list, ["01-03T09:19 monday 0"] + snoozed.dropFirst(), "a later one replaces it")
    expect(
      try responses().map { $0["deliveredAt"] as! String },
      ["2028-01-03T09:00:00Z", "2028-01-03T09:00:00Z"], "it answers the original reminder")
    // Done on the app's own screen, where nothing rings.
    Clock.now = date("03T09:15")
    try await ReminderAlarms.answer(.done, to: entry(4))
    expect(
      manager.list,
      ["01-04T09:00 tuesday 0", "01-04T09:30 tuesday 1", "01-20T09:30 later", "9:0 monday 0"],
      "Done removes the snooze, and single alarms are the least important ones")
  }

  static func done() async throws {
    let document = document.replacing("\"slots\": 4", with: "\"slots\": 5")
    manager.limit = 5
    try await start("03T08:00")
    ReminderAlarms.button = .done
    try await ReminderAlarms.apply(Data(document.utf8))
    Clock.now = date("03T09:01")
    manager.ring("9:0 monday 0")
    try await manager.press()
    let single = [
      "01-04T09:00 tuesday 0", "01-04T09:30 tuesday 1", "01-10T09:30 monday 1",
      "01-20T09:30 later", "9:0 monday 0",
    ]
    expect(manager.list, single, "a single alarm replaces the weekly one that can't skip a date")
    try await ReminderAlarms.apply(Data(document.utf8))
    expect(manager.list, single, "the same again")
    Clock.now = date("03T09:31")
    try await ReminderAlarms.apply(Data(document.utf8))
    expect(
      manager.list,
      [
        "01-04T09:00 tuesday 0", "01-04T09:30 tuesday 1", "01-20T09:30 later", "9:0 monday 0",
        "9:30 monday 1",
      ], "the weekly one is back")
    Clock.now = date("04T09:01")
    manager.ring("01-04T09:00 tuesday 0")
    try await manager.press()
    expect(
      manager.list, ["01-20T09:30 later", "9:0 monday 0", "9:30 monday 1"],
      "single alarms of the occurrence are cancelled")
    let considered = document.replacing(
      "null", with: "\"2028-01-04T09:01:00Z\"", maxReplacements: 1)
    try await ReminderAlarms.apply(Data(considered.utf8))
    expect(
      manager.list,
      ["01-04T09:30 tuesday 1", "01-20T09:30 later", "9:0 monday 0", "9:30 monday 1"],
      "a plan that considers the responses is as it is")
    ReminderAlarms.button = .snooze
  }

  /// Calls wait for each other, although each suspends.
  static func together() async throws {
    try await start("03T09:01")
    for alarm in try manager.alarms { try manager.cancel(id: alarm.id) }
    async let one: Void = ReminderAlarms.apply(Data(document.utf8))
    async let two: Void = ReminderAlarms.answer(.done, to: entry(2))
    async let three: Void = ReminderAlarms.apply(Data(document.utf8))
    _ = try await (one, two, three)
    expect(manager.list, ["01-20T09:30 later", "9:0 monday 0", "9:30 monday 1"], "in order")
  }

  /// After the renewal, the last alert of the list isn't the one that rang.
  static func unlisted() async throws {
    let renewal = document.replacing(
      "\"slots\": 4", with: "\"slots\": 4, \"renewal\": \"2028-01-15T08:00:00Z\"")
    for (time, delivered, occurrence) in [
      ("10T09:00", "2028-01-10T09:00:00Z", "next"), ("14T09:00", "2028-01-10T09:00:00Z", "next"),
      ("17T09:00", "2028-01-17T09:00:00Z", nil),
    ] {
      try await start("03T08:00")
      try await ReminderAlarms.apply(Data(renewal.utf8))
      Clock.now = date(time)
      try await ReminderAlarms.answer(.done, to: entry(4))
      let response = try responses()[0]
      expect(
        [response["deliveredAt"] as! String, response["occurrence"] as? String ?? "none"],
        [delivered, occurrence ?? "none"], "a response at \(time)")
    }
    // A list of 200 can lack alerts before the renewal.
    let alerts = (100..<300).map { minute in
      let text = date("03T08:00").addingTimeInterval(Double(minute) * 60).formatted(.iso8601)
      return "{\"at\": \"\(text)\", \"occurrence\": \"\(minute)\"}"
    }.joined(separator: ",")
    let long = renewal.replacing(
      "\"alerts\": {",
      with: "\"alerts\": {\"ics2notify.a.W2T090000\": [\(alerts)], \"ics2notify.x\": [], ",
      maxReplacements: 1
    ).replacing("W2T090000\": [\n", with: "W2T080000\": [\n")
    try await start("03T08:00")
    try await ReminderAlarms.apply(Data(long.utf8))
    for (time, occurrence) in [("03T09:50", "110"), ("10T09:00", "none")] {
      Clock.now = date(time)
      try await ReminderAlarms.answer(.done, to: entry(4))
      expect(
        [try responses().last!["occurrence"] as? String ?? "none"], [occurrence],
        "a long list at \(time)")
    }
  }

  /// An answer is stored without a readable document, and after the clock was set back.
  static func unreadable() async throws {
    let considered = document.replacing(
      "null", with: "\"2028-01-04T09:00:00Z\"", maxReplacements: 1)
    try await start("04T09:01")
    try await ReminderAlarms.apply(Data(considered.utf8))
    for time in ["04T08:00", "04T07:00"] {
      Clock.now = date(time)
      try await ReminderAlarms.answer(.done, to: entry(2))
    }
    expect(
      try responses().map { $0["respondedAt"] as! String },
      ["2028-01-04T09:00:01Z", "2028-01-04T09:00:02Z"], "a clock that was set back")
    ReminderAlarms.defaults.set(Data("{".utf8), forKey: "ics2notify.document")
    Clock.now = date("04T09:10")
    var failed = false
    do { try await ReminderAlarms.answer(.done, to: entry(2)) } catch { failed = true }
    expect(
      [try responses().last!["respondedAt"] as! String, "\(failed)"],
      ["2028-01-04T09:10:00Z", "true"], "a press without a readable document")
  }

  /// Returns an entry of the document.
  static func entry(_ index: Int) throws -> AlarmPlan.Entry {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(AlarmPlan.self, from: Data(document.utf8)).entries[index]
  }
}
