import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

@Suite struct RequestContentTests {
  /// Options for Berlin, an hour before the stand-up of Monday 5 January 2026.
  private func options(_ change: (inout CompilerOptions) -> Void = { _ in }) throws
    -> NotificationOptions
  {
    var options = try TestCalendars.options(now: "2026-01-05T06:00:00Z")
    change(&options.compiler)
    return options
  }

  private func meeting(
    start: String = "Europe/Berlin:20260106T140000", rule: String? = nil,
    alarms: [String] = ["-PT15M"]
  ) throws -> CalendarComponent {
    var event = try TestCalendars.event(
      start: start, rule: rule, alarms: alarms, title: "Weekly sync")
    event.extent = .lasting(try TestCalendars.duration("PT1H"))
    event.place = "Room 5"
    return event
  }

  private func contents(
    _ components: [CalendarComponent], _ options: NotificationOptions
  ) -> [NotificationContent] {
    Compilation(of: components, options).plan.requests.map(\.content)
  }

  /// A single or recurring meeting, and the texts of its request.
  struct Row: Sendable {
    var start = "Europe/Berlin:20260106T140000"
    var rule: String?
    var alarm = "-PT15M"
    let says: String
  }

  // New York changes its clock on 8 March, Berlin on 29 March.
  @Test(arguments: [
    // A one-shot shows the day relative to its fire, or a date if it is two weeks ahead.
    Row(says: "Today 14:00-15:00"),
    Row(alarm: "-P1D", says: "Tomorrow 14:00-15:00"),
    Row(alarm: "-PT14H30M", says: "Tomorrow 14:00-15:00"),
    Row(alarm: "PT2H", says: "Today 14:00-15:00"),
    Row(
      start: "Europe/Berlin:20260122T090000", alarm: "-P14D",
      says: "Thursday 22 January, 09:00-10:00"),
    Row(start: "America/New_York:20260106T090000", says: "Today 15:00-16:00 (Berlin)"),
    // A repeating request shows only texts that don't change; an hourly one shows the lead.
    Row(rule: "FREQ=WEEKLY", says: "14:00-15:00, in 15 minutes"),
    Row(rule: "FREQ=WEEKLY", alarm: "-P1D", says: "Tomorrow 14:00-15:00"),
    Row(start: "Europe/Berlin:20260101T140000", rule: "FREQ=HOURLY", says: "In 15 minutes"),
    Row(
      start: "America/New_York:20260106T090000", rule: "FREQ=WEEKLY",
      says: "09:00-10:00 (New York), in 15 minutes"),
    // An alarm a day ahead on the clock is 23 or 25 hours ahead on two days of the year.
    Row(rule: "FREQ=DAILY", alarm: "-P1D", says: "Tomorrow 14:00-15:00"),
    // Repeating requests are checked over several years. On 2 November 2027 both New York and
    // Berlin have winter time; in most years the second of a month isn't in the weeks in between.
    Row(
      start: "America/New_York:20260102T090000", rule: "FREQ=MONTHLY",
      says: "09:00-10:00 (New York), in 15 minutes"),
  ])
  func `the subtitle is true at each fire`(_ row: Row) throws {
    let event = try meeting(start: row.start, rule: row.rule, alarms: [row.alarm])
    #expect(contents([event], try options()).map(\.subtitle) == [row.says])
  }

  @Test func `an override with another length costs no slot, and the end is left out`() throws {
    let weekly = try meeting(rule: "FREQ=WEEKLY")
    var longer = try TestCalendars.override(
      at: "Europe/Berlin:20260113T140000", alarms: ["-PT15M"], title: "Weekly sync")
    longer.extent = .lasting(try TestCalendars.duration("PT3H"))
    longer.place = weekly.place
    let found = contents([weekly, longer], try options())
    #expect(found.map(\.subtitle) == ["14:00, in 15 minutes"])
  }

  struct Level {
    let priority: Int
    let nagged: Bool
    let sound: String?
    let volume: Double?
    let relevance: [Double]
  }

