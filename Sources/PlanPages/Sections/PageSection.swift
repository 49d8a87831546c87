/// A section of the page: a heading, to which the contents link, and its content.
protocol PageSection {
  /// The identifier of the element, unique on the page.
  var id: String { get }
  var heading: String { get }

  /// Writes the section without its heading.
  func writeBody(to html: inout HTMLWriter) throws
}

extension PageSection {
  func write(to html: inout HTMLWriter) throws {
    try html.element("section", ["id": id, "aria-labelledby": "\(id)-heading"]) { html in
      html.element("h2", ["id": "\(id)-heading"], text: heading)
      try writeBody(to: &html)
    }
    html.markup("\n")
  }
}

/// The table of contents.
struct PageContents {
  let sections: [any PageSection]

  func write(to html: inout HTMLWriter) {
    html.element("nav", ["class": "contents", "aria-labelledby": "contents-heading"]) { html in
      html.element("h2", ["id": "contents-heading"], text: "Contents")
      html.element("ol") { html in
        for section in sections {
          html.element("li") { $0.element("a", ["href": "#\(section.id)"], text: section.heading) }
        }
      }
    }
    html.markup("\n")
  }
}

/// How much of a list is shown.
enum ListLimit {
  /// The number of items that are shown at once; a button unfolds the others.
  static let unfolded = 10
}

extension HTMLWriter {
  /// Writes a list, and folds the items after the first ``ListLimit/unfolded``.
  ///
  /// - Parameters:
  ///   - name: The name of the element: `ol` or `ul`.
  ///   - type: The class of the element.
  ///   - items: The items.
  ///   - write: Writes an item with its element.
  mutating func list<Item>(
    _ name: StaticString, class type: String, items: [Item],
    write: (Item, inout HTMLWriter) -> Void
  ) {
    func part(_ items: ArraySlice<Item>, to html: inout HTMLWriter) {
      html.element(name, ["class": type]) { html in
        for item in items { write(item, &html) }
      }
    }
    part(items.prefix(ListLimit.unfolded), to: &self)
    let rest = items.dropFirst(ListLimit.unfolded)
    guard !rest.isEmpty else { return }
    element("details", ["class": "rest"]) { html in
      html.element("summary", text: "Show \(rest.count) more")
      part(rest, to: &html)
    }
  }
}
