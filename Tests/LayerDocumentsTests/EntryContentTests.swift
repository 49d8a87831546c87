import CalendarFixtures
import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// The texts and settings of an entry, under the names that its layer reads.
@Suite struct EntryContentTests {
  /// A reminder with all texts, of which the plan makes the content.
  private static func event(sound: String? = nil) throws -> CalendarComponent {
    var event = try TestCalendars.event(
      "standup", start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY", title: "Stand-up")
    event.place = "Room 4"
    event.alarms[0]?.soundName = sound
    return event
  }

  struct Row: Sendable, CustomStringConvertible {
    let layer: NotificationLayer
    /// The objects with texts and settings: the path of each, and its keys.
    let keys: [String: Set<String>]
    /// The places of the content's values.
    let title, body: String
    var subtitle: String?
    var thread: String?
    var category: String?
    var level: String?
    var channel: String?

    var description: String { layer.name }
  }

  @Test(arguments: [
    Row(
      layer: .expoIOS,
      keys: [
        "": ["identifier", "content", "trigger"],
        "content": [
          "title", "subtitle", "body", "sound", "data", "categoryIdentifier", "interruptionLevel",
        ],
      ],
      title: "content.title", body: "content.body", subtitle: "content.subtitle",
      category: "content.categoryIdentifier", level: "content.interruptionLevel"),
    Row(
      layer: .expoAndroid,
      keys: [
        "": ["identifier", "content", "trigger"],
        "content": ["title", "subtitle", "body", "sound", "data", "categoryIdentifier"],
      ],
      title: "content.title", body: "content.body", subtitle: "content.subtitle",
      category: "content.categoryIdentifier", channel: "trigger.channelId"),
    Row(
      layer: .notifeeIOS,
      keys: [
        "": ["notification", "trigger"],
        "notification": ["id", "title", "subtitle", "body", "data", "ios"],
        "notification.ios": ["sound", "threadId", "categoryId", "interruptionLevel"],
      ],
      title: "notification.title", body: "notification.body", subtitle: "notification.subtitle",
      thread: "notification.ios.threadId", category: "notification.ios.categoryId",
      level: "notification.ios.interruptionLevel"),
    Row(
      layer: .notifeeAndroid,
      keys: [
        "": ["notification", "trigger"],
        "notification": ["id", "title", "subtitle", "body", "data", "android"],
        "notification.android": ["channelId", "categoryId"],
      ],
      title: "notification.title", body: "notification.body", subtitle: "notification.subtitle",
      category: "notification.android.categoryId", channel: "notification.android.channelId"),
    Row(
      layer: .notifyKitIOS,
      keys: [
        "": ["notification", "trigger"],
        "notification": ["id", "title", "subtitle", "body", "data", "ios"],
        "notification.ios": ["sound", "threadId", "categoryId", "interruptionLevel"],
      ],
      title: "notification.title", body: "notification.body", subtitle: "notification.subtitle",
      thread: "notification.ios.threadId", category: "notification.ios.categoryId",
      level: "notification.ios.interruptionLevel"),
    Row(
      layer: .notifyKitAndroid,
      keys: [
        "": ["notification", "trigger"],
        "notification": ["id", "title", "subtitle", "body", "data", "android"],
        "notification.android": ["channelId", "categoryId"],
      ],
      title: "notification.title", body: "notification.body", subtitle: "notification.subtitle",
      category: "notification.android.categoryId", channel: "notification.android.channelId"),
    Row(
      layer: .flutterIOS,
      keys: [
        "": ["id", "title", "body", "payload", "timeZone", "scheduled", "match", "ios"],
        "ios": [
          "subtitle", "threadIdentifier", "categoryIdentifier", "interruptionLevel", "presentSound",
        ],
      ],
      title: "title", body: "body", subtitle: "ios.subtitle", thread: "ios.threadIdentifier",
      category: "ios.categoryIdentifier", level: "ios.interruptionLevel"),
    Row(
      layer: .flutterAndroid,
      keys: [
        "": ["id", "title", "body", "payload", "timeZone", "scheduled", "match", "android"],
        "android": ["channelId", "mode", "subText", "categoryIdentifier"],
      ],
      title: "title", body: "body", subtitle: "android.subText",
      category: "android.categoryIdentifier", channel: "android.channelId"),
    // The layer requires a body and has no subtitle, so both are the body.
    Row(
      layer: .capacitorIOS,
      keys: [
        "": [
          "id", "title", "body", "schedule", "sound", "extra", "actionTypeId", "threadIdentifier",
          "interruptionLevel", "relevanceScore",
        ]
      ],
      title: "title", body: "body", thread: "threadIdentifier", category: "actionTypeId",
      level: "interruptionLevel"),
    Row(
      layer: .capacitorAndroid,
      keys: [
        "": [
          "id", "title", "body", "schedule", "extra", "actionTypeId", "channelId", "group",
        ]
      ],
      title: "title", body: "body", thread: "group", category: "actionTypeId",
      channel: "channelId"),
    Row(
      layer: .mauiIOS,
      keys: [
        "": [
          "notificationId", "title", "subtitle", "description", "returningData", "group", "silent",
          "categoryIdentifier", "apple", "schedule",
        ],
        "apple": ["priority", "relevanceScore"], "schedule": ["repeatType", "notifyTime"],
      ],
      title: "title", body: "description", subtitle: "subtitle", thread: "group",
      category: "categoryIdentifier", level: "apple.priority"),
    Row(
      layer: .mauiAndroid,
      keys: [
        "": [
          "notificationId", "title", "subtitle", "description", "returningData",
          "categoryIdentifier", "android", "schedule",
        ],
        "android": ["channelId"], "schedule": ["repeatType", "notifyTime", "allowedDelay"],
      ],
      title: "title", body: "description", subtitle: "subtitle", category: "categoryIdentifier",
      channel: "android.channelId"),
    Row(
      layer: .android,
      keys: [
        "": ["id", "at", "title", "subtitle", "body", "channelId", "categoryIdentifier", "data"]
      ],
      title: "title", body: "body", subtitle: "subtitle", category: "categoryIdentifier",
      channel: "channelId"),
  ])
  func `an entry has the members that its layer reads, and no others`(_ row: Row) throws {
    let document = try WrittenDocument([EntryContentTests.event()], on: row.layer)
    let entry = try document.lastEntry()
    for (path, keys) in row.keys {
      let object = path.isEmpty ? entry : value(path, of: entry) as? [String: Any]
      #expect(object.map { Set($0.keys) } == keys, "\(path)")
    }
    let content = try #require(document.plan.requests.first).content
    #expect(content.title == "Stand-up" && content.body == "Room 4" && !content.subtitle.isEmpty)
    func text(_ path: String?) -> String? {
      path.flatMap { value($0, of: entry) as? String }
    }
    #expect(text(row.title) == "Stand-up")
    #expect(
      text(row.body)
        == (row.layer.name.hasPrefix("capacitor") ? "\(content.subtitle)\nRoom 4" : "Room 4"))
    #expect(text(row.subtitle) == row.subtitle.map { _ in content.subtitle })
    #expect(text(row.thread) == row.thread.map { _ in content.threadIdentifier })
    #expect(text(row.category) == row.category.map { _ in content.categoryIdentifier })
    #expect(text(row.level) == row.level.map { _ in "active" })
    #expect(text(row.channel) == row.channel.map { _ in "ics2notify.active" })
  }

