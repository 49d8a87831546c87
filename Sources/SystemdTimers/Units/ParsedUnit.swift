/// A parsed unit file of an installation, written by any version of the program.
package struct ParsedUnit: Hashable, Sendable {
  private var values: [String: [String]] = [:]

  /// Parses a unit file.
  ///
  /// - Parameter text: The content of the file. Lines that are not directives are ignored.
  package init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[String(line[..<equals]), default: []].append(
        String(line[line.index(after: equals)...]))
    }
  }

  /// The lines of a timer; nil if one of them cannot be parsed.
  package var expressions: [CalendarExpression]? {
    let lines = values[UnitDirective.onCalendar.rawValue] ?? []
    let expressions = lines.compactMap { try? CalendarExpression(parsing: $0) }
    return expressions.count == lines.count ? expressions : nil
  }

  /// The text in the quotation marks of the description, which is the title of a reminder.
  package var quotedTitle: String? {
    guard let description = values[UnitDirective.description.rawValue]?.first,
      let start = description.firstIndex(of: "“"), let end = description.lastIndex(of: "”"),
      start < end
    else { return nil }
    var title = ""
    var isHalf = false
    // `%%` is an escaped percent sign.
    for character in description[description.index(after: start)..<end] {
      isHalf = character == "%" && !isHalf
      if !isHalf { title.append(character) }
    }
    return title
  }
}
