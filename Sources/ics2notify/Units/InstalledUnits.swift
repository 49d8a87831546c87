import CSystem
import CalendarFiles
import SystemdTimers

/// The units in a directory that its manifest names, read without changing anything.
struct InstalledUnits {
  /// What units were compiled from.
  enum Origin: Equatable {
    /// There are no units.
    case nothing
    /// Standard input, which no renewal can read.
    case standardInput
    /// Calendars and directories, by their absolute paths; none where they can't be told.
    case calendars([String])
  }

  /// The directory's absolute path.
  let path: String
  /// Whose units they are.
  let installation: InstallationName
  /// The names of the units.
  let names: Set<UnitName>

  /// The largest unit that is read, in bytes: a timer of 1,000 lines, or the two longest arguments
  /// that Linux takes with each byte escaped.
  private static let maximumBytes = 4 << 20

  /// Looks at a directory.
  ///
  /// - Parameters:
  ///   - path: The directory's path.
  ///   - installation: Whose units are meant.
  /// - Throws: Why nobody can tell whether there is a manifest.
  init(in path: String, of installation: InstallationName) throws(Failure) {
    self.path = path
    self.installation = installation
    let file = FilePath(text: "\(path)/\(installation.manifestName)")
    let facts = file.facts(followingLink: false)
    guard facts.error == 0 || facts.isAbsent else {
      throw Failure(
        .cannotCreate, "\(file): can't be looked at: \(SystemError(code: facts.error).reason)")
    }
    let text = InstalledUnits.text(of: file, limit: UnitManifest.maximumBytes)
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
    return InstalledUnits.text(
      of: FilePath(text: "\(path)/\(name.string)"), limit: InstalledUnits.maximumBytes
    ).map(ReadUnit.init)
  }

  /// What the units were compiled from.
  var origin: Origin {
    guard !names.isEmpty else { return .nothing }
    guard names.contains(installation.renewalService) else { return .standardInput }
    let arguments = unit(installation.renewalService)?.command?.arguments ?? []
    return .calendars(arguments.firstIndex(of: "--").map { Array(arguments[($0 + 1)...]) } ?? [])
  }

  /// The text of a file; nil where it is none or a link, or is larger than a limit.
  private static func text(of file: FilePath, limit: Int) -> String? {
    guard file.facts(followingLink: false).kind == .file,
      let bytes = try? FileBytes.read(
        path: file.bytes, name: file.description, waits: false, limit: limit)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
