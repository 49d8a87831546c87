import TextSafety

/// The value of a directive in a unit file, escaped for its context (systemd.syntax(7)).
///
/// It cannot be made directly from a string. Constants, expressions, texts and commands are each
/// escaped as needed, so a text cannot end its line or expand a specifier.
package struct UnitValue: Hashable, Sendable {
  /// The escaped value, without a line break.
  let text: String

  private init(escaped text: String) {
    self.text = text
  }

  /// Makes a value from a constant, without escaping.
  package static func constant(_ text: StaticString) -> UnitValue {
    UnitValue(escaped: text.description)
  }

  /// Makes a value of `OnCalendar=`.
  package static func expression(_ expression: CalendarExpression) -> UnitValue {
    UnitValue(escaped: expression.description)
  }

  static func unit(_ name: UnitName) -> UnitValue {
    UnitValue(escaped: name.string)
  }

  static func units(_ names: [UnitName]) -> UnitValue {
    UnitValue(escaped: names.map(\.string).joined(separator: " "))
  }

  static func path(_ path: UnitPath) -> UnitValue {
    UnitValue(escaped: path.text)
  }

  /// Makes the value of `ConditionPathExists=` that is true if the path does not exist.
  static func absence(of path: UnitPath) -> UnitValue {
    UnitValue(escaped: "!" + path.text)
  }

  /// Makes a call of `systemctl --user` with a verb; if it can fail, the service continues.
  static func manager(
    _ verb: StaticString, units: [UnitName], canFail: Bool = false
  ) -> UnitValue {
    let arguments = ["--user", "\(verb)", "--"] + units.map(\.string)
    let command = UnitValue.command("systemctl", arguments: arguments)
    return canFail ? UnitValue(escaped: "-" + command.text) : command
  }

  /// The longest text in quotation marks, in bytes.
  ///
  /// Lists and logs cut longer texts anyway.
  private static let longestQuotation = 200

  /// Makes a label and a text in quotation marks, on one line.
  ///
  /// Outside commands, `%%` is the only escape of systemd. The quotation marks prevent two effects:
  /// spaces at both ends are trimmed, and a backslash at the end joins the next line.
  /// The text is cut to ``longestQuotation`` bytes.
  static func quotation(_ label: StaticString, _ text: VisibleText) -> UnitValue {
    let quoted = text.onOneLine.capped(to: longestQuotation) { $0 == "%" ? "%%" : nil }
    return UnitValue(escaped: "\(label) “\(quoted)”")
  }

  /// Makes a program with its arguments for `ExecStart=`.
  ///
  /// The program is an absolute path or the name of a system program. The prefix `:` disables the
  /// expansion of variables, so `$` is a plain character. Specifiers are still expanded, so `%` is
  /// doubled. All text is passed unchanged except for NUL, which an argument cannot contain. A
  /// character that represents a byte (see `RawByte`) becomes that byte.
  ///
  /// systemd does not accept a program path with a quotation mark, a backslash or a control
  /// character. Such a program is called through `env`.
  package static func command(_ program: String, arguments: [String]) -> UnitValue {
    var words = called(program) + arguments
    words[0] = ":" + words[0]
    return UnitValue(escaped: words.map { word($0) }.joined(separator: " "))
  }

  /// Returns the words that call a program: its path, or `env` and its path if systemd rejects it.
  package static func called(_ program: String) -> [String] {
    let isTaken = program.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !"\"'\\".unicodeScalars.contains($0)
    }
    return isTaken ? [program] : ["/usr/bin/env", "--", program]
  }

  /// Makes a command for `systemd-run --property=ExecStopPost=…`.
  ///
  /// The value is passed to the manager directly, so specifiers are not expanded. With the prefix
  /// `:`, which disables variables, systemd 252 writes a directive that it does not know itself,
  /// and loses the command at the next reload. The command must therefore not contain `$`.
  package static func property(command program: String, arguments: [String]) -> String {
    (called(program) + arguments).map { word($0, percentSign: "%") }.joined(separator: " ")
  }

  /// Whether a character of a word does not need quotes.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || "-=/:._".unicodeScalars.contains(scalar)
  }

  /// One word of a command, quoted if it has characters with a special meaning.
  private static func word(_ text: String, percentSign: String = "%%") -> String {
    if text.unicodeScalars.allSatisfy(isPlain), !text.isEmpty { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "%": quoted += percentSign
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\0": quoted += "\u{2400}"
      default:
        if let byte = RawByte.byte(scalar) {
          quoted += "\\x" + byte.hexadecimal(digits: 2)
        } else if VisibleText.isVisible(scalar) {
          quoted.unicodeScalars.append(scalar)
        } else {
          // `\u` with four digits only covers characters below U+10000 (systemd.syntax(7)).
          quoted +=
            scalar.value > 0xFFFF
            ? "\\U" + scalar.value.hexadecimal(digits: 8)
            : "\\u" + scalar.value.hexadecimal(digits: 4)
        }
      }
    }
    return quoted + "\""
  }
}

/// A path that a directive can contain (systemd.path(5), `ConditionPathExists=`).
///
/// `%%` is the only escape in such a value, and systemd requires UTF-8, so some paths cannot be
/// written.
package struct UnitPath: Hashable, Sendable {
  /// The path.
  package let path: String

  /// The longest path of Linux in bytes, including the final NUL (PATH_MAX).
  private static let maximumBytes = 4_096

  /// Makes a path; nil if it cannot be written.
  ///
  /// - Parameter path: An absolute path without `..`, line feeds, carriage returns, NUL and
  ///   noncharacters.
  package init?(_ path: String) {
    guard path.hasPrefix("/"), path.utf8.count < UnitPath.maximumBytes,
      path.unicodeScalars.allSatisfy(UnitPath.isTaken),
      !path.split(separator: "/").contains("..")
    else { return nil }
    self.path = path
  }

  /// Whether systemd 252 accepts a character in a line.
  private static func isTaken(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // NUL and both line ends end a line at any position.
    case 0x00, 0x0A, 0x0D: false
    // systemd does not accept a line with a noncharacter as UTF-8.
    case 0xFDD0...0xFDEF: false
    case let value: value & 0xFFFE != 0xFFFE
    }
  }

  var text: String {
    let doubled = path.unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar == "%" ? "%%" : String(scalar)
    }
    // systemd trims blanks at the end of a line and joins a line that ends with a backslash with
    // the next one. It removes the slash again.
    return path.last.map { " \t\u{B}\u{C}\\".contains($0) } ?? false ? doubled + "/" : doubled
  }
}
