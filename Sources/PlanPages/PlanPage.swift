import CivilTime
import Digests
package import ReminderCompiler

/// A plan as an HTML page in one file, which works offline.
///
/// Its Content-Security-Policy permits only the program's style sheet and script, by their digests.
package struct PlanPage {
  private let timeline: Timeline
  private let remarks: [String]
  private let findings: PageFindings

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - timeline: The outcome of all fires.
  ///   - remarks: Further sentences about the plan, without full stops.
  ///   - findings: The diagnostics.
  package init(
    _ timeline: Timeline, remarks: [String] = [], findings: PageFindings = PageFindings([])
  ) {
    self.timeline = timeline
    self.remarks = remarks
    self.findings = findings
  }

  /// The page in UTF-8.
  package func bytes() throws -> [UInt8] {
    let style = PackageResources.page_css
    let script = PackageResources.page_js
    let policy =
      "default-src 'none'; style-src 'sha256-\(SHA256.base64Digest(of: style))'; "
      + "script-src 'sha256-\(SHA256.base64Digest(of: script))'; img-src data:; base-uri 'none'; "
      + "form-action 'none'"
    let dates = PageDate(zone: timeline.days.zone)
    let promise = PromiseText(timeline, refused: findings.refused, dates: dates)
    var html = HTMLWriter()
    html.markup("<!DOCTYPE html>\n")
    try html.element("html", ["lang": "en"]) { html in
      html.element("head") { html in
        html.open("meta", ["charset": "utf-8"])
        html.open("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
        html.open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        html.open("meta", ["name": "referrer", "content": "no-referrer"])
        html.open("meta", ["name": "color-scheme", "content": "light dark"])
        // Otherwise browsers request one from the server.
        html.open("link", ["rel": "icon", "href": "data:,"])
        html.element("title", text: promise.title)
        html.element("style") { $0.asset(style) }
      }
      html.markup("\n")
      try html.element("body") { html in
        try write(promise, dates: dates, to: &html)
        html.element("script") { $0.asset(script) }
      }
    }
    html.markup("\n")
    return html.bytes
  }

  private func write(_ promise: PromiseText, dates: PageDate, to html: inout HTMLWriter) throws {
    let sections = sections(dates)
    if let first = sections.first {
      html.element("a", ["class": "skip", "href": "#\(first.id)"], text: first.heading)
    }
    html.element("header") { promise.write(remarks, to: &$0) }
    html.markup("\n")
    PageContents(sections: sections).write(to: &html)
    try html.element("main") { html in
      for section in sections { try section.write(to: &html) }
    }
    html.markup("\n")
    html.element("footer") { html in
      html.element("p") { html in
        html.text("Made for ")
        html.time(timeline.plan.now, dates: dates, isLong: true)
        html.text(
          ", in the time zone \(dates.zone.identifier). This page works offline and sends nothing.")
      }
    }
  }

  private func sections(_ dates: PageDate) -> [any PageSection] {
    let groups = TitleGroup.groups(of: timeline.series)
    var sections: [any PageSection] = ProblemSection.sections(of: groups, in: timeline, dates)
    sections.append(TimelineSection(timeline: timeline, groups: groups, dates: dates))
    if !groups.isEmpty { sections.append(WeekSection(timeline: timeline, dates: dates)) }
    sections.append(SlotSection(plan: timeline.plan, dates: dates))
    sections.append(FindingSection(findings: findings))
    return sections
  }
}

/// A diagnostic on a page.
package struct PageFinding {
  /// The severity: `error`, `warning`, `note`.
  let severity: String
  let code: String
  /// The file and the line: `standup.ics:14`.
  let place: String?
  let message: String

  /// Makes a diagnostic.
  package init(severity: String, code: String, place: String?, message: String) {
    self.severity = severity
    self.code = code
    self.place = place
    self.message = message
  }
}

/// The diagnostics of a page.
package struct PageFindings {
  /// The listed diagnostics, in their order.
  let shown: [PageFinding]
  /// The number of diagnostics that are not listed.
  let omitted: Int
  /// The number of rejected parts of calendars, also of those that are not listed.
  let refused: Int

  /// The limit of listed diagnostics.
  package static let maximumShown = 300

  /// Makes the diagnostics of a page, with at most ``maximumShown`` listed ones.
  package init(_ shown: [PageFinding], omitted: Int = 0, refused: Int = 0) {
    self.shown = shown
    self.omitted = omitted
    self.refused = refused
  }
}

/// The page for a calendar that can no longer be compiled.
package struct RefusalPage {
  private let file: String
  private let errors: [String]

  /// Makes a page with the name of a calendar and its errors.
  package init(of file: String, _ errors: [String]) {
    self.file = file
    self.errors = errors
  }

  /// The page in UTF-8.
  package var bytes: [UInt8] {
    var html = HTMLWriter()
    html.markup("<!DOCTYPE html>\n")
    html.element("html", ["lang": "en"]) { html in
      html.element("head") { html in
        html.open("meta", ["charset": "utf-8"])
        html.open(
          "meta", ["http-equiv": "Content-Security-Policy", "content": "default-src 'none'"])
        html.element("title", text: "No plan")
      }
      html.element("body") { html in
        html.element("h1") { html in
          html.isolated(file)
          html.text(" can’t be compiled")
        }
        for error in errors { html.element("p", text: error) }
      }
    }
    html.markup("\n")
    return html.bytes
  }
}
