import ReminderCompiler

/// The problems in the calendars, with their files and lines.
struct FindingSection {
  let findings: PageFindings

  func write(to html: inout HTMLWriter) {
    html.element("section", ["id": "findings", "aria-labelledby": "findings-heading"]) { html in
      html.element("h2", ["id": "findings-heading"], text: "Problems in the calendars")
      guard !findings.shown.isEmpty else {
        html.element("p", ["class": "nothing"], text: "No problems were found.")
        return
      }
      html.element("ul", ["class": "findings"]) { html in
        for finding in findings.shown {
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
      }
      if findings.omitted > 0 {
        html.element(
          "p", text: "And \(findings.omitted) more. The list is shared equally by the files.")
      }
    }
    html.markup("\n")
  }
}
