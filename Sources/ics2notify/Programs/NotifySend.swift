import SystemdTimers

/// The machine's notify-send.
enum NotifySend {
  /// A version: `0.8.1`.
  struct Version: Comparable, CustomStringConvertible {
    private let numbers: [Int]

    /// Makes a version of its numbers.
    init(_ numbers: Int...) {
      self.numbers = numbers
    }

    /// Reads what `--version` prints: `notify-send 0.8.1`.
    init?(_ text: String) {
      let words = text.split(whereSeparator: \.isWhitespace)
      let numbers = words.last?.split(separator: ".").map { Int($0) } ?? []
      guard !numbers.isEmpty, !numbers.contains(nil) else { return nil }
      self.numbers = numbers.compactMap { $0 }
    }

    static func < (left: Version, right: Version) -> Bool {
      left.numbers.lexicographicallyPrecedes(right.numbers)
    }

    var description: String { numbers.map(String.init).joined(separator: ".") }
  }

  /// The first version that knows `--action`.
  static let firstWithButtons = Version(0, 8)

  /// The version; nil where there is no notify-send.
  static var version: Version? {
    InstalledProgram(named: DesktopNotification.program)?.answer(["--version"])
      .flatMap { Version($0.text) }
  }
}
