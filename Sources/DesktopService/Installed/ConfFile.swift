import CSystem
package import CalendarSources
package import ProgramSupport
package import SystemdTimers
import TextSafety

/// The file of an installation, with one calendar or option per line.
///
/// Users edit it too, so the program keeps comments, the order and all unrelated lines.
package struct ConfFile {
  /// The path: `~/.config/ics2notify/NAME.conf`.
  package let path: FilePath
  private let installation: InstallationName
  private let known: KnownNames
  /// The lines on disk; nil if the file doesn't exist.
  private let before: [String]?
  /// The edited lines, which `write` saves.
  private var lines: [Line]

  /// A line without its line end; an invalid line is kept like a comment.
  private struct Line {
    let text: String
    let kind: OptionsFile.Line.Kind

    init(_ text: String, in file: FilePath, options known: KnownNames) {
      self.text = text
      kind =
        (try? OptionsFile.Line(text.utf8, number: 0, in: file, options: known))?.kind ?? .comment
    }

    var path: CalendarPath? { if case .path(let path) = kind { path } else { nil } }

    var option: String? { if case .option(let name, _) = kind { name } else { nil } }
  }

  /// Reads the file; if it doesn't exist, begins a new one.
  package init(_ installation: InstallationName, options known: KnownNames) throws(Failure) {
    let file = UserDirectories.file(of: installation)
    path = file
    self.known = known
    self.installation = installation
    guard !file.facts().isAbsent else {
      before = nil
      lines = [
        "# The calendars and options of ics2notify, one in each line.",
        "# A change takes effect within seconds, or at once with: ics2notify install"
          + installation.option,
      ].map { Line($0, in: file, options: known) }
      return
    }
    var texts: [String] = []
    for (index, bytes) in try OptionsFile.lines(of: file).enumerated() {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Failure(.usage, "\(file):\(index + 1): is not UTF-8")
      }
      texts.append(text)
    }
    before = texts
    lines = texts.map { Line($0, in: file, options: known) }
  }

  /// Whether the file is on disk.
  package var exists: Bool { before != nil }

  /// The calendars, in the order of the lines.
  package var paths: [CalendarPath] { lines.compactMap(\.path) }

  /// Throws an error if the file names no calendar.
  package func requirePaths() throws(Failure) {
    guard paths.isEmpty else { return }
    throw Failure(
      .noUsableInput,
      "\(path): names no calendar; add one: ics2notify install\(installation.option) PATH...")
  }

  /// Throws an error unless all calendars can be read again and again.
  package func requireReadable() throws(Failure) {
    guard let path = paths.first(where: \.isReadOnce) else { return }
    throw Failure(.usage, "\(path): is neither a file nor a directory, and is read once only")
  }

  /// The valid addresses that are not on disk yet.
  package var newAddresses: [CalendarAddress] {
    paths.compactMap(\.address).filter { !(before ?? []).contains($0.url) }
  }

  var options: [String] { lines.filter { $0.option != nil }.map(\.text.trimmed) }

  /// Parses all lines; an invalid line is an error.
  package func parsed() throws(Failure) -> [OptionsFile.Line] {
    var parsed: [OptionsFile.Line] = []
    for (index, line) in lines.enumerated() {
      parsed.append(
        try OptionsFile.Line(line.text.utf8, number: index + 1, in: path, options: known))
    }
    return parsed
  }

  /// Adds calendars that the file doesn't contain yet, directly or in a directory.
  ///
  /// A new directory replaces the paths below it.
  ///
  /// - Throws: If a path can't be a line.
  package mutating func add(_ paths: [CalendarPath]) throws(Failure) {
    let known = Set(self.paths.map(\.real))
    var reals: Set<String> = []
    var new: [Line] = []
    for typed in paths {
      if typed.isAddress { _ = try CalendarAddress(typed.argument) }
      let added = typed.absolute
      guard let text = String(validating: added.path.bytes, as: UTF8.self) else {
        throw Failure(.usage, "\(added): the path is not UTF-8; give it another name to install it")
      }
      guard text == text.trimmed, !text.contains(where: \.isNewline) else {
        throw Failure(.usage, "\(added): no line of \(path) can hold this path")
      }
      guard !known.contains(added.real), !added.isBelow(known),
        reals.insert(added.real).inserted
      else { continue }
      new.append(Line(text, in: path, options: self.known))
    }
    let place = lines.lastIndex { $0.path != nil }.map { $0 + 1 } ?? lines.count
    lines =
      (lines[..<place] + new).filter { !($0.path?.isBelow(reals) ?? false) } + lines[place...]
  }

  /// Removes calendars; throws if one of them isn't in the file.
  ///
  /// An address can also be given as it is shown.
  package mutating func remove(_ paths: [CalendarPath]) throws(Failure) {
    let shown = Dictionary(
      self.paths.filter(\.isAddress).map { ("\($0)", $0) }, uniquingKeysWith: { first, _ in first })
    let paths = paths.map { shown[$0.argument] ?? $0 }
    let known = Set(self.paths.map(\.real))
    if let other = paths.first(where: { !known.contains($0.real) }) {
      let why =
        other.isBelow(known)
        ? "is installed with its directory; uninstall that, or move the file" : "is not in \(path)"
      throw Failure(.noInput, "\(other): \(why)")
    }
    let removed = Set(paths.map(\.real))
    lines.removeAll { $0.path.map { removed.contains($0.real) } ?? false }
  }

  /// Replaces all lines of the given options; throws if a value can't be a line.
  package mutating func replace(_ options: [GivenOption]) throws(Failure) {
    var names: [String] = []
    var texts: [String: [String]] = [:]
    for option in options {
      guard !option.word.contains(where: \.isNewline) else {
        throw Failure(.usage, "no line of \(path) can hold \(TerminalText.oneLine(option.word))")
      }
      let name = option.name
      var line = option.word
      if let value = option.value, !value.isEmpty, value.trimmed == value {
        let isFile = OptionsFile.withPath.contains(name)
        line =
          "--\(name) "
          + (isFile ? RuledFile(FilePath(argument: value)).absoluteArgument : value)
      }
      if texts[name] == nil { names.append(name) }
      // The last value of any other option counts.
      let others = known.isRepeatable(name) ? texts[name] ?? [] : []
      texts[name] = others + [line]
    }
    for name in names {
      let places = lines.indices.filter { lines[$0].option == name }
      let new = texts[name] ?? []
      guard places.map({ lines[$0].text.trimmed }) != new else { continue }
      let place = places.first ?? lines.lastIndex { $0.option != nil }.map { $0 + 1 }
      for index in places.reversed() { lines.remove(at: index) }
      lines.insert(
        contentsOf: new.map { Line($0, in: path, options: known) }, at: place ?? lines.count)
    }
  }

  /// The values of an option, in the order of the lines.
  package func values(of option: String) -> [String] {
    lines.compactMap { line in
      if case .option(option, let value?) = line.kind { value } else { nil }
    }
  }

  /// Adds a line after the last one of its option, or after all options.
  package mutating func append(option: String, _ value: String) {
    guard !values(of: option).contains(value) else { return }
    let place =
      lines.lastIndex { $0.option == option } ?? lines.lastIndex { $0.option != nil }
      ?? lines.indices.last
    lines.insert(
      Line("--\(option) \(value)", in: path, options: known), at: place.map { $0 + 1 } ?? 0)
  }

  /// Removes all lines of an option.
  package mutating func removeOptions(named option: String) {
    lines.removeAll { $0.option == option }
  }

  /// The edit as text: each removed line after `-`, and each new line after `+`.
  package var changes: String {
    let changes = lines.map(\.text).difference(from: before ?? []).map { change in
      switch change {
      case .remove(let offset, let line, _): (offset, 0, "- \(ConfFile.shown(line))")
      case .insert(let offset, let line, _): (offset, 1, "+ \(ConfFile.shown(line))")
      }
    }
    guard !changes.isEmpty else { return TerminalText.oneLine("\(path): no change") + "\n" }
    return ([(0, 0, "\(path):")] + changes.sorted { ($0.0, $0.1) < ($1.0, $1.1) })
      .map { TerminalText.oneLine($0.2) + "\n" }.joined()
  }

  /// The text of a line, without the secret parts of an address.
  private static func shown(_ line: String) -> String {
    CalendarAddress.isAddress(line.trimmed) ? CalendarAddress.shown(line.trimmed) : line
  }

  /// Replaces the file atomically, and keeps a symbolic link to it.
  ///
  /// Other users can't read it: addresses can be secrets, and rules have words of calendars.
  package func write() throws(Failure) {
    let texts = lines.map(\.text)
    guard texts != before || path.facts().permissions & 0o077 != 0 else { return }
    let wasEdited = exists && ConfFile.isEdited(installation)
    try path.directory.make(isPrivate: true)
    try ResultFile(path, isPrivate: true, protecting: ProtectedFiles())
      .replace(with: Array(texts.map { $0 + "\n" }.joined().utf8))
    // The digest of an edited file never matches, so its lines stay the user's.
    guard !wasEdited, let digest = RenewalRecord.digest(installation) else { return }
    try UserDirectories.makeState()
    try ResultFile(ConfFile.record(of: installation), isPrivate: true, protecting: ProtectedFiles())
      .replace(with: Array("\(digest)\n".utf8))
  }
}

