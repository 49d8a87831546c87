import CivilTime
import DesktopReminders
import NotificationTriggers
import ReminderCompiler
import SystemdTimers
import Testing

/// The requests to a notification server.
@Suite struct NotifyCallTests {
  private static let all = ServerCapabilities(["actions", "body", "body-markup", "sound", "x"])

  private func request(
    title: String = "a", body: String = "", level: InterruptionLevel = .active,
    isStaying: Bool = false, _ capabilities: ServerCapabilities = all, server: [String] = []
  ) -> NotifyCall {
    NotifyCall(
      title: title, body: body, level: level,
      buttons: [
        (.open, "Join"), (.done, "Done"), (.snooze(.length(seconds: 300)), "Snooze 5 minutes"),
      ],
      isStaying: isStaying, capabilities: capabilities, traits: .named(ServerInformation(server)))
  }

  @Test func `a click opens the link, unless the server shows that as a second button`() {
    #expect(request().actions.map(\.key) == ["default", "open", "done", "snooze-PT5M"])
    #expect(request().actions.map(\.label) == ["Join", "Join", "Done", "Snooze 5 minutes"])
    let keys = request(server: ["Xfce Notify Daemon", "Xfce", "0.7.3"]).actions.map(\.key)
    #expect(keys == ["open", "done", "snooze-PT5M"])
    // A menu would list both actions.
    let listed = request(server: ["mako", "emersion", "0.0.0"]).actions.map(\.key)
    #expect(listed == ["default", "done", "snooze-PT5M"])
    #expect(request(ServerCapabilities(["body"])).actions.isEmpty)
  }

  @Test(
    arguments: [
      (InterruptionLevel.passive, false, "low", Int32(-1), nil),
      (.active, false, "normal", -1, "alarm-clock-elapsed"),
      (.active, true, "normal", 0, "alarm-clock-elapsed"),
      (.critical, false, "critical", 0, "alarm-clock-elapsed"),
    ] as [(InterruptionLevel, Bool, String, Int32, String?)])
  func `only critical reminders are urgent, and --stay disables the timeout`(
    level: InterruptionLevel, isStaying: Bool, urgency: String, timeout: Int32,
    sound: String?
  ) {
    let request = request(level: level, isStaying: isStaying)
    #expect(request.urgency.rawValue == urgency && request.timeout == timeout)
    #expect(request.sound == sound.map { .named($0) })
  }

  @Test(arguments: SnoozeChoices.standard.all)
  func `a snooze button names its choice`(_ choice: SnoozeChoice) {
    let button = NotificationButton.snooze(choice)
    #expect(NotificationButton(name: button.name) == button)
    #expect(NotificationButton(name: "snooze-\(choice)x") == nil)
  }

  @Test func `a server gets as many buttons as it shows, and no request opens a dialog`() {
    let buttons = (1...6).map { (NotificationButton.snooze(.length(seconds: $0)), "\($0)") }
    func count(_ server: [String]) -> Int {
      NotifyCall(
        title: "a", body: "", level: .active, buttons: buttons, isStaying: false,
        capabilities: Self.all,
        traits: .named(ServerInformation(server))
      ).actions.count
    }
    #expect(count(["gnome-shell", "GNOME"]) == 3)
    // lxqt-notificationd cuts labels, so two choices would look the same.
    #expect(count(["lxqt-notificationd"]) == 1)
    // Two servers share a name.
    #expect(count(["Notification Daemon", "GNOME"]) == 3)
    #expect(count(["Notification Daemon", "MATE"]) == 6 && count(["other"]) == 6)
    #expect(request(isStaying: true, server: ["notify-osd"]).timeout == -1)
  }

  @Test func `a text is escaped for a server that reads markup, and shows every character`() {
    let body = "<b>1 & 2</b> C:\\new\u{1B}[31m\u{202E}"
    #expect(request(body: body).body == "&lt;b&gt;1 &amp; 2&lt;/b&gt; C:\\new␛[31m\u{FFFD}")
    #expect(
      request(body: body, ServerCapabilities(["body"])).body
        == "<b>1 & 2</b> C:\\new␛[31m\u{FFFD}")
    #expect(request(title: "<b>").summary == "<b>" && request(title: "").summary == "(no title)")
    #expect(request(body: String(repeating: "&", count: 100_000)).body.utf8.count <= 16_384)
  }

  @Test func `the name of a server can't control a terminal`() {
    let long = String(repeating: "v", count: 5_000)
    let server = ServerInformation(["\u{1B}[31mred\u{202E}\n", "", long, "1.2"])
    #expect(server.name == "[31mred")
    #expect(server.version == String(repeating: "v", count: 253) + "…")
    #expect(ServerInformation(["dunst", "knopwob", "1.9"]).description == "dunst 1.9")
    #expect(ServerInformation([]).description.isEmpty)
  }
}

