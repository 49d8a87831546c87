import ReminderCompiler

/// The problems in the calendars, with their files and lines.
struct FindingSection: PageSection {
  let findings: PageFindings

  let id = "findings"
  let heading = "Problems in the calendars"

  func writeBody(to html: inout HTMLWriter) {
    guard !findings.shown.isEmpty else {
      html.element("p", ["class": "nothing"], text: "No problems were found.")
      return
    }
    html.list("ul", class: "findings", items: findings.shown) { finding, html in
      html.element("li") { html in
        html.element("strong", text: finding.severity)
        html.text(" ")
        if let place = finding.place {
          html.element("code") { $0.isolated(place) }
          html.text(" ")
        }
        html.isolated(finding.message)
        html.text(" ")
        html.element("code", ["class": "code"], text: finding.code)
      }
    }
    if findings.omitted > 0 {
      html.element(
        "p", text: "And \(findings.omitted) more. The list is shared equally by the files.")
    }
  }
}