/// The user's own edits of the file, which `uninstall` doesn't delete.
extension ConfFile {
  /// The digest of the file as the program has written it.
  private static func record(of installation: InstallationName) -> FilePath {
    FilePath(text: "\(UserDirectories.state)/\(installation.base).written")
  }

  /// Whether the file has lines that the program didn't write.
  private static func isEdited(_ installation: InstallationName) -> Bool {
    guard let digest = RenewalRecord.digest(installation),
      let bytes = try? record(of: installation).contents()
    else { return true }
    return String(decoding: bytes, as: UTF8.self).trimmed != digest
  }

  /// Removes the file of an installation; renames it if the user has edited it.
  ///
  /// Of a symbolic link, only the link is removed. Returns the path of the user's lines, or nil.
  static func remove(_ installation: InstallationName) throws(Failure) -> FilePath? {
    let file = UserDirectories.file(of: installation)
    var kept: FilePath?
    let code: Int32
    if file.linkSteps.count > 1, !file.facts().isAbsent {
      kept = file.linkSteps.last
      code = removeFile(file.terminated)
    } else if isEdited(installation) {
      let copy = freeName(besides: file)
      kept = copy
      code = renameFile(file.terminated, copy.terminated)
    } else {
      code = removeFile(file.terminated)
    }
    guard code == 0 else {
      throw Failure(.cannotCreate, "\(file): can't be removed: \(SystemError(code: code).reason)")
    }
    // Fails unless the directory is empty.
    _ = removeDirectory(file.directory.terminated)
    return kept
  }

