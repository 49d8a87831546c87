/// A unit file of ours as it is read back, by whichever version it was written.
package struct ReadUnit: Hashable, Sendable {
  private var values: [String: [String]] = [:]

  /// Reads a unit file.
  ///
  /// - Parameter text: The file's text; what is no directive is passed over.
  package init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[String(line[..<equals]), default: []].append(
        String(line[line.index(after: equals)...]))
    }
  }

  /// The lines of a timer.
  ///
  /// - Returns: The expressions; nil where a line is none that we write.
  package var expressions: [CalendarExpression]? {
    let lines = values[UnitSection.Key.onCalendar.rawValue] ?? []
    let expressions = lines.compactMap { try? CalendarExpression(parsing: $0) }
    return expressions.count == lines.count ? expressions : nil
  }

  /// The text that the description quotes: the title of a reminder.
  package var quotedTitle: String? {
    guard let description = values[UnitSection.Key.description.rawValue]?.first,
      let start = description.firstIndex(of: "“"), let end = description.lastIndex(of: "”"),
      start < end
    else { return nil }
    var title = ""
    var isHalf = false
    // A percent sign is doubled.
    for character in description[description.index(after: start)..<end] {
      isHalf = character == "%" && !isHalf
      if !isHalf { title.append(character) }
    }
    return title
  }

  /// The program that a service calls, and its arguments; nil where no command of ours is there.
  package var command: (program: String, arguments: [String])? {
    guard let value = values[UnitSection.Key.execStart.rawValue]?.first,
      var words = CommandWords(value)?.words, let first = words.first, first.hasPrefix(":")
    else { return nil }
    words[0] = String(first.dropFirst())
    if words.starts(with: ["/usr/bin/env", "--"]) { words.removeFirst(2) }
    return words.isEmpty ? nil : (words[0], Array(words.dropFirst()))
  }
}
