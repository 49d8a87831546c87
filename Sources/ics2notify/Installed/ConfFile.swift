import CalendarFiles
import ICalendarReader
import SystemdTimers
import TextSafety

/// The file of an installation, with one calendar or option in each line.
///
/// A person can edit it, so an edit keeps comments, the order and all lines that it isn't about.
struct ConfFile {
  /// The path: `~/.config/ics2notify/NAME.conf`.
  let path: FilePath
  /// The lines that it has now; nil if there is no file.
  private let before: [String]?
  /// The lines without their ends, as they are to be.
  private var lines: [String]

  /// Reads the file of an installation.
  ///
  /// - Throws: The reason why it can't be read. A file that doesn't exist is not an error.
  init(_ installation: InstallationName) throws(Failure) {
    path = UserDirectories.file(of: installation)
    guard !path.facts().isAbsent else {
      before = nil
      lines = [
        "# The calendars and options of ics2notify, one in each line.",
        "# A change takes effect within seconds, or at once with: ics2notify install"
          + installation.option,
      ]
      return
    }
    let bytes: [UInt8]
    do throws(ReadingError) {
      bytes = try path.contents()
    } catch {
      throw Failure(.noInput, "\(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "\(path): is not UTF-8")
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    before = lines
    self.lines = lines
  }

  /// Whether there is a file.
  var exists: Bool { before != nil }

  /// The content of a line; an invalid line is kept like a comment.
  private func kind(of line: String) -> OptionsFile.Line.Kind {
    (try? OptionsFile.Line(line.utf8, number: 0, in: path))?.kind ?? .comment
  }

  private func path(in line: String) -> FilePath? {
    if case .path(let path) = kind(of: line) { path } else { nil }
  }

  private func option(in line: String) -> String? {
    if case .option(let name, _) = kind(of: line) { name } else { nil }
  }

  /// The paths of the calendars.
  var paths: [FilePath] { lines.compactMap(path) }

  /// The lines with an option.
  var options: [String] { lines.filter { option(in: $0) != nil }.map(\.trimmed) }

  /// The lines as arguments.
  func parsed() throws(Failure) -> [OptionsFile.Line] {
    var parsed: [OptionsFile.Line] = []
    for (index, line) in lines.enumerated() {
      parsed.append(try OptionsFile.Line(line.utf8, number: index + 1, in: path))
    }
    return parsed
  }

  /// Adds calendars, unless they are there or lie below a directory that is.
  ///
  /// A directory replaces the paths below it.
  ///
  /// - Throws: For a path that no line can hold.
  mutating func add(_ paths: [FilePath]) throws(Failure) {
    for added in paths.map(\.absolute) {
      let text = String(validating: added.bytes, as: UTF8.self)
      guard let text, text == text.trimmed, !text.contains(where: \.isNewline) else {
        throw Failure(.usage, "\(added): no line of \(path) can hold this path")
      }
      guard !self.paths.contains(where: added.isAtOrBelow) else { continue }
      let place = lines.lastIndex { path(in: $0) != nil }.map { $0 + 1 } ?? lines.count
      let kept = lines[..<place].filter { line in
        path(in: line).map { !$0.isAtOrBelow(added) } ?? true
      }
      lines = kept + [text] + lines[place...]
    }
  }

  /// Removes a calendar.
  ///
  /// - Returns: Whether it was there.
  mutating func remove(_ removed: FilePath) -> Bool {
    let kept = lines.filter { line in
      path(in: line).map { !$0.isAtOrBelow(removed) || !removed.isAtOrBelow($0) } ?? true
    }
    defer { lines = kept }
    return kept.count < lines.count
  }

  /// Replaces all lines of the options that are given.
  ///
  /// - Parameter words: The options as words of a command line: `--default-alarm=-15m`.
  /// - Throws: For a value that no line can hold.
  mutating func replace(_ words: [String]) throws(Failure) {
    var names: [String] = []
    var texts: [String: [String]] = [:]
    for word in words {
      guard !word.contains(where: \.isNewline) else {
        throw Failure(.usage, "no line of \(path) can hold \(TerminalText.oneLine(word))")
      }
      let name = String(word.dropFirst(2).prefix { $0 != "=" })
      if texts[name] == nil { names.append(name) }
      let value = String(word.dropFirst(2 + name.count + 1))
      let isPlain = !value.isEmpty && value.trimmed == value
      texts[name, default: []].append(isPlain ? "--\(name) \(value)" : word)
    }
    for name in names {
      let places = lines.indices.filter { option(in: lines[$0]) == name }
      let new = texts[name] ?? []
      guard places.map({ lines[$0].trimmed }) != new else { continue }
      let place = places.first ?? lines.lastIndex { option(in: $0) != nil }.map { $0 + 1 }
      for index in places.reversed() { lines.remove(at: index) }
      lines.insert(contentsOf: new, at: place ?? lines.count)
    }
  }

  /// The changes of an edit: each line that goes with `-` before it, and each new one with `+`.
  var changes: [String] {
    let changes = lines.difference(from: before ?? []).map { change in
      switch change {
      case .remove(let offset, let line, _): (offset, 0, "- \(line)")
      case .insert(let offset, let line, _): (offset, 1, "+ \(line)")
      }
    }
    return changes.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Puts the edited file in place in one step, where it or a link to it is.
  func write() throws(Failure) {
    guard lines != before else { return }
    try path.directory.make()
    try ResultFile(path, protecting: ProtectedFiles())
      .replace(with: Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}
