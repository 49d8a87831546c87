import CivilTime
import ReminderCompiler
import TextSafety

/// Writes HTML and escapes all text.
///
/// Names of elements and attributes are literals. Text is escaped scalar by scalar: for Swift, a
/// quotation mark with a combining accent is one character, but for a browser it ends the
/// attribute.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// Writes literal markup.
  mutating func markup(_ markup: StaticString) {
    bytes += markup.description.utf8
  }

  /// Writes a style sheet or a script of the program.
  mutating func asset(_ asset: [UInt8]) { bytes += asset }

  mutating func text(_ text: String) {
    for scalar in VisibleText(text).string.unicodeScalars { append(scalar) }
  }

  /// Writes an element with any text as values of its attributes.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    content: (inout HTMLWriter) throws -> Void
  ) rethrows {
    open(name, attributes)
    try content(&self)
    bytes += "</".utf8
    markup(name)
    bytes += ">".utf8
  }

  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an element without content and end tag.
  mutating func open(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]
  ) {
    bytes += "<".utf8
    markup(name)
    for (key, value) in attributes { attribute(key, value) }
    bytes += ">".utf8
  }

  /// Writes an attribute of a tag that is written as markup.
  mutating func attribute(_ key: StaticString, _ value: String) {
    bytes += " ".utf8
    markup(key)
    bytes += "=\"".utf8
    text(value)
    bytes += "\"".utf8
  }

  /// Writes text of a calendar, isolated so that right-to-left text doesn't affect its
  /// surroundings.
  mutating func isolated(_ text: String) {
    element("bdi", text: text)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes += "&quot;".utf8
    case "'": bytes += "&#39;".utf8
    default: bytes += (VisibleText.markup(of: scalar) ?? String(scalar)).utf8
    }
  }
}

/// Dates and times of a page, in the device's local time.
struct PageDate {
  let zone: Zone

  /// `Monday 3 January 2028`.
  static func long(_ date: CivilDate) -> String { "\(date.weekday.englishName) \(day(date))" }

  /// `3 January 2028`.
  static func day(_ date: CivilDate) -> String {
    "\(date.day) \(EnglishNames.months[date.month - 1]) \(date.year)"
  }

  /// `Mon 3 Jan`.
  static func short(_ date: CivilDate) -> String {
    "\(date.weekday.abbreviation) \(date.day) \(EnglishNames.months[date.month - 1].prefix(3))"
  }

  /// `Monday 3 January 2028, 08:00`.
  func long(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    return "\(PageDate.long(civil.date)), \(civil.time)"
  }

  /// `Mon 3 Jan 2028, 08:00`.
  func short(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    return "\(PageDate.short(civil.date)) \(civil.date.year), \(civil.time)"
  }
}

extension HTMLWriter {
  /// Writes an instant as text, and for programs as ISO 8601.
  mutating func time(_ instant: Instant, dates: PageDate, isLong: Bool = false) {
    element(
      "time", ["datetime": "\(instant)"],
      text: isLong ? dates.long(instant) : dates.short(instant))
  }
}
