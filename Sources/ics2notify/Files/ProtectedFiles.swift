import CSystem
import CalendarFiles
import ICalendarReader

/// What no output may replace or write into: what was read, and whatever holds a calendar.
struct ProtectedFiles {
  private var inputs: Set<FileIdentity> = []
  private var directories: Set<FileIdentity> = []

  /// Protects a file or a pipe that is read, whatever path leads to it.
  mutating func add(_ facts: FileFacts) {
    // A device, such as a terminal, may be read and written at once.
    guard facts.error == 0, facts.kind == .file || facts.kind == .pipe else { return }
    inputs.insert(facts.identity)
  }

  /// Protects a file that is read.
  mutating func add(_ path: FilePath) {
    add(path.isHyphen ? factsOfDescriptor(0) : path.facts())
  }

  /// Keeps directories that are read from being given something that would be read next time.
  mutating func add(directories found: Set<FileIdentity>) {
    directories.formUnion(found)
  }

  /// Whether a file or a pipe was read.
  func contains(_ facts: FileFacts) -> Bool { inputs.contains(facts.identity) }

  /// Rejects an output that would take a calendar or an input away, or become one.
  ///
  /// `steps` are the path, and what the links at its end lead to.
  func check(_ path: FilePath, _ steps: [FilePath]) throws(Failure) {
    for step in steps where step.isCalendarName {
      let directory = step.directory.facts()
      if directory.error == 0, directories.contains(directory.identity) {
        throw refusal(path, "it would be read as a calendar next time; give it another name")
      }
    }
    let facts = path.facts()
    guard !facts.isAbsent else { return }
    guard facts.error == 0 else {
      throw refusal(path, "can't be looked at: \(SystemError(code: facts.error).reason)")
    }
    if contains(facts) { throw refusal(path, "it is read as an input") }
    guard facts.kind == .file else { return }
    switch ProtectedFiles.content(of: path) {
    case .calendar: throw refusal(path, "it holds a calendar")
    case .other: break
    case .unknown(let error):
      throw refusal(path, "it may hold a calendar; \(error)")
    }
  }

  /// Refuses standard output where it goes into a calendar or an input.
  func checkStandardOutput() throws(Failure) {
    let facts = factsOfDescriptor(1)
    guard facts.error == 0, facts.kind == .file || facts.kind == .pipe else { return }
    let name = FilePath(text: "standard output")
    if contains(facts) { throw refusal(name, "it is read as an input") }
    guard facts.kind == .file, facts.size > 0 else { return }
    // What may be written to and not be read is not replaced either.
    if case .calendar = ProtectedFiles.content(of: FilePath(text: "/dev/fd/1")) {
      throw refusal(name, "it goes into a file that holds a calendar")
    }
  }

  /// What a file holds.
  private enum Content {
    case calendar, other
    case unknown(ReadingError)
  }

  /// Looks into a file as the reader would.
  private static func content(of path: FilePath) -> Content {
    do throws(ReadingError) {
      let bytes = try FileBytes.read(
        path: path.bytes, name: path.description, waits: false)
      return try PlainBytes.holdCalendar(bytes, of: path.description) ? .calendar : .other
    } catch {
      return .unknown(error)
    }
  }

  private func refusal(_ path: FilePath, _ why: String) -> Failure {
    Failure(.cannotCreate, "\(path): isn't written: \(why)")
  }
}
