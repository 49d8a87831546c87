/// The tags that are known as such, by their names in lower case.
///
/// Calendars write HTML without saying so, and plain text with angle brackets: what is not in these
/// tables is text, such as `<Ada@example.org>` or `<https://example.org>`.
enum HTMLTags {
  /// Tags that no plain text has, so that one of them makes a text HTML.
  static let certain: Set<String> = [
    "blockquote", "body", "br", "div", "hr", "html", "html-blob", "li", "ol", "p", "table", "tr",
    "ul",
  ]

  /// Tags before and after which a line ends.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "html", "html-blob", "li", "main", "nav", "ol", "p", "pre", "section", "table",
    "tbody", "tfoot", "thead", "tr", "ul",
  ]

  /// Tags inside a line.
  static let inline: Set<String> = [
    "a", "abbr", "b", "base", "big", "br", "button", "caption", "cite", "code", "col", "colgroup",
    "del", "dfn", "em", "font", "i", "img", "input", "ins", "kbd", "label", "link", "mark", "meta",
    "o:p", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "td", "th", "time",
    "tt", "u", "var", "wbr",
  ]

  /// Tags that go with all that is in them, for it is nothing to read.
  static let hidden: Set<String> = ["head", "script", "style", "title"]

  /// The most bytes of a name in the tables.
  static let maximumNameBytes = 10
}