  @Test func `an alarm of AlarmKit has a title, a schedule and data only`() throws {
    let entry = try WrittenDocument([EntryContentTests.event()], on: .alarmKit).lastEntry()
    #expect(Set(entry.keys) == ["id", "title", "schedule", "metadata"])
    #expect(entry["title"] as? String == "Stand-up")
  }

  /// The members of each level, for the sound of the system and for a file.
  @Test(arguments: [
    ("passive", nil, NotificationLayer.expoIOS, #"{"content.sound":false}"#),
    ("active", nil, .expoIOS, #"{"content.sound":"default"}"#),
    ("critical", nil, .expoIOS, #"{"content.sound":"defaultCritical"}"#),
    ("critical", "bell.caf", .expoAndroid, #"{"content.sound":"bell.caf"}"#),
    ("time-sensitive", nil, .expoIOS, #"{"content.interruptionLevel":"timeSensitive"}"#),
    ("time-sensitive", nil, .expoAndroid, #"{"trigger.channelId":"ics2notify.timeSensitive"}"#),
    ("passive", nil, .notifeeIOS, #"{"notification.ios.sound":null}"#),
    (
      "critical", "bell.caf", .notifeeIOS,
      #"{"notification.ios.sound":"bell.caf","notification.ios.critical":true,"#
        + #""notification.ios.criticalVolume":1}"#
    ),
    ("active", nil, .notifeeIOS, #"{"notification.ios.critical":null}"#),
    ("passive", nil, .flutterIOS, #"{"ios.presentSound":false,"ios.sound":null}"#),
    ("active", nil, .flutterIOS, #"{"ios.presentSound":true,"ios.sound":null}"#),
    (
      "critical", "bell.caf", .flutterIOS,
      #"{"ios.presentSound":true,"ios.sound":"bell.caf","ios.criticalSoundVolume":1}"#
    ),
    ("passive", nil, .capacitorIOS, #"{"sound":null,"interruptionLevel":"passive"}"#),
    ("active", "bell.caf", .capacitorIOS, #"{"sound":"bell.caf"}"#),
    ("passive", nil, .mauiIOS, #"{"silent":true,"sound":null,"apple.priority":"passive"}"#),
    ("active", nil, .mauiIOS, #"{"silent":false,"sound":null}"#),
    (
      "critical", "bell.caf", .mauiIOS,
      #"{"silent":false,"sound":"bell.caf","apple.criticalSoundVolume":1}"#
    ),
    ("time-sensitive", nil, .mauiAndroid, #"{"android.channelId":"ics2notify.timeSensitive"}"#),
    ("critical", nil, .alarmKit, #"{"sound":null}"#),
    ("critical", "bell.caf", .alarmKit, #"{"sound":"bell.caf"}"#),
    ("critical", nil, .android, #"{"channelId":"ics2notify.critical"}"#),
  ])
  func `the level and the sound are in the members of the layer`(
    level: String, sound: String?, layer: NotificationLayer, expected: String
  ) throws {
    let document = try WrittenDocument([EntryContentTests.event(sound: sound)], on: layer) {
      $0.levels = [try #require(LevelRule("\(level)=UID:*"))]
    }
    try expect(document.lastEntry(), has: expected, level)
  }

  @Test(arguments: [
    (NotificationLayer.expoIOS, "content.badge"), (.notifeeIOS, "notification.ios.badgeCount"),
    (.notifyKitIOS, "notification.ios.badgeCount"), (.flutterIOS, "ios.badgeNumber"),
    (.mauiIOS, "badgeNumber"),
  ])
  func `the badge is a number`(layer: NotificationLayer, path: String) throws {
    let document = try WrittenDocument([EntryContentTests.event()], on: layer) {
      $0.badge = .number(7)
    }
    try expect(document.lastEntry(), has: #"{"\#(path)":7}"#, "")
  }

  @Test(arguments: [
    NotificationLayer.expoIOS, .notifeeAndroid, .flutterIOS, .capacitorAndroid, .mauiIOS,
    .mauiAndroid,
  ])
  func `a reminder without texts has no empty members except the body`(
    _ layer: NotificationLayer
  ) throws {
    let document = try WrittenDocument(
      [TestCalendars.event(start: "20280103T090000", alarms: ["PT0S"])], on: layer)
    func check(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        for (key, member) in object where !["body", "description"].contains(key) {
          check(member, "\(path).\(key)")
        }
      } else {
        #expect(value as? String != "", "\(path)")
      }
    }
    try check(document.lastEntry(), layer.name)
  }
}
