import CSystem
import CalendarFiles
import SystemdTimers

/// The units in a directory that its manifest names, read without changing anything.
struct InstalledUnits {
  /// The directory's absolute path.
  let path: String
  /// Whose units they are.
  let installation: InstallationName
  /// The names of the units.
  let names: Set<UnitName>

  /// The reason why the list of units can't be read; nil if it can.
  let problem: String?

  /// Looks at a directory.
  init(in path: String, of installation: InstallationName) {
    self.path = path
    self.installation = installation
    let file = FilePath(text: "\(path)/\(installation.manifestName)")
    let facts = file.facts(followingLink: false)
    problem =
      facts.error == 0 || facts.isAbsent
      ? nil : "\(file): can't be looked at: \(SystemError(code: facts.error).reason)"
    let text = InstalledUnits.text(of: file)
    names = text.map { Set(UnitManifest($0, of: installation).names.compactMap(\.unit)) } ?? []
  }

  /// The timers of reminders, by name.
  var timers: [UnitName] {
    wantedTimers.filter { $0 != installation.renewalTimer }.sorted { $0.string < $1.string }
  }

  /// The timers that run while all is well: those of reminders, and that of the renewal.
  var wantedTimers: [UnitName] {
    names.filter { $0.kind == .timer && installation.isWanted($0) }
  }

  /// A unit; nil where the manifest doesn't name it, or it can't be read.
  func unit(_ name: UnitName) -> ReadUnit? {
    guard names.contains(name) else { return nil }
    return InstalledUnits.text(of: FilePath(text: "\(path)/\(name.string)")).map(ReadUnit.init)
  }

  /// The text of a file; nil if it is a link or can't be read.
  private static func text(of file: FilePath) -> String? {
    guard file.facts(followingLink: false).kind == .file, let bytes = try? file.contents() else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The list of the files in a directory that an installation wrote: what it may replace and remove.
///
/// It names a file before it is written, and until it is removed, so that none is forgotten
/// whenever the program is ended.
struct UnitManifest: Equatable {
  /// The names of files, without that of the list itself.
  var names: Set<InstalledFileName>

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
