import TextSafety

/// The value of a directive in a unit file, escaped for where it stands (systemd.syntax(7)).
///
/// There is no way to make one of a plain string: a constant of the program, an expression, a
/// text or a command each know what to escape, so no text can end its line or expand a specifier.
package struct UnitValue: Hashable, Sendable {
  /// The value as it is written, without a line break.
  let text: String

  private init(escaped text: String) {
    self.text = text
  }

  /// A constant, as it is.
  package static func constant(_ text: StaticString) -> UnitValue {
    UnitValue(escaped: text.description)
  }

  /// An expression for `OnCalendar=`.
  package static func expression(_ expression: CalendarExpression) -> UnitValue {
    UnitValue(escaped: expression.description)
  }

  /// The name of a unit.
  static func unit(_ name: UnitName) -> UnitValue {
    UnitValue(escaped: name.string)
  }

  /// The names of units.
  static func units(_ names: [UnitName]) -> UnitValue {
    UnitValue(escaped: names.map(\.string).joined(separator: " "))
  }

  /// A path.
  static func path(_ path: UnitPath) -> UnitValue {
    UnitValue(escaped: path.text)
  }

  /// The condition that nothing has a path.
  static func absence(of path: UnitPath) -> UnitValue {
    UnitValue(escaped: "!" + path.text)
  }

  /// What the user's manager is asked to do with units.
  ///
  /// - Parameters:
  ///   - verb: What it is to do.
  ///   - units: With which units.
  ///   - canFail: Whether what follows is done all the same where it fails.
  /// - Returns: The value for `ExecStart=` and the like.
  static func manager(
    _ verb: StaticString, _ units: [UnitName], canFail: Bool = false
  ) -> UnitValue {
    let arguments = ["--user", "\(verb)", "--"] + units.map(\.string)
    let command = UnitValue.command("systemctl", arguments)
    return canFail ? UnitValue(escaped: "-" + command.text) : command
  }

  /// A text on one line, in the quotation marks that keep its ends from meaning anything.
  ///
  /// Outside of commands systemd knows no escapes but `%%`, cuts spaces off at both ends, and takes
  /// a backslash at the end for one line with the next. It is for lists and logs, which cut it anyway:
  /// 200 bytes are kept.
  static func quotation(_ label: StaticString, _ text: VisibleText) -> UnitValue {
    let quoted = text.onOneLine.capped(to: 200) { $0 == "%" ? "%%" : nil }
    return UnitValue(escaped: "\(label) “\(quoted)”")
  }

  /// A program with its arguments for `ExecStart=`.
  ///
  /// The prefix `:` switches the expansion of variables off, so `$` is itself. Specifiers are
  /// still expanded, so `%` is doubled. Any text comes through as it is, but for NUL, which no
  /// argument can hold; a character that stands for a byte (see ``TextSafety/RawByte``) becomes
  /// that byte.
  ///
  /// systemd takes no path with a quotation mark, a backslash or a control character for a program;
  /// such a one is called by `env`, to which it is an argument like any other.
  ///
  /// - Parameters:
  ///   - program: The program's absolute path, or the name of one of the system's.
  ///   - arguments: The arguments, each passed on as one.
  /// - Returns: The value.
  package static func command(_ program: String, _ arguments: [String]) -> UnitValue {
    var words = called(program) + arguments
    words[0] = ":" + words[0]
    return UnitValue(escaped: words.map { word($0) }.joined(separator: " "))
  }

  /// The words by which a program is called: itself, or env where systemd takes its path for none.
  package static func called(_ program: String) -> [String] {
    let isTaken = program.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !"\"'\\".unicodeScalars.contains($0)
    }
    return isTaken ? [program] : ["/usr/bin/env", "--", program]
  }

  /// A command for `systemd-run --property=ExecStopPost=…`.
  ///
  /// The value goes to the manager as it is, so no specifier is expanded. With the prefix `:`, which
  /// keeps variables from being, systemd 252 writes a directive that it doesn't know itself, and
  /// forgets the command at the next reload; so there has to be no `$`.
  ///
  /// - Parameters:
  ///   - program: The program's absolute path.
  ///   - arguments: Its arguments.
  /// - Returns: The property's value.
  package static func property(command program: String, _ arguments: [String]) -> String {
    (called(program) + arguments).map { word($0, percentSign: "%") }.joined(separator: " ")
  }

  /// Whether a character of a word needs no quotes.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || "-=/:._".unicodeScalars.contains(scalar)
  }

  /// One word of a command, in quotes unless it has only characters without a meaning.
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
          // Four digits take only what lies below U+10000 (systemd.syntax(7)).
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

/// A path that a directive of a unit can name (systemd.path(5), `ConditionPathExists=`).
///
/// Such a value knows no quotation marks and no escapes but `%%`, and its line has to be UTF-8 as
/// systemd sees it, so not every path can be written.
package struct UnitPath: Hashable, Sendable {
  /// The path.
  package let path: String

  /// The longest path of Linux, in bytes, with the NUL that ends it (PATH_MAX).
  private static let maximumBytes = 4_096

  /// Takes a path that can be written.
  ///
  /// - Parameter path: An absolute path without `..`; nil comes of another one, and of one that no
  ///   line can hold: with a line feed, a carriage return, or what is no character of UTF-8.
  package init?(_ path: String) {
    guard path.hasPrefix("/"), path.utf8.count < UnitPath.maximumBytes,
      path.unicodeScalars.allSatisfy(UnitPath.isTaken),
      !path.split(separator: "/").contains("..")
    else { return nil }
    self.path = path
  }

  /// Whether systemd 252 takes a character of a line for itself.
  private static func isTaken(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // NUL and both line ends cut a line, wherever they stand.
    case 0x00, 0x0A, 0x0D: false
    // A line with a noncharacter isn't taken for UTF-8.
    case 0xFDD0...0xFDEF: false
    case let value: value & 0xFFFE != 0xFFFE
    }
  }

  /// The path as it is written.
  var text: String {
    let doubled = path.unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar == "%" ? "%%" : String(scalar)
    }
    // A line loses blanks at its end, and a backslash there joins the next one; systemd removes the
    // slash again.
    return path.last.map { " \t\u{B}\u{C}\\".contains($0) } ?? false ? doubled + "/" : doubled
  }
}
