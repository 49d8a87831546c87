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
