package import CSystem
package import ProgramSupport
import TextSafety

/// The path of a file or directory with calendars, or the address of a calendar on a server.
///
/// An address never leads to a file, whatever the names in the working directory are.
package struct CalendarPath: Hashable, CustomStringConvertible {
  /// The path, or the bytes of the address.
  package let path: FilePath

  /// Makes a path, or an address of its bytes.
  package init(_ path: FilePath) {
    self.path = path
  }

  /// Makes a path of the UTF-8 bytes of a text.
  package init(text: String) {
    path = FilePath(text: text)
  }

  /// Makes a path of an argument, in which some characters represent raw bytes (see `RawByte`).
  package init(argument: String) {
    path = FilePath(argument: argument)
  }

  /// Makes a path of an argument that is a path, a `file:` URL or an address.
  package init(typed argument: String) {
    path = FilePath(typed: argument)
  }

  /// The path or the address as an argument.
  package var argument: String { path.argument }

  /// The path for display, or the address without its secret parts.
  package var description: String { path.description }

  /// Whether this is the address of a calendar, valid or not.
  package var isAddress: Bool { path.isAddress }

  /// The valid address; nil for a path or an invalid one.
  package var address: CalendarAddress? { isAddress ? try? CalendarAddress(argument) : nil }

  /// Whether the path means standard input.
  package var isHyphen: Bool { path.isHyphen }

  /// The path from the root, which does not depend on the working directory, or the valid address.
  package var absolute: CalendarPath {
    isAddress ? address.map { CalendarPath(text: $0.url) } ?? self : CalendarPath(path.absolute)
  }

  /// The absolute path with links resolved, as far as the path exists, or the address.
  package var real: String { isAddress ? absolute.argument : path.real }

  /// Whether the path is below one of several ``real`` paths.
  package func isBelow(_ others: Set<String>) -> Bool { !isAddress && path.isBelow(others) }

  /// The properties of the file; an address has none.
  package func facts() -> FileFacts { path.facts() }

  /// Whether the path leads to a pipe or a device, whose bytes can be read only once.
  package var isReadOnce: Bool { !isAddress && path.isReadOnce }
}

extension CalendarPath {
  /// The error of a command that doesn't fetch, with the command that does; nil for a path.
  ///
  /// The address in a file can be a secret. The user sees a typed one anyway.
  func refusalOfAddress(isTyped: Bool) -> String? {
    let text = RawByte.visible(argument)
    guard isAddress, let colon = text.firstRange(of: "://") else { return nil }
    guard isTyped else {
      return "\(self): it was not fetched yet; ics2notify install fetches calendars"
    }
    // webcal URLs are HTTP URLs under a scheme that calendar apps subscribe to.
    let isPlain = text[..<colon.lowerBound].lowercased() == "http"
    let url = (isPlain ? "http" : "https") + text[colon.lowerBound...]
    return "\(text): calendars are read from files; curl -fsSL "
      + "'\(url.replacing("'", with: "%27"))' | \(Program.name) -"
  }
}