/// The texts and buttons of notifications.
@Suite struct NotificationTextTests {
  private let words = NotificationText(.english, in: .gmt, zones: ZoneDatabase())
  private let noon = TestReminders.noon

  /// A title of 88 columns, of which the first 80 end within the ninth word.
  private let longTitle = String(repeating: "Quarterly ", count: 8) + "planning"
  private let cutTitle =
    "Quarterly Quarterly Quarterly Quarterly Quarterly Quarterly Quarterly Quarterly…"

  private func reminder(
    _ title: String, place: String = "", body: String = "", link: String? = nil,
    isMeeting: Bool = false
  ) -> DueReminder {
    DueReminder(
      at: noon,
      origin: .init(
        source: "a.ics", uid: title, distinction: "", alarm: 0, occurrence: noon, isToDo: false),
      repetition: 0, title: title, place: place, body: body, level: .active, link: link,
      isMeeting: isMeeting,
      time: .init(kind: .timed, start: noon + 600, end: noon + 4_200, zone: nil))
  }

  @Test(
    arguments: [
      (nil, false, ["Done", "Snooze 5 minutes", "Snooze 1 hour"]),
      ("https://example.org/", false, ["Open", "Done", "Snooze 5 minutes", "Snooze 1 hour"]),
      ("https://example.org/", true, ["Join", "Done", "Snooze 5 minutes", "Snooze 1 hour"]),
    ] as [(String?, Bool, [String])])
  func `the buttons are the link, Done and the snoozes, in this order`(
    link: String?, isMeeting: Bool, labels: [String]
  ) throws {
    var settings = ShowSettings()
    settings.snoozes = try SnoozeChoices("PT5M,PT1H")
    let notification = ReminderNotification(
      .single, of: [reminder("Review", link: link, isMeeting: isMeeting)])
    #expect(words.buttons(of: notification, settings).map(\.label) == labels)
  }

  @Test func `the time and the place are above the text`() {
    let notification = ReminderNotification(
      .single, of: [reminder("Review", place: "Room 3", body: "Bring slides")])
    #expect(words.title(of: notification) == "Review")
    #expect(
      words.body(of: notification, seenAt: noon)
        == "12:10-13:10, in 10 minutes\nRoom 3\nBring slides")
    #expect(
      words.body(of: notification, seenAt: noon + 300)
        == "Was due 5 minutes ago\n12:10-13:10, in 5 minutes\nRoom 3\nBring slides")
  }

  @Test func `a long title is cut, and repeated in full below the time and the place`() {
    let notification = ReminderNotification(
      .single, of: [reminder(longTitle, place: "Room 3", body: "Bring slides")])
    #expect(words.title(of: notification) == cutTitle)
    #expect(
      words.body(of: notification, seenAt: noon)
        == "12:10-13:10, in 10 minutes\nRoom 3\n\(longTitle)\nBring slides")
    #expect(
      words.body(of: notification, seenAt: noon, isBelowWholeTitle: true)
        == "12:10-13:10, in 10 minutes\nRoom 3\nBring slides")
  }

  @Test(arguments: [ReminderNotification.Kind.several, .missed])
  func `a line of a list has only the time and the cut title`(_ kind: ReminderNotification.Kind) {
    let notification = ReminderNotification(
      kind, of: [reminder(longTitle, place: "Room 3", body: "Bring slides"), reminder("Lunch")])
    #expect(
      words.body(of: notification, seenAt: noon) == "12:10-13:10 \(cutTitle)\n12:10-13:10 Lunch")
  }

  @Test func `the fields of the table are the texts of the notification`() throws {
    let header = DueTable.Header(
      language: .english, timeZone: "UTC", end: noon, settings: ShowSettings())
    let reminder = reminder(longTitle, place: "Room 3", body: "Bring slides")
    let text = DueTable.text(header, reminders: [reminder], in: .gmt, zones: ZoneDatabase())
    #expect(
      text.split(separator: "\n")[1].split(separator: "\t")[2...3] == [
        Substring(cutTitle),
        #"12:10-13:10, in 10 minutes\nRoom 3\n\#(longTitle)\nBring slides"#,
      ])
    #expect(try DueTable(Array(text.utf8)).reminders(after: noon - 1, through: noon) == [reminder])
  }
}
