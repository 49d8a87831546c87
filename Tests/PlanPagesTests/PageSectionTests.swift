import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import Testing

@testable import PlanPages

/// The sections of the page: their headings, the contents, and groups of equal titles.
@Suite struct PageSectionTests {
  /// Events on consecutive days in February, after the renewal.
  private func later(
    _ titles: [String], of calendar: String = "", from first: Int = 1
  ) throws -> [CalendarComponent] {
    try titles.enumerated().map { number, title in
      let day = first + number < 10 ? "0\(first + number)" : "\(first + number)"
      var event = try TestCalendars.event(
        "\(calendar)-\(first + number)", start: "Europe/Berlin:202802\(day)T090000", title: title)
      event.calendarName = calendar
      return event
    }
  }

  /// The texts of the headings of a level.
  private func headings(_ level: Int, _ page: String) -> [String] {
    page.matches(of: /<h(\d)[^>]*>(.*?)<\/h\d>/).filter { $0.1 == "\(level)" }
      .map { String($0.2.replacing(/<[^>]*>/, with: "")) }
  }

  /// The cards of the first list of problems that is not folded.
  private func cards(_ page: String) throws -> [String] {
    let start = try #require(page.range(of: "<ol class=\"missing\">"))
    let end = try #require(page.range(of: "</ol>", range: start.upperBound..<page.endIndex))
    return page[start.upperBound..<end.lowerBound].components(separatedBy: "<h3>").dropFirst()
      .map { $0.replacing(/<[^>]*>/, with: " ") }
  }

