import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import LayerDocuments
import NotificationTriggers
import ReminderCompiler
import Testing

/// The members of a document beside its entries, and our values in each entry.
@Suite struct LayerDocumentTests {
  static let layers = NotificationLayer.all.filter { $0 != .apple }

  private static func events() throws -> [CalendarComponent] {
    [
      try TestCalendars.event(
        "weekly", start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY"),
      try TestCalendars.event("once", start: "Europe/Berlin:20280103T090000"),
    ]
  }

  @Test func `a plan for UserNotifications is a document itself`() throws {
    let plan = try TestCalendars.plan([], now: WrittenDocument.now)
    #expect(LayerDocument(plan) == nil)
  }

  @Test(arguments: layers)
  func `a document has the members of its plan, with entries instead of requests`(
    _ layer: NotificationLayer
  ) throws {
    let document = try WrittenDocument(LayerDocumentTests.events(), on: layer)
    let plan = try #require(
      JSONSerialization.jsonObject(with: document.plan.json()) as? [String: Any])
    let shared = Set(plan.keys).subtracting(["requests", "groups"])
    #expect(Set(document.members.keys) == shared.union(["target", "entries", "alerts"]))
    for key in shared {
      let (own, other) = (document.members[key], plan[key])
      #expect(try canonical(own ?? NSNull()) == canonical(other ?? NSNull()), "\(key)")
    }
    #expect(document.members["target"] as? String == layer.name)
  }

  @Test(arguments: layers)
  func `the most important entry is the last, and each has its identifier`(
    _ layer: NotificationLayer
  ) throws {
    let document = try WrittenDocument(LayerDocumentTests.events(), on: layer)
    let identifiers = document.plan.requests.map(\.identifier)
    #expect(identifiers.count > 1)
    let marks = try document.entries.map(WrittenDocument.mark)
    #expect(marks.compactMap { $0["identifier"] as? String } == identifiers.reversed())
    #expect(marks.last?["uid"] as? String == "weekly")
    for (entry, identifier) in zip(document.entries, identifiers.reversed()) {
      let own =
        entry["identifier"] ?? entry["id"] ?? entry["notificationId"]
        ?? value("notification.id", of: entry)
      switch layer.identifierForm {
      case .text, .hashedText: #expect(own as? String == identifier)
      case .integer: #expect(own as? Int == RequestIdentifier.integer(of: identifier))
      case .uuid: #expect(own as? String == RequestIdentifier.uuid(of: identifier))
      }
    }
  }

  @Test(arguments: layers)
  func `a digest changes with the trigger and the content, but not with the first date of a repeat`(
    _ layer: NotificationLayer
  ) throws {
    func digest(
      title: String = "Pill", time: String = "090000", now: String = WrittenDocument.now
    ) throws -> String {
      let event = try TestCalendars.event(
        start: "Europe/Berlin:20260105T\(time)", rule: "FREQ=WEEKLY", title: title)
      let document = try WrittenDocument([event], on: layer) {
        $0.compiler.now = try TestCalendars.instant(now)
      }
      let digest = try WrittenDocument.mark(of: document.lastEntry())["digest"]
      return try #require(digest as? String)
    }
    let plain = try digest()
    #expect(plain.count == 16)
    #expect(try plain == digest())
    #expect(try plain != digest(title: "Tablet"))
    #expect(try plain != digest(time: "100000"))
    // On a layer without a weekly repeat, the next date is another request.
    let repeats = ![
      .notifyKitIOS, .notifeeAndroid, .capacitorAndroid, .mauiAndroid, .android,
    ].contains(layer)
    #expect(try (plain == digest(now: "2026-12-02T12:00:00Z")) == repeats)
  }

  /// A layer that reads the device's clock only once has to add the request again in another zone.
  @Test(arguments: [
    (NotificationLayer.notifyKitAndroid, false), (.notifyKitIOS, false), (.mauiIOS, true),
    (.mauiAndroid, false), (.expoAndroid, true),
  ])
  func `the digest has the zone if the layer keeps the instants`(
    layer: NotificationLayer, isSame: Bool
  ) throws {
    let event = try TestCalendars.event(start: "20260105T090000", rule: "FREQ=WEEKLY")
    let digests = try ["Asia/Tokyo", "Asia/Seoul"].map { name in
      let zone = try TestCalendars.zone(name)
      let document = try WrittenDocument([event], on: layer) { $0.compiler.deviceZone = zone }
      return try WrittenDocument.mark(of: document.lastEntry())["digest"] as? String
    }
    #expect((digests[0] == digests[1]) == isSame)
  }

  @Test func `the digest has the start of a repeat until it is past`() throws {
    func digest(_ start: String, now: String = WrittenDocument.now) throws -> String? {
      let event = try TestCalendars.event(
        start: "Europe/Berlin:\(start)T090000", rule: "FREQ=DAILY")
      let document = try WrittenDocument([event], on: .notifyKitAndroid) {
        $0.compiler.now = try TestCalendars.instant(now)
      }
      #expect(document.entries.count == 1)
      return try WrittenDocument.mark(of: document.lastEntry())["digest"] as? String
    }
    let later = try digest("20270405")
    #expect(try later == digest("20270405", now: "2027-01-01T12:00:00Z"))
    #expect(try later != digest("20270406"))
    let past = try digest("20260405")
    #expect(try past == digest("20260406"))
  }

  @Test(arguments: layers)
  func `the line is the document without its categories`(_ layer: NotificationLayer) throws {
    let document = try WrittenDocument(LayerDocumentTests.events(), on: layer)
    let line = try #require(LayerDocument(document.plan)).jsonLine()
    #expect(!line.contains(UInt8(ascii: "\n")))
    var members = document.members
    members["categories"] = nil
    #expect(try canonical(JSONSerialization.jsonObject(with: Data(line))) == canonical(members))
  }

  @Test func `alerts name the occurrences of a repeat with several alerts`() throws {
    var event = try TestCalendars.event(
      start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY", alarms: ["PT0S", "-PT1H"])
    let both = try WrittenDocument([event], on: .expoIOS)
    // The last alert was more than two days ago, and the renewal is on Wednesday 2 December.
    let hour = { (time: String) in
      #"[{"at":"2026-11-30T\#(time):00Z","occurrence":"2026-11-30T08:00:00Z"}]"#
    }
    let alerts = try #require(both.members["alerts"] as? [String: Any])
    let identifiers = both.plan.requests.map(\.identifier)
    #expect(identifiers.count == 2 && Set(alerts.keys) == Set(identifiers))
    #expect(Set(try alerts.values.map(canonical)) == [hour("07:00"), hour("08:00")])
    event.alarms.removeLast()
    let one = try WrittenDocument([event], on: .expoIOS)
    #expect((one.members["alerts"] as? [String: Any])?.isEmpty == true)
  }

  @Test func `the last response that the plan considers is a member`() throws {
    let instant = try TestCalendars.instant("2026-11-24T10:00:00Z")
    let document = try WrittenDocument(
      LayerDocumentTests.events(), on: .android, respondedUntil: instant)
    #expect(document.members["respondedUntil"] as? String == "2026-11-24T10:00:00Z")
  }

  @Test func `our values have the removal date of a repeat that outlives its series`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260105T090000", rule: "FREQ=DAILY;UNTIL=20270228T090000")
    // With more slots, other triggers could end later.
    let document = try WrittenDocument([event], on: .expoIOS) { $0.limit = 1 }
    let mark = try WrittenDocument.mark(of: document.lastEntry())
    // The first unexpected alert is on 1 March.
    #expect(mark["endDate"] as? String == "2027-03-01T08:00:00Z")
  }
}
