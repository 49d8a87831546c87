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

  mutating func add(_ path: FilePath) {
    add(path.isHyphen ? factsOfDescriptor(0) : path.facts())
  }

  /// Keeps directories that are read from being given something that would be read next time.
  mutating func add(directories found: Set<FileIdentity>) {
    directories.formUnion(found)
  }

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
    let isCalendar: Bool
    do throws(ReadingError) {
      isCalendar = try ProtectedFiles.holdsCalendar(path)
    } catch {
      throw refusal(path, "it may hold a calendar; \(error)")
    }
    guard !isCalendar else { throw refusal(path, "it holds a calendar") }
  }

  /// Refuses standard output where it goes into a calendar or an input.
  func checkStandardOutput() throws(Failure) {
    let facts = factsOfDescriptor(1)
    guard facts.error == 0, facts.kind == .file || facts.kind == .pipe else { return }
    let name = FilePath(text: "standard output")
    if contains(facts) { throw refusal(name, "it is read as an input") }
    guard facts.kind == .file, facts.size > 0 else { return }
    // A file that can be written but not read is not replaced either.
    if (try? ProtectedFiles.holdsCalendar(FilePath(text: "/dev/fd/1"))) == true {
      throw refusal(name, "it goes into a file that holds a calendar")
    }
  }

  private static func holdsCalendar(_ path: FilePath) throws(ReadingError) -> Bool {
    try PlainBytes.holdCalendar(
      try FileBytes.read(path: path.bytes, name: path.description, waits: false),
      of: path.description)
  }

  private func refusal(_ path: FilePath, _ why: String) -> Failure {
    Failure(.cannotCreate, "\(path): isn't written: \(why)")
  }
}
