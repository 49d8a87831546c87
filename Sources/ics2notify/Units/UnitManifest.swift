import SystemdTimers

/// The list of the units in a directory that this program wrote: what it may replace and remove.
///
/// It names a unit before it is written, and until it is removed, so that none is forgotten
/// whenever the program is ended.
struct UnitManifest: Equatable {
  /// The list's own file name, which no unit has.
  static let fileName = "ics2notify.manifest"

  /// The names of units.
  var names: Set<UnitName>

  /// The largest list that is read, in bytes: that of twice as many units as there can be.
  static let maximumBytes = 4 << 20

  init(names: Set<UnitName> = []) {
    self.names = names
  }

  /// Reads a list; lines that are no names of ours are dropped, so that none leads anywhere else.
  init(_ text: String) {
    names = Set(text.split(whereSeparator: \.isNewline).compactMap { UnitName(own: String($0)) })
  }

  /// The list as it is written.
  var text: String {
    "# The units in this directory that ics2notify wrote, and may replace and remove.\n"
      + names.map { $0.string + "\n" }.sorted().joined()
  }
}
