/// A small reader of unit files after systemd.syntax(7) and systemd.service(5), for tests only.
struct UnitReader {
  /// The directives in order: section, key, value.
  private(set) var directives: [(section: String, key: String, value: String)] = []

  init(_ text: String) {
    var section = ""
    var line = ""
    for scalar in text.unicodeScalars {
      guard scalar == "\n" || scalar == "\r" else {
        line.unicodeScalars.append(scalar)
        continue
      }
      // A backslash at the end of a line joins the next line.
      if line.hasSuffix("\\") {
        line = line.dropLast() + " "
        continue
      }
      if line.hasPrefix("[") {
        section = line
      } else if let equals = line.unicodeScalars.firstIndex(of: "=") {
        let value = line.unicodeScalars[line.unicodeScalars.index(after: equals)...]
        directives.append((section, String(line.unicodeScalars[..<equals]), String(value)))
      } else if !line.isEmpty {
        directives.append((section, "?", line))
      }
      line = ""
    }
  }

  func values(_ section: String, _ key: String) -> [String] {
    directives.filter { $0.section == "[\(section)]" && $0.key == key }.map(\.value)
  }

  /// The words of a command, with quotes, C escapes and `%%` decoded; nil if systemd would reject
  /// it.
  static func words(_ command: String) -> [String]? {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var scalars = command.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\\" {
        guard let escape = scalars.popFirst() else { return nil }
        if escape == "u" || escape == "U" {
          let count = escape == "u" ? 4 : 8
          guard scalars.count >= count,
            let value = UInt32(String(String.UnicodeScalarView(scalars.prefix(count))), radix: 16),
            let scalar = Unicode.Scalar(value)
          else { return nil }
          scalars.removeFirst(count)
          word = (word ?? .init()) + [scalar]
          continue
        }
        let meanings: [Unicode.Scalar: Unicode.Scalar] = [
          "n": "\n", "t": "\t", "\\": "\\", "\"": "\"", "'": "'", "s": " ",
        ]
        guard let meaning = meanings[escape] else { return nil }
        word = (word ?? .init()) + [meaning]
      } else if let open = quote {
        if scalar == open { quote = nil } else { word?.append(scalar) }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
        word = word ?? .init()
      } else if scalar == " " || scalar == "\t" {
        if let complete = word { words.append(String(complete)) }
        word = nil
      } else {
        word = (word ?? .init()) + [scalar]
      }
    }
    guard quote == nil else { return nil }
    if let complete = word { words.append(String(complete)) }
    let resolved = words.map(expandSpecifiers)
    return resolved.contains(nil) ? nil : resolved.compactMap(\.self)
  }

  /// Returns nil if the text has a specifier other than `%%`.
  static func expandSpecifiers(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "%", scalars.popFirst() != "%" { return nil }
      result.append(scalar)
    }
    return String(result)
  }

  /// The body as notify-send and the desktop show it: C escapes decoded, then markup.
  static func shownBody(_ argument: String) -> String? {
    var text = String.UnicodeScalarView()
    var scalars = argument.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\\" {
        guard scalars.popFirst() == "\\" else { return nil }
      }
      text.append(scalar)
    }
    let plain = String(text)
    guard !plain.unicodeScalars.contains("<") else { return nil }
    let parts = plain.split(separator: "&", omittingEmptySubsequences: false)
    var shown = String(parts.first ?? "")
    for part in parts.dropFirst() {
      let entities = ["amp;": "&", "lt;": "<", "gt;": ">"]
      guard let (entity, character) = entities.first(where: { part.hasPrefix($0.key) }) else {
        return nil
      }
      shown += character + part.dropFirst(entity.count)
    }
    return shown
  }
}
