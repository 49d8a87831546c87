package import CSystem
import CalendarFiles
import ICalendarReader

/// The files that no output may replace: the inputs, and any file with a name that holds a calendar.
package struct ProtectedFiles {
  private var inputs: Set<FileIdentity> = []
  private var directories: Set<FileIdentity> = []

  /// Protects no input yet.
  package init() {}

  /// Protects an input that is a regular file or a pipe.
  package mutating func add(_ facts: FileFacts) {
    // A device, such as a terminal, can be read and written at once.
    guard facts.error == 0, facts.kind == .file || facts.kind == .pipe else { return }
    inputs.insert(facts.identity)
  }

  /// Protects an input by its path; `-` is standard input.
  package mutating func add(_ path: FilePath) {
    add(path.isHyphen ? factsOfDescriptor(0) : path.facts())
  }

  /// Protects directories from new files that would be read as calendars.
  package mutating func add(directories found: Set<FileIdentity>) {
    directories.formUnion(found)
  }

  /// Protects the inputs and the directories of another value, too.
  package mutating func formUnion(_ other: ProtectedFiles) {
    inputs.formUnion(other.inputs)
    directories.formUnion(other.directories)
  }

  /// Whether a file is an input.
  package func contains(_ facts: FileFacts) -> Bool { inputs.contains(facts.identity) }

  /// Throws an error if an output would replace a protected file or be read as a calendar.
  ///
  /// `steps` are the path's ``FilePath/linkSteps``.
  func check(_ path: FilePath, steps: [FilePath]) throws(Failure) {
    for step in steps where step.isCalendarName {
      let directory = step.directory.facts()
      if directory.error == 0, directories.contains(directory.identity) {
        throw refusal(
          of: path, why: "it would be read as a calendar next time; give it another name")
      }
    }
    let facts = path.facts()
    guard !facts.isAbsent else { return }
    guard facts.error == 0 else {
      throw refusal(of: path, why: "can't be looked at: \(SystemError(code: facts.error).reason)")
    }
    if contains(facts) { throw refusal(of: path, why: "it is read as an input") }
    guard facts.kind == .file else { return }
    let isCalendar: Bool
    do throws(ReadingError) {
      isCalendar = try ProtectedFiles.holdsCalendar(path)
    } catch {
      throw refusal(of: path, why: "it may hold a calendar; \(error)")
    }
    guard !isCalendar else { throw refusal(of: path, why: "it holds a calendar") }
  }

  /// Throws an error if standard output goes into an input.
  ///
  /// Another file that holds a calendar is allowed: a shell has opened it already, and several
  /// programs of a block can write to it.
  package func checkStandardOutput() throws(Failure) {
    let facts = factsOfDescriptor(1)
    guard facts.error == 0, contains(facts) else { return }
    throw refusal(of: FilePath(text: "standard output"), why: "it is read as an input")
  }

  private static func holdsCalendar(_ path: FilePath) throws(ReadingError) -> Bool {
    try PlainBytes.holdCalendar(
      try FileBytes.read(path: path.bytes, name: path.description, waits: false),
      of: path.description)
  }

  private func refusal(of path: FilePath, why: String) -> Failure {
    Failure(.cannotCreate, "\(path): isn't written: \(why)")
  }
}

extension FilePath {
  /// Whether a directory is searched for the name: `*.ics` or `*.ics.gz`, not hidden.
  package var isCalendarName: Bool { calendarSuffix != nil }

  /// The suffix of a calendar's name; nil for any other name.
  package var calendarSuffix: String? {
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard start < bytes.count, bytes[start] != UInt8(ascii: ".") else { return nil }
    return [".ics", ".ics.gz"].first { suffix in
      bytes[start...].suffix(suffix.utf8.count).elementsEqual(suffix.utf8) { letter, wanted in
        letter == wanted || letter == wanted & 0xDF && wanted >= UInt8(ascii: "a")
      }
    }
  }
}