  @Test(arguments: [
    Level(priority: 9, nagged: false, sound: nil, volume: nil, relevance: [0.2]),
    Level(priority: 5, nagged: true, sound: "default", volume: nil, relevance: [0.5, 0.4]),
    Level(priority: 1, nagged: true, sound: "default", volume: nil, relevance: [0.8, 0.7]),
  ])
  func `a level sets sound and relevance, and a repeat is less relevant than its alert`(
    _ level: Level
  ) throws {
    var event = try meeting(alarms: level.nagged ? ["-PT15M+1xPT5M"] : ["-PT15M"])
    event.priority = level.priority
    let found = contents([event], try options())
    #expect(found.map { $0.sound?.name } == level.relevance.map { _ in level.sound })
    #expect(found.map { $0.sound?.criticalVolume } == level.relevance.map { _ in level.volume })
    #expect(found.map(\.relevanceScore) == level.relevance)
  }

  @Test func `a critical reminder overrides the mute switch, with its sound`() throws {
    var event = try meeting()
    event.alarms[0]?.soundName = "Basso"
    var critical = try options()
    critical.levels = [try #require(LevelRule("critical=UID:*"))]
    let found = contents([event], critical)
    #expect(found.map(\.sound?.name) == ["Basso"])
    #expect(found.map(\.sound?.criticalVolume) == [1])
    #expect(found.map(\.relevanceScore) == [1])
  }

  @Test(arguments: [
    ("azan.caf", true, "default"), ("bell.ogg", false, "default"),
    ("chime.WAV", false, "chime.WAV"),
    ("Basso", false, "Basso"),
  ])
  func `an unsupported sound is replaced by the default, with a note`(
    name: String, hasPath: Bool, played: String
  ) throws {
    var event = try meeting()
    event.alarms[0]?.soundName = name
    event.alarms[0]?.soundHasPath = hasPath
    let plan = Compilation(of: [event], try options()).plan
    #expect(plan.requests.map(\.content.sound?.name) == plan.requests.map { _ in played })
    #expect(plan.diagnostics.map(\.code) == (played == name ? [] : ["sound-unusable"]))
  }

  @Test func `buttons depend on the kind of reminder`() throws {
    var event = try meeting()
    #expect(contents([event], try options()).map(\.categoryIdentifier) == ["ics2notify.event"])
    event.url = "https://example.org/agenda"
    #expect(contents([event], try options()).map(\.categoryIdentifier) == ["ics2notify.event.open"])
    event.conference = "https://meet.example.org/room"
    let join = contents([event], try options())
    #expect(join.map(\.categoryIdentifier) == ["ics2notify.event.join"])
    #expect(join.map(\.link) == ["https://meet.example.org/room"])
    event.alarms = [try TestCalendars.alarm("-PT15M+1xPT5M")]
    #expect(
      Set(contents([event], try options()).map(\.categoryIdentifier))
        == ["ics2notify.event.nag.join"])
    let plan = Compilation(of: [event], try options()).plan
    let known = Set(plan.categories.map(\.identifier))
    #expect(known.count == plan.categories.count)
    #expect(plan.requests.allSatisfy { known.contains($0.content.categoryIdentifier) })
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://", "x", "",
  ])
  func `an unsafe link is left out`(_ text: String) throws {
    var event = try meeting()
    event.url = text
    event.conference = text
    let found = contents([event], try options())
    #expect(found.map(\.link) == [nil])
    #expect(found.map(\.categoryIdentifier) == ["ics2notify.event"])
  }

  @Test func `an override with another link has a separate request`() throws {
    var weekly = try meeting(rule: "FREQ=WEEKLY;COUNT=30")
    weekly.conference = "https://meet.example.org/usual"
    var other = try TestCalendars.override(
      at: "Europe/Berlin:20260113T140000", alarms: ["-PT15M"], title: "Weekly sync")
    other.extent = weekly.extent
    other.place = weekly.place
    other.conference = "https://meet.example.org/other"
    let plan = Compilation(of: [weekly, other], try options()).plan
    let thirteenth = try TestCalendars.instant("2026-01-13T12:45:00Z")
    for request in plan.requests {
      let next = request.trigger.nextFire(
        after: thirteenth - 1, addedAt: plan.now, deviceZone: plan.deviceZone)
      let isOther = request.content.conference == other.conference
      #expect((next == thirteenth) == isOther)
    }
    #expect(plan.requests.count { $0.content.conference == other.conference } == 1)
  }

  @Test func `calendars and categories don't distinguish fires`() throws {
    // The same event in two calendars fires once, regardless of the notification grouping.
    var one = try meeting()
    one.source = "a.ics"
    one.calendarName = "Home"
    var other = one
    other.source = "b.ics"
    other.calendarName = "Work"
    other.categories = ["Meetings"]
    let options = try options { $0.threads = .calendar }
    let plan = Compilation(of: [one, other], options).plan
    #expect(plan.requests.count == 1)
    #expect(plan.fireCount == 1)
  }

  @Test func `placeholder texts of programs are left out`() throws {
    var event = try meeting()
    for text in [
      "This is an event reminder", "REMINDER", "Weekly sync", "Default Mozilla Description",
    ] {
      event.alarms[0]?.text = text
      #expect(contents([event], try options()).map(\.body) == ["Room 5"], "\(text)")
    }
    event.alarms[0]?.text = "Bring the figures"
    #expect(contents([event], try options()).map(\.body) == ["Bring the figures\nRoom 5"])
  }

  @Test func `a to-do shows when it is due`() throws {
    var toDo = CalendarComponent(.toDo, uid: "taxes")
    toDo.title = "File the taxes"
    toDo.extent = .until(try TestCalendars.time("Europe/Berlin:20260105T180000"))
    toDo.alarms = [try TestCalendars.alarm("END -PT1H"), try TestCalendars.alarm("END -P1D")]
    var options = try options()
    options.compiler.now = try TestCalendars.instant("2026-01-04T06:00:00Z")
    #expect(
      contents([toDo], options).map(\.subtitle) == ["Due tomorrow 18:00", "Due today 18:00"])
  }

  @Test func `an absolute trigger of a series has no occurrence`() throws {
    var series = try meeting(rule: "FREQ=WEEKLY")
    let alarm = Alarm(.absolute(try TestCalendars.instant("2026-01-05T11:00:00Z")))
    series.alarms = [alarm]
    var copy = try TestCalendars.override(
      at: "Europe/Berlin:20260113T140000", title: "Weekly sync")
    copy.alarms = [alarm]
    copy.place = series.place
    let plan = Compilation(of: [series, copy], try options()).plan
    #expect(plan.requests.map(\.content.subtitle) == [""])
    #expect(plan.requests.map(\.occurrence) == [nil])
  }

  @Test func `texts aren't repeated, and an invisible title is replaced`() throws {
    var event = try meeting()
    event.alarms[0]?.text = "Room 5"
    #expect(contents([event], try options()).map(\.body) == ["Room 5"])
    event.title = "\u{200B}\u{2060}"
    event.alarms[0]?.text = "Alarm"
    #expect(contents([event], try options()).map(\.title) == ["(no title)"])
  }

  @Test func `an overdue to-do shows since when`() throws {
    var toDo = CalendarComponent(.toDo, uid: "taxes")
    toDo.title = "File the taxes"
    toDo.extent = .until(try TestCalendars.time("Europe/Berlin:20260103T180000"))
    var options = try options()
    options.overdueNag = TimeIntervalTrigger(interval: 3_600, repeats: true)
    let plan = Compilation(of: [toDo], options).plan
    #expect(plan.requests.map(\.content.subtitle) == ["Due Saturday 3 January, 18:00"])
    #expect(plan.requests.map(\.occurrence?.end?.description) == ["2026-01-03T17:00:00Z"])
    #expect(plan.requests.map(\.content.categoryIdentifier) == ["ics2notify.todo.nag"])
  }
}
