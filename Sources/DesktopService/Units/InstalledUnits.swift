import CSystem
import CalendarFiles
import ProgramSupport
import SystemdTimers

/// The units that the manifest of an installation names, read-only.
struct InstalledUnits {
  let installation: InstallationName
  /// All files, also those that aren't units.
  let files: Set<InstalledFileName>
  let names: Set<UnitName>

  /// The reason why the manifest can't be read; nil if it can.
  let problem: String?

  init(_ installation: InstallationName) {
    self.installation = installation
    var (text, problem): (String?, String?)
    do throws(Failure) {
      if try Installation.exists(installation) {
        text = InstalledUnits.text(of: installation.manifestName)
      }
    } catch {
      problem = error.message
    }
    self.problem = problem
    files = text.map { UnitManifest($0, of: installation).names } ?? []
    names = Set(files.compactMap(\.unit))
  }

  /// The timers of reminders, sorted by name.
  var timers: [UnitName] {
    wantedTimers.filter { ![installation.renewalTimer, installation.fetchTimer].contains($0) }
      .sorted { $0.string < $1.string }
  }

  /// The timers that normally run: those of reminders, and those that start renewals.
  var wantedTimers: [UnitName] {
    names.filter { $0.kind == .timer && installation.isWanted($0) }
  }

  /// Reads a unit; nil if the manifest doesn't name it or it can't be read.
  func unit(_ name: UnitName) -> ParsedUnit? {
    names.contains(name) ? InstalledUnits.text(of: name.string).map(ParsedUnit.init) : nil
  }

  /// The text of a file; nil for a link or an unreadable file.
  private static func text(of name: String) -> String? {
    let file = FilePath(text: "\(UserDirectories.units)/\(name)")
    guard file.facts(followingLink: false).kind == .file, let bytes = try? file.contents() else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The manifest: the files in a directory that an installation may replace and remove.
///
/// A file is in the manifest before it is written and until it is removed. An interrupted run
/// therefore leaves no unknown files.
struct UnitManifest: Equatable {
  /// The names of the files, without the manifest itself.
  var names: Set<InstalledFileName>

  init(names: Set<InstalledFileName> = []) {
    self.names = names
  }

  /// Parses a manifest; other names are ignored, so that no other file is removed.
  init(_ text: String, of installation: InstallationName) {
    names = Set(
      text.split(whereSeparator: \.isNewline).compactMap {
        InstalledFileName(own: String($0), of: installation)
      })
  }

  var text: String {
    "# The units in this directory that ics2notify wrote, and may replace and remove.\n"
      + names.map { $0.string + "\n" }.sorted().joined()
  }
}
