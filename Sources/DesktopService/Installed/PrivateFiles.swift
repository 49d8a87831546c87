import CSystem
import CalendarFiles
import CalendarSources
import ProgramSupport
package import SystemdTimers

/// The files and directories of an installation, which contain texts of calendars and addresses.
///
/// The program makes them accessible only to the user. Earlier versions did so only for some of them,
/// so a renewal tightens the others.
package struct PrivateFiles {
  private let installation: InstallationName
  private let user = getuid()
  /// The files and directories whose permissions were tightened.
  private var tightened: [FilePath] = []

  /// The permissions of the group and of other users.
  private static let ofOthers: UInt32 = 0o077

  /// Tightens the permissions; a note says so unless `isQuiet`.
  ///
  /// Links are not followed, so a file of options elsewhere keeps its permissions.
  package static func tighten(_ installation: InstallationName, isQuiet: Bool) {
    var files = PrivateFiles(installation: installation)
    files.tighten()
    guard let first = files.tightened.first, !isQuiet else { return }
    let more = files.tightened.count - 1
    StandardError.say(
      .note,
      "\(first): its permissions let other users read it; now only you can"
        + (more > 0 ? ", and so for \(more) other files and directories" : ""))
  }

  private init(installation: InstallationName) {
    self.installation = installation
  }

  private mutating func tighten() {
    let units = FilePath(text: UserDirectories.units)
    let files = InstalledUnits(installation).files.map(\.string).sorted()
    for name in [installation.tableName, installation.manifestName] + files {
      tighten(units.appending(Array(name.utf8)), kind: .file)
    }
    tightenOwnUnits(units)
    for path in StateFile.privateFiles(of: installation) {
      tighten(FilePath(text: path), kind: .file)
    }
    tighten(FilePath(text: UserDirectories.state), kind: .directory)
    tightenTree(CalendarStore(installation).directory)
    tighten(FetchedCalendar.directory, kind: .directory)
    for address in ConfFile.addresses(of: installation) ?? [] {
      for file in FetchedCalendar(address).files { tighten(file, kind: .file) }
    }
    let file = UserDirectories.file(of: installation)
    tighten(file, kind: .file)
    tighten(file.directory, kind: .directory)
  }

  private mutating func tighten(_ path: FilePath, kind: FileFacts.Kind) {
    let named = path.facts(followingLink: false)
    guard named.error == 0, named.permissions & PrivateFiles.ofOthers != 0 else { return }
    let descriptor = openToLook(path.terminated)
    guard descriptor >= 0 else { return }
    defer { _ = closeFile(descriptor) }
    let facts = factsOfDescriptor(descriptor)
    guard facts.error == 0, facts.kind == kind, facts.owner == user,
      setOwner(
        descriptor, facts.owner, facts.group, facts.permissions & ~PrivateFiles.ofOthers) == 0
    else { return }
    tightened.append(path)
  }

  /// Tightens a directory, and all files and directories below it.
  private mutating func tightenTree(_ directory: FilePath) {
    tighten(directory, kind: .directory)
    for name in PrivateFiles.names(in: directory) ?? [] {
      let path = directory.appending(name)
      switch path.facts(followingLink: false).kind {
      case .directory: tightenTree(path)
      default: tighten(path, kind: .file)
      }
    }
  }

  /// Tightens the directory of units, and those of links in it, unless they have other units.
  ///
  /// The names of units contain titles.
  private mutating func tightenOwnUnits(_ directory: FilePath) {
    guard directory.facts().permissions & PrivateFiles.ofOthers != 0,
      let names = PrivateFiles.names(in: directory)
    else { return }
    var directories = [directory]
    for name in names where !PrivateFiles.isOwn(name) {
      let path = directory.appending(name)
      guard name.suffix(PrivateFiles.ofLinks.count) == PrivateFiles.ofLinks,
        path.facts(followingLink: false).kind == .directory,
        PrivateFiles.names(in: path)?.allSatisfy(PrivateFiles.isOwn) == true
      else { return }
      directories.append(path)
    }
    for path in directories { tighten(path, kind: .directory) }
  }

  /// The end of the name of a directory in which systemd makes links to enabled units.
  private static let ofLinks = Array(".wants".utf8)[...]

  private static func isOwn(_ name: [UInt8]) -> Bool {
    name.starts(with: "ics2notify".utf8) || name.starts(with: ".ics2notify".utf8)
  }

  private static func names(in directory: FilePath) -> [[UInt8]]? {
    try? DirectoryNames.read(path: directory.bytes, name: directory.description)
  }
}
