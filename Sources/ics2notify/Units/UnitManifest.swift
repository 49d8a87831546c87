import SystemdTimers

/// The list of the files in a directory that an installation wrote: what it may replace and remove.
///
/// It names a file before it is written, and until it is removed, so that none is forgotten
/// whenever the program is ended.
struct UnitManifest: Equatable {
  /// The names of files, without that of the list itself.
  var names: Set<InstalledFileName>

  /// The largest list that is read, in bytes: that of twice as many units as there can be.
  static let maximumBytes = 4 << 20

  init(names: Set<InstalledFileName> = []) {
    self.names = names
  }

  /// Reads a list; lines that are no names of ours are dropped, so that none leads anywhere else.
  init(_ text: String, of installation: InstallationName) {
    names = Set(
      text.split(whereSeparator: \.isNewline).compactMap {
        InstalledFileName(own: String($0), of: installation)
      })
  }

  /// The list as it is written.
  var text: String {
    "# The units in this directory that ics2notify wrote, and may replace and remove.\n"
      + names.map { $0.string + "\n" }.sorted().joined()
  }
}
