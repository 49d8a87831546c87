import CSystem
import CalendarFiles
import SystemdTimers

/// The units that the manifest of an installation names, read without changing anything.
struct InstalledUnits {
  let installation: InstallationName
  let names: Set<UnitName>

  /// The reason why the list of units can't be read; nil if it can.
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
  func unit(_ name: UnitName) -> ParsedUnit? {
    names.contains(name) ? InstalledUnits.text(of: name.string).map(ParsedUnit.init) : nil
  }

  /// The text of a file; nil if it is a link or can't be read.
  private static func text(of name: String) -> String? {
    let file = FilePath(text: "\(UserDirectories.units)/\(name)")
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

  var text: String {
    "# The units in this directory that ics2notify wrote, and may replace and remove.\n"
      + names.map { $0.string + "\n" }.sorted().joined()
  }
}
