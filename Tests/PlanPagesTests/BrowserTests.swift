import CalendarFixtures
import CivilTime
import Foundation
import ICalendar
import ReminderCompiler
import TestPrograms
import Testing

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

  @Test func `the page runs without errors and without network requests`() throws {
    let report = try Chromium.drive(
      page(),
      [
        ["evaluate", "document.querySelectorAll('.week-grid .alert').length > 10"],
        ["evaluate", "document.querySelector('#week-heading').textContent"],
        ["evaluate", "document.querySelector('.week-controls .next').click()"],
        ["evaluate", "document.querySelector('#week-heading').textContent"],
        [
          "evaluate",
          "[...document.querySelectorAll('.agenda li bdi')].every((one) => one.dir === 'auto')",
        ],
        ["evaluate", "document.querySelector('.week-controls .previous').disabled"],
        ["evaluate", "document.querySelector('.week-controls .previous').click()"],
        ["evaluate", "document.querySelector('.week-controls .to-missed').click()"],
        ["evaluate", "document.querySelector('.week-head .bad') !== null"],
        ["names"],
      ])
    #expect(report.complaints.isEmpty, "\(report.complaints)")
    #expect(report.requests.isEmpty, "\(report.requests)")
    #expect(report.answers[0] as? Bool == true)
    #expect(report.answers[1] as? String == "The first week")
    #expect(report.answers[3] as? String == "The week of Monday 10 January 2028")
    #expect(report.answers[4] as? Bool == true)
    #expect(report.answers[5] as? Bool == false)
    #expect(report.answers.last as? [String] == [], "controls without a name")
  }

  @Test
  func `the button for problems cycles through all weeks, and an incomplete date changes nothing`()
    throws
  {
    let heading = "document.querySelector('#week-heading').textContent"
    let problems = """
      (() => {
        const button = document.querySelector('.week-controls .to-missed')
        return [...Array(40)].map(() => {
          button.click()
          return document.querySelector('#week-heading').textContent
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
        ["evaluate", problems], ["evaluate", heading],
        ["evaluate", type("0002-01-18")], ["evaluate", heading],
        ["evaluate", type("2028-01-18")], ["evaluate", heading],
      ])
    // The horizon has thirteen weeks.
    let headings = try #require(report.answers.first as? [String])
    #expect(headings.count == 40 && headings.dropFirst(13).contains(headings[0]), "\(headings)")
    let answers = report.answers.dropFirst().compactMap { $0 as? String }
    #expect(answers.prefix(3) == [answers[0], "0002-01-18", answers[0]])
    #expect(answers[3] == "2028-01-18" && answers[4] == "The week of Monday 17 January 2028")
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

  @Test func `a narrow or printed page shows the week as a list`() throws {
    let isOpen = "document.querySelector('.as-list').open"
    let isDrawn = "document.querySelector('.week-grid').offsetHeight > 0"
    let report = try Chromium.drive(
      page(),
      [
        ["size", 1_440, 900], ["evaluate", isOpen], ["evaluate", isDrawn],
        ["size", 360, 800], ["evaluate", isOpen], ["evaluate", isDrawn],
        ["size", 1_440, 900], ["evaluate", "dispatchEvent(new Event('beforeprint'))"],
        ["media", "print"], ["evaluate", isOpen], ["evaluate", isDrawn],
      ])
    let answers = report.answers.compactMap { $0 as? Bool }
    #expect(answers == [false, true, true, false, true, true, false])
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