  /// The first name for a copy that no file has: `default.conf.old`, `default.conf.old2`.
  private static func freeName(besides file: FilePath) -> FilePath {
    let names = (1...).lazy.map { FilePath(text: "\(file).old\($0 == 1 ? "" : "\($0)")") }
    return names.first { $0.facts(followingLink: false).isAbsent } ?? file
  }
}

/// The addresses in the files of installations.
extension ConfFile {
  /// The valid addresses in the file.
  package var addresses: [CalendarAddress] { paths.compactMap(\.address) }

  /// The valid addresses of an installation; nil if its file can't be read.
  package static func addresses(of installation: InstallationName) -> [CalendarAddress]? {
    (try? ConfFile(installation, options: .none))?.addresses
  }
}

extension FetchedCalendar {
  /// Removes the copies of addresses that no installation names any more.
  ///
  /// Copies of other addresses without an installation are removed a day after their last use,
  /// because another run may be about to install them.
  package static func clean(_ gone: [CalendarAddress] = []) {
    guard hasCopies else { return }
    var named: [CalendarAddress] = []
    for installation in UserDirectories.installations {
      // If a file can't be read, its addresses are unknown.
      guard let addresses = ConfFile.addresses(of: installation) else { return }
      named += addresses
    }
    removeCopies(of: gone, besides: named)
  }
}
