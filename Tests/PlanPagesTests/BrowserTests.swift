import CalendarFixtures
import CivilTime
import Foundation
import ICalendar
import ReminderCompiler
import TestPrograms
import Testing

@testable import PlanPages

@Suite(.enabled("chromium is not installed") { Chromium.program != nil }) struct BrowserTests {
  /// Returns a page with alerts of all outcomes, right-to-left texts and hostile titles.
  private func page() throws -> String {
    var events = try PlanPageTests.hostile.enumerated().map { number, title in
      try TestCalendars.event(
        "hostile-\(number)", start: "Europe/Berlin:20280104T0\(number % 10)0000", title: title)
    }
    events += [
      try TestCalendars.event(
        "daily", start: "Europe/Berlin:20280103T200000", rule: "FREQ=DAILY", title: "薬を飲む"),
      try TestCalendars.event(
        "weekly", start: "Europe/Berlin:20280105T093000", rule: "FREQ=WEEKLY;INTERVAL=2",
        title: "اجتماع الفريق"),
    ]
    return try PlanPageTests.page(events, limit: 8)
  }

  private static let span = "document.querySelector('.week-span').textContent"

  @Test func `the page runs without errors and without network requests`() throws {
    let report = try Chromium.drive(
      page(),
      [
        ["evaluate", "document.querySelectorAll('.week .alerts li').length > 10"],
        ["evaluate", Self.span],
        ["evaluate", "document.querySelector('.week-controls .next').click()"],
        ["evaluate", Self.span],
        [
          "evaluate",
          "[...document.querySelectorAll('.week li bdi')].every((one) => one.dir === 'auto')",
        ],
        ["evaluate", "document.querySelector('.week-controls .previous').disabled"],
        ["evaluate", "document.querySelector('.week-controls .previous').click()"],
        ["evaluate", "document.querySelector('.week-controls .to-missed').click()"],
        ["evaluate", "document.querySelector('.day .sum') !== null"],
        ["names"],
      ])
    #expect(report.complaints.isEmpty, "\(report.complaints)")
    #expect(report.requests.isEmpty, "\(report.requests)")
    #expect(report.answers[0] as? Bool == true)
    #expect(
      report.answers[1] as? String == "From Monday 3 January 2028 to Sunday 9 January 2028.")
    #expect(
      report.answers[3] as? String == "From Monday 10 January 2028 to Sunday 16 January 2028.")
    #expect(report.answers[4] as? Bool == true)
    #expect(report.answers[5] as? Bool == false)
    #expect(report.answers[8] as? Bool == true)
    #expect(report.answers.last as? [String] == [], "controls without a name")
  }

  @Test
  func `the button for problems cycles through all weeks, and an incomplete date changes nothing`()
    throws
  {
    let problems = """
      (() => {
        const button = document.querySelector('.week-controls .to-missed')
        return [...Array(40)].map(() => {
          button.click()
          return \(Self.span)
        })
      })()
      """
    let type = { (value: String) in
      """
      (() => {
        const input = document.querySelector('.week-controls input')
        input.focus()
        input.value = '\(value)'
        input.dispatchEvent(new Event('change'))
        return input.value
      })()
      """
    }
    let report = try Chromium.drive(
      page(),
      [
        ["evaluate", problems], ["evaluate", Self.span],
        ["evaluate", type("0002-01-18")], ["evaluate", Self.span],
        ["evaluate", type("2028-01-18")], ["evaluate", Self.span],
      ])
    // The horizon has thirteen weeks.
    let headings = try #require(report.answers.first as? [String])
    #expect(headings.count == 40 && headings.dropFirst(13).contains(headings[0]), "\(headings)")
    let answers = report.answers.dropFirst().compactMap { $0 as? String }
    #expect(answers.prefix(3) == [answers[0], "0002-01-18", answers[0]])
    #expect(answers[3] == "2028-01-18")
    #expect(answers[4] == "From Monday 17 January 2028 to Sunday 23 January 2028.")
  }

  @Test func `the checks of the browser detect a faulty page`() throws {
    let wrong = """
      <!DOCTYPE html><html lang="en"><head><title>Wrong</title>
      <meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src 'none'">
      <style>p { color: #999; background: #fff } @font-face { font-family: x; src: url(f.woff) } h1 { font-family: x }</style>
      </head><body><h1>Wrong</h1><button></button><img src="nowhere.png" alt="">
      \(String(repeating: "<p>grey</p>", count: 60))<script>undefined.x</script></body></html>
      """
    let report = try Chromium.drive(
      wrong, [["names"], ["scheme", "light"], ["evaluate", Self.contrast]])
    #expect(report.answers.first as? [String] == ["button"])
    #expect(report.answers.last as? [String] == [" P"])
    #expect(report.requests.contains { $0.hasSuffix("nowhere.png") })
    #expect(report.complaints.contains { $0.contains("TypeError") })
    #expect(report.complaints.contains { $0.contains("Content Security Policy") })
  }

  @Test func `a search hides rows without the text`() throws {
    let report = try Chromium.drive(
      page(),
      [
        [
          "evaluate",
          """
          (() => {
            const input = document.querySelector('.find input')
            input.value = '薬'
            input.dispatchEvent(new Event('input'))
            return [...document.querySelectorAll('.rows li')].filter((row) => !row.hidden).length
          })()
          """,
        ],
        ["evaluate", "document.querySelector('.found').textContent"],
      ])
    #expect(report.answers[0] as? Int == 1)
    #expect(report.answers[1] as? String == "1 of \(PlanPageTests.hostile.count + 2)")
  }

  @Test func `the week has a column for each day, and a narrow page has one column`() throws {
    // The number of columns, and of days that are shown.
    let layout = """
      (() => {
        const days = [...document.querySelectorAll('.day')].filter((one) => one.offsetHeight > 0)
        const columns = new Set(days.map((one) => one.getBoundingClientRect().left))
        return [columns.size, days.length]
      })()
      """
    let event = try TestCalendars.event(start: "Europe/Berlin:20280104T090000", title: "Bus")
    let report = try Chromium.drive(
      PlanPageTests.page([event]),
      [
        ["size", 1_200, 900], ["evaluate", layout], ["size", 400, 800], ["evaluate", layout],
        ["size", 1_200, 900], ["evaluate", "document.querySelector('.next').click()"],
        ["evaluate", layout],
      ])
    #expect(report.answers.map { $0 as? [Int] } == [[7, 7], [1, 1], nil, [7, 7]])
  }

  @Test func `titles wrap in the week`() throws {
    let title = "Abendessen bei Familie Schneider-Hoffmann mit Abfahrt vom Parkplatz an der Halle"
    let event = try TestCalendars.event(start: "Europe/Berlin:20280104T090000", title: title)
    let wraps = """
      (() => {
        const item = document.querySelector('.alerts li')
        const lines = item.querySelector('bdi').getClientRects().length
        return item.scrollWidth <= item.clientWidth && item.scrollHeight <= item.clientHeight &&
          lines > 2
      })()
      """
    let report = try Chromium.drive(
      PlanPageTests.page([event]), [["size", 1_200, 900], ["evaluate", wraps]])
    #expect(report.answers.first as? Bool == true)
  }

  /// 390 events of a family: appointments, some with equal titles, clubs and pills.
  private func familyPage() throws -> String {
    let appointments = try (0..<330).map { number in
      let day = try TestCalendars.instant("2028-01-04T00:00:00Z") + number * 86_400
      let date = "\(day)".prefix(10).replacing("-", with: "")
      return try TestCalendars.event(
        "single-\(number)", start: "Europe/Berlin:\(date)T1\(number % 8)0000",
        title: "Appointment \(number % 110) of one of the five people of the family")
    }
    let others = try (0..<60).map { number in
      try TestCalendars.event(
        "club-\(number)", start: "Europe/Berlin:2028010\(number % 7 + 3)T1\(number % 10)3000",
        rule: number < 4 ? "FREQ=DAILY" : "FREQ=WEEKLY", title: "Club \(number)")
    }
    let findings = (0..<40).map {
      PageFinding(severity: "note", code: "code", place: "a.ics:\($0)", message: "note \($0)")
    }
    return try PlanPageTests.page(
      appointments + others, horizon: "P1Y", findings: PageFindings(findings))
  }

  @Test func `the page of a family is short until its lists are unfolded`() throws {
    let height = "document.body.offsetHeight"
    let cards = """
      [...document.querySelectorAll('#unrenewed .missing > li')]
        .filter((one) => one.checkVisibility()).length
      """
    // The second window is taller than the page.
    let report = try Chromium.drive(
      familyPage(),
      [
        ["size", 1_200, 900], ["evaluate", height], ["evaluate", cards],
        ["size", 1_200, 9_000], ["evaluate", height],
        ["evaluate", "document.querySelector('#unrenewed .rest > summary').click()"],
        ["evaluate", cards],
        ["evaluate", "document.querySelectorAll('#unrenewed .missing > li').length"],
      ])
    for place in [0, 2] {
      let height = try #require(report.answers[place] as? Int)
      #expect(height > 2_000 && height <= 6_000)
    }
    #expect(report.answers[1] as? Int == 10)
    let all = try #require(report.answers[5] as? Int)
    #expect(all > 50 && report.answers[4] as? Int == all)
  }

  @Test func `a printed page shows all items of its lists`() throws {
    let closed = "document.querySelectorAll('details:not([open])').length"
    let report = try Chromium.drive(
      familyPage(),
      [
        ["evaluate", closed], ["evaluate", "dispatchEvent(new Event('beforeprint'))"],
        ["media", "print"], ["evaluate", closed],
        ["evaluate", "dispatchEvent(new Event('afterprint'))"], ["evaluate", closed],
      ])
    let counts = [report.answers[0], report.answers[2], report.answers[4]].map { $0 as? Int }
    let first = try #require(counts[0])
    #expect(first > 3 && counts == [first, 0, first])
  }

  @Test func `the page fits the window, and has enough contrast in both colour schemes`() throws {
    var steps: [[Any]] = []
    for scheme in ["light", "dark"] {
      steps.append(["scheme", scheme])
      for width in [320, 768, 1_440, 3_840] {
        steps.append(["size", width, 800])
        steps.append(["evaluate", "document.documentElement.scrollWidth - innerWidth"])
      }
      steps.append(["evaluate", Self.contrast])
    }
    let report = try Chromium.drive(page(), steps)
    for place in [0, 1, 2, 3, 5, 6, 7, 8] {
      #expect(report.answers[place] as? Int == 0, "step \(place)")
    }
    #expect(report.answers[4] as? [String] == [], "light")
    #expect(report.answers[9] as? [String] == [], "dark")
  }

  /// Finds texts with less contrast than WCAG 2.2, 1.4.3 requires.
  private static let contrast = """
    (() => {
      const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number)
      const light = (value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      }
      const luminance = ([red, green, blue]) =>
        0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
      const behind = (element) => {
        for (let own = element; own; own = own.parentElement) {
          const color = parse(getComputedStyle(own).backgroundColor)
          if (color.length === 3 || color[3] === 1) return color
        }
        return [255, 255, 255]
      }
      const bad = new Set()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      let count = 0
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement
        if (!walker.currentNode.textContent.trim() || element.closest('script, [hidden], :disabled')) continue
        const style = getComputedStyle(element)
        const face = parse(element.closest('svg') ? style.fill : style.color)
        const [high, low] = [luminance(face), luminance(behind(element))].sort((a, b) => b - a)
        count += 1
        if ((high + 0.05) / (low + 0.05) < 4.5) bad.add(`${element.className} ${element.tagName}`)
      }
      return count > 50 ? [...bad] : ['too few texts']
    })()
    """
}

/// A headless Chromium, driven by `Harness/browser.py`.
enum Chromium {
  /// The result of a run.
  struct Report {
    let answers: [Any]
    let complaints: [String]
    let requests: [String]
  }

  static let program = TestProgram.installed("chromium")

  private static let harness = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Harness/browser.py")

  /// Opens a page, runs steps, and returns the report.
  static func drive(_ page: String, _ steps: [[Any]]) throws -> Report {
    try TestDirectory.lend { directory in
      let file = directory.appending(path: "page.html")
      try Data(page.utf8).write(to: file)
      let python = try #require(TestProgram.installed("python3"))
      let script = try JSONSerialization.data(withJSONObject: steps)
      let outcome = try python.run([
        harness.path, try #require(program).path, file.path,
        String(decoding: script, as: UTF8.self),
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      return Report(
        answers: try #require(report["answers"] as? [Any]),
        complaints: try #require(report["complaints"] as? [String]),
        requests: try #require(report["requests"] as? [String]))
    }
  }
}
