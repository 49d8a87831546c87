import CSystem
import CalendarFiles
package import CalendarSources
package import ProgramSupport

/// The paths of the results of a run: one for each calendar.
struct ResultPlaces {
  let output: BatchOutput
  /// The only PATH if it is a directory, to which the paths of results are relative; else nil.
  let root: FilePath?
  /// The hashes of the paths that are in use; Swift seeds hashes randomly.
  private var used: Set<Int> = []

  init(_ output: BatchOutput, of paths: [CalendarPath]) {
    self.output = output
    root = paths.count == 1 && paths[0].facts().kind == .directory ? paths[0].path : nil
  }

  /// Reserves the path of a calendar's result.
  ///
  /// - Parameter name: The name of the calendar.
  /// - Returns: The path, and whether no other calendar has it. The path is nil if results are
  ///   lines, or if the name can't be a path.
  mutating func reserve(_ name: CalendarPath) -> (place: FilePath?, isFirst: Bool) {
    guard let place = output.place(of: name.path, below: root) else { return (nil, true) }
    return (place, used.insert(place.hashValue).inserted)
  }

  /// Whether a calendar of this run has its result at a path, or a path with an equal hash.
  func contains(_ place: FilePath) -> Bool { used.contains(place.hashValue) }

  var isEmpty: Bool { used.isEmpty }
}

/// The results in a directory whose calendar is gone (`--prune`).
///
/// A file counts as a result if the program has marked its time, its name ends as those of this
/// run's results, and it belongs to this user. Symbolic links are neither followed nor removed.
package struct StaleResults {
  private let directory: FilePath
  private let suffix: String
  /// The ends of the names of all kinds of result files.
  private let suffixes: [String]
  private let places: ResultPlaces
  private let user = getuid()

  /// The most levels of directories that are searched; a path has at most 4,096 bytes.
  private static let maximumDepth = 2_048

  /// Finds the results beside those of `places`; nil if results are not files.
  init?(_ places: ResultPlaces, suffixes: [String]) {
    guard case .files(let directory, let suffix) = places.output, !suffix.isEmpty else {
      return nil
    }
    self.directory = directory
    self.suffix = suffix
    self.suffixes = suffixes
    self.places = places
  }

  /// Visits each result, sorted by name.
  ///
  /// - Parameter body: Receives the path of a result, and a path to the same file that no link can
  ///   redirect. Returns whether it has removed the file.
  func visit(_ body: (_ result: FilePath, _ file: FilePath) -> Bool) {
    guard let place = try? OutputPlace(directory), let opened = place.opened else { return }
    let descriptor = openToRead(opened.terminated, false)
    guard descriptor >= 0 else { return }
    _ = visit(directory, descriptor: descriptor, depth: 0, body: body)
  }

  /// Visits an open directory and closes it; returns whether `body` has removed any file.
  private func visit(
    _ directory: FilePath, descriptor: Int32, depth: Int,
    body: (_ result: FilePath, _ file: FilePath) -> Bool
  ) -> Bool {
    defer { _ = closeFile(descriptor) }
    // Names are looked up in the open directory, even if a link has replaced its path meanwhile.
    let opened = FilePath(text: "/proc/self/fd/\(descriptor)")
    let names = try? DirectoryNames.read(path: opened.bytes, name: directory.description)
    var isAnyRemoved = false
    for name in names ?? [] where name.first != UInt8(ascii: ".") {
      let (path, file) = (directory.appending(name), opened.appending(name))
      let facts = file.facts(followingLink: false)
      switch facts.kind {
      case .directory where depth < StaleResults.maximumDepth:
        let below = openToLook(file.terminated)
        guard below >= 0, visit(path, descriptor: below, depth: depth + 1, body: body) else {
          continue
        }
        isAnyRemoved = true
        // This fails if the directory has other files.
        _ = removeDirectory(file.terminated)
      case .file where isResult(name, facts: facts) && !places.contains(path):
        isAnyRemoved = body(path, file) || isAnyRemoved
      default: break
      }
    }
    return isAnyRemoved
  }

  private func isResult(_ name: [UInt8], facts: FileFacts) -> Bool {
    facts.error == 0 && facts.owner == user && ContentTime(contentOf: facts).isOfResult
      && longestSuffix(ofResult: name) == suffix
  }

  /// The longest suffix of a result file that a name ends with, after at least one byte; nil for
  /// other names.
  ///
  /// So `a.expo-ios.json` is not taken for a result with the suffix `.json`.
  private func longestSuffix(ofResult name: [UInt8]) -> String? {
    suffixes.filter {
      name.count > $0.utf8.count && name.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
    .max { $0.utf8.count < $1.utf8.count }
  }
}

extension StaleResults {
  static let noCalendar = "no calendar was found"

  /// The warning that no result was removed.
  static func message(_ reason: String) -> String {
    "--prune removes nothing, because a calendar could be missed: \(reason)"
  }

  /// Lists the results on standard output, one in each line, with names as in a log (`--dry-run`).
  ///
  /// `paths` are the PATHs of the command line. Throws if the calendars can't be read completely.
  package static func list(
    in output: BatchOutput, besidesThoseOf paths: [CalendarPath], _ batch: BatchSettings
  ) throws(Failure) {
    var inputs = try BatchInputs(paths, batch: batch)
    var places = ResultPlaces(output, of: paths)
    reading: while true {
      switch inputs.next() {
      case .item(let item): _ = places.reserve(item.calendarName)
      case .failed(let name, _, _): _ = places.reserve(name)
      case .pending: inputs.read()
      case .emptyList, .end: break reading
      }
    }
    if let reason = inputs.fault ?? (places.isEmpty ? noCalendar : nil) {
      throw Failure(.noInput, message(reason))
    }
    let stream = try OutputDestination.standardOutput.open(protecting: ProtectedFiles())
    StaleResults(places, suffixes: batch.suffixes)?.visit { result, _ in
      stream.append(LogEntry.name(of: result) + "\n")
      return false
    }
    try stream.close()
  }
}