  @Test func `equal titles share a card and a row`() throws {
    let bins = try later(["Bin", "Dentist", "Bin", "Bin"])
    let page = try PlanPageTests.page(bins, limit: 1)
    let cards = try cards(page)
    // The only slot has the first bin day.
    #expect(cards.count == 2)
    let bin = try #require(cards.first { $0.contains("Bin") })
    #expect(
      bin.contains("2 alerts missed if you don’t open the app:"), "\(bin)")
    #expect(bin.contains("Thursday 3 February 2028, 09:00  to  Friday 4 February 2028, 09:00"))
    #expect(bin.contains("Thu 3 Feb 2028, 09:00") && bin.contains("Fri 4 Feb 2028, 09:00"))
    let rows = try PlanPageTests.text(page, in: "ol class=\"rows\"", end: "ol")
    #expect(rows.matches(of: /Bin/).count == 1 && rows.contains("3 alerts expected"))
  }

  @Test func `a card names the calendars of its dates`() throws {
    let events =
      try later(["Dentist", "Dentist"], of: "Anna")
      + later(
        ["Dentist"], of: "Ben", from: 5)
    let page = try PlanPageTests.page(events, limit: 1)
    let card = try #require(try cards(page).first)
    #expect(card.contains("Anna ,  Ben"), "\(card)")
    #expect(card.contains("Wed 2 Feb 2028, 09:00  ·  Anna"))
    #expect(card.contains("Sat 5 Feb 2028, 09:00  ·  Ben"))
  }

  @Test func `titles are equal if their bytes are`() throws {
    // Swift compares canonically equivalent texts as equal.
    let titles = ["Caf\u{E9}", "Cafe\u{301}", "cafe\u{301}", "Caf\u{E9}"]
    let groups = try PlanPageTests.page(later(titles), limit: 1)
    #expect(try cards(groups).count == 3)
  }

  @Test(arguments: [(10, nil), (11, 1), (25, 15)] as [(Int, Int?)])
  func `ten cards are shown, and a button shows the others`(count: Int, rest: Int?) throws {
    // One more event gets the slot.
    let titles = (0...count).map { "Title \($0)" }
    let page = try PlanPageTests.page(later(titles), limit: 1)
    #expect(try cards(page).count == 10)
    let lists = page.split(separator: "<ol class=\"missing\">").dropFirst()
    #expect(lists.count == (rest == nil ? 1 : 2))
    let section = try #require(page.range(of: "<section id=\"unrenewed\""))
    let end = try #require(page.range(of: "</section>", range: section.upperBound..<page.endIndex))
    let list = page[section.upperBound..<end.lowerBound]
    let button = list.firstMatch(of: /<details class="rest"><summary>Show (\d+) more<\/summary>/)
    #expect(button.flatMap { Int($0.1) } == rest)
    #expect(list.split(separator: "<h3>").count == count + 1)
  }

  @Test func `slots and diagnostics beyond ten are folded`() throws {
    let findings = (0..<12).map {
      PageFinding(severity: "note", code: "code", place: nil, message: "message \($0)")
    }
    let page = try PlanPageTests.page([], findings: PageFindings(findings))
    let buttons = page.matches(of: /<summary>Show (\d+) more/).map { String($0.1) }
    #expect(buttons == ["54", "2"])
  }

  @Test func `the contents link to each section by its heading`() throws {
    let soon = try ["08", "12"].map { hour in
      try TestCalendars.event(
        "once-\(hour)", start: "Europe/Berlin:20280104T\(hour)0000", title: "At \(hour)")
    }
    let page = try PlanPageTests.page(soon + later(["Later", "Much later"]), limit: 1)
    let contents = try #require(page.firstMatch(of: /<nav.*?<\/nav>/)).0
    let links = contents.matches(of: /<a href="#(.*?)">(.*?)<\/a>/)
    #expect(links.map { String($0.2) } == Array(headings(2, page).dropFirst()))
    #expect(
      links.map { String($0.2) } == [
        "Missed even if you open the app", "Missed if you don’t open the app", "Day by day",
        "Week by week", "The 1 slot", "Problems in the calendars",
      ])
    for link in links {
      #expect(page.contains("<section id=\"\(link.1)\" aria-labelledby=\"\(link.1)-heading\""))
    }
    #expect(page.contains("<a class=\"skip\" href=\"#missed\">Missed even if you open the app</a>"))
  }

  @Test func `the heading of a list agrees with the verdict`() throws {
    let course = try TestCalendars.event(
      "course", start: "Europe/Berlin:20280103T090000", rule: "FREQ=DAILY;COUNT=70", title: "Dose")
    let bus = try TestCalendars.event(
      "bus", start: "Europe/Berlin:20280104T090000", title: "Bus")
    let two = try later(["Bin", "Dentist"])
    // A heading of a list with the verdict above it.
    let rows: [(page: String, verdict: String, heading: String)] = try [
      (PlanPageTests.page([bus]), "All is well", "Missed reminders"),
      (PlanPageTests.page(two, limit: 1), "All is well", "Missed if you don’t open the app"),
      (
        PlanPageTests.page([course], limit: 30), "All is well",
        "Unexpected if you don’t open the app"
      ),
      (
        PlanPageTests.page(two, limit: 1, openings: []), "Needs attention", "Missed"
      ),
      (
        PlanPageTests.page([bus], under: SystemControls(summary: SummarySchedule("18:00"))),
        "Needs attention", "Seen too late even if you open the app"
      ),
      (
        PlanPageTests.page(
          two + [bus, course], limit: 3, openings: [],
          under: SystemControls(summary: SummarySchedule("18:00"))),
        "Needs attention", "Missed, seen too late or unexpected"
      ),
    ]
    for row in rows {
      #expect(row.page.contains(row.verdict), "\(row.heading)")
      #expect(headings(2, row.page).dropFirst().first == row.heading)
    }
  }

  @Test func `the week begins on the day of now`() throws {
    let bus = try TestCalendars.event(
      start: "Europe/Berlin:20280112T090000", rule: "FREQ=DAILY;COUNT=2", title: "Bus")
    // A Thursday.
    let page = try PlanPageTests.page([bus], now: "2028-01-06T07:00:00Z")
    let days = headings(3, page).filter { $0.hasSuffix("2028") }
    #expect(days.first == "Thursday 6 January 2028" && days.last == "Wednesday 12 January 2028")
    #expect(days.count == 7)
    #expect(page.contains("From Thursday 6 January 2028 to Wednesday 12 January 2028."))
    let alerts = try PlanPageTests.text(page, in: "ol class=\"alerts\"", end: "ol")
    #expect(alerts == "09:00 Bus")
    #expect(page.split(separator: "<ol class=\"alerts\">").count == 2)
  }

  @Test func `a day lists at most fifty alerts`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280104T060000", rule: "FREQ=MINUTELY;INTERVAL=5;COUNT=60",
      title: "Drink")
    let page = try PlanPageTests.page([event])
    let start = try #require(page.range(of: "<div class=\"week\">"))
    let end = try #require(
      page.range(of: "<script", range: start.upperBound..<page.endIndex))
    let week = page[start.upperBound..<end.lowerBound]
    #expect(week.split(separator: "<li").count - 1 == 50)
    #expect(week.contains("Show 40 more") && week.contains("And 10 more."))
  }
}
