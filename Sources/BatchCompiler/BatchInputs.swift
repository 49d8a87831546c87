import CSystem
import CalendarFiles
import CalendarSources
import ICalendarReader
import ProgramSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The calendars of a batch, one after another.
struct BatchInputs {
  /// The next calendar, or the reason why none follows.
  enum Next {
    case item(BatchItem)
    /// A path without a calendar; `isMissing` if a PATH of the command line has nothing to read.
    case failed(CalendarPath, Failure, isMissing: Bool = false)
    /// The list has ended and named nothing.
    case emptyList(Failure)
    /// The next line of the list has not arrived yet.
    case pending
    case end
  }

  private var paths: ArraySlice<CalendarPath>
  private var walk: InputWalk?
  /// The lines of `--files-from` or `--from`.
  private var lines: DescriptorLines?
  private let areCalendars: Bool
  private let haveLineEnds: Bool
  /// Whether an invalid line of JSON is a ``fault``, since its calendar is unknown.
  private let checksLines: Bool
  private var lineNumber = 0
  private let list: String
  /// The first reason why calendars may be missing, such as an unreadable directory; else nil.
  private(set) var fault: String?
  private var isEndTold = false
  private var isListUsed = false
  /// Whether the walk begins at a PATH of the command line.
  private var isTyped = false

  /// Reads the PATHs of the command line, then the list or the lines of JSON that `batch` names.
  init(_ paths: [CalendarPath], batch: BatchSettings) throws(Failure) {
    self.paths = paths[...]
    areCalendars = batch.readsLines
    haveLineEnds = !batch.areNullTerminated
    checksLines = batch.prunes
    let file = batch.filesFrom.flatMap { $0.isHyphen ? nil : $0 }
    list = file?.description ?? CalendarReader.standardInputName
    guard areCalendars || batch.filesFrom != nil else { return }
    if file == nil {
      StandardInput.announce(areCalendars ? "lines with calendars" : "a list of calendars")
    }
    var descriptor = STDIN_FILENO
    if let file {
      do throws(ReadingError) {
        descriptor = try FileBytes.open(path: file.bytes, name: list, waits: true).descriptor
      } catch {
        throw Failure(.noInput, "\(error)")
      }
    }
    guard factsOfDescriptor(descriptor).kind != .directory else {
      throw Failure(.noInput, "\(list): is a directory; name it as a PATH")
    }
    lines = DescriptorLines(
      descriptor, endingWith: haveLineEnds ? UInt8(ascii: "\n") : 0,
      limit: areCalendars ? CalendarLine.maximumSize : DescriptorLines.longestLine)
  }

  /// The descriptor of the list; nil if all paths are on the command line.
  var descriptor: Int32? { lines?.descriptor }

  /// The fraction of the list that was used, from 0 to 1; nil if its size is unknown.
  var progress: Double? {
    guard let lines else { return nil }
    let facts = factsOfDescriptor(lines.descriptor)
    guard facts.error == 0, facts.kind == .file, facts.size > 0 else { return nil }
    return min(1, Double(lines.taken) / Double(facts.size))
  }

  /// The number of calendars at the PATHs of the command line, which takes a second for a million.
  static func count(at paths: [CalendarPath]) -> Int {
    paths.reduce(0) { count, path in
      var walk = InputWalk(path)
      var count = count
      while walk.next() != nil { count += 1 }
      return count
    }
  }

  /// Blocks until more of the list has been read.
  mutating func read() { lines?.read() }

  mutating func next() -> Next {
    let next = found()
    switch next {
    case .failed(_, let failure, _), .emptyList(let failure): fault = fault ?? failure.message
    case .item(let item) where checksLines && item.content == .line:
      do throws(Failure) {
        _ = try CalendarLine(item.bytes, at: item.name)
      } catch {
        fault = fault ?? error.message
      }
    case .item, .pending, .end: break
    }
    return next
  }

  private mutating func found() -> Next {
    while true {
      if let item = walk?.next() { return next(item) }
      walk = nil
      isTyped = !paths.isEmpty
      if let path = paths.popFirst() {
        walk = InputWalk(path)
        continue
      }
      switch lines?.next() ?? .end {
      case .end:
        guard let lines, !isEndTold else { return .end }
        isEndTold = true
        guard lines.fault == 0 else {
          return .failed(
            CalendarPath(text: list),
            Failure(.noInput, "\(list): reading failed: \(FileBytes.reason(lines.fault))"))
        }
        // A stream of calendars may be empty, but an empty list of files is a mistake.
        guard !isListUsed, !areCalendars else { return .end }
        return .emptyList(Failure(.noInput, "\(list): the list is empty"))
      case .pending: return .pending
      case .tooLong:
        lineNumber += 1
        return failed(
          areCalendars
            ? "the line has more than 64 MiB"
            : "the path has more than \(DescriptorLines.longestLine) bytes")
      case .line(let line):
        lineNumber += 1
        guard !line.allSatisfy({ $0 == 0x0D || $0 == 0x20 && areCalendars }) else { continue }
        isListUsed = true
        if areCalendars {
          return .item(BatchItem(content: .line, name: lineName, bytes: Data(line)))
        }
        guard !line.contains(0) else {
          return failed("the path contains a NUL; --null reads paths that end with NUL")
        }
        // Windows ends lines with CR LF.
        walk = InputWalk(
          listed: CalendarPath(
            FilePath(haveLineEnds && line.last == 0x0D ? line.dropLast() : line)))
      }
    }
  }

  private var lineName: CalendarPath {
    CalendarPath(text: "\(CalendarReader.standardInputName):\(lineNumber)")
  }

  private func failed(_ why: String) -> Next {
    .failed(
      lineName, Failure(areCalendars ? .noUsableInput : .noInput, "\(lineName): \(why)"))
  }

  private func next(_ item: InputWalk.Item) -> Next {
    do throws(ReadingError) {
      switch item {
      case .standardInput:
        let name = CalendarReader.standardInputName
        return .item(
          BatchItem(
            content: .bytes, name: CalendarPath(text: name),
            bytes: Data(try FileBytes.readStandardInput(name: name))))
      case .named(let path, .file), .listed(let path):
        return .item(BatchItem(content: .file, name: path))
      case .named(let path, _):
        // Read here: a path such as /dev/fd/3 has another meaning in a worker.
        let bytes = try FileBytes.read(path: path.path.bytes, name: path.description)
        return .item(BatchItem(content: .bytes, name: path, bytes: Data(bytes)))
      case .passedOver(let path, let kind):
        return .failed(
          path,
          Failure(
            .noUsableInput,
            "\(path): is \(kind.name), which is read only if it is given as a PATH"))
      case .failed(_, let error): throw error
      case .emptyDirectory(let path):
        return .failed(
          path,
          Failure(
            isTyped ? .noInput : .noUsableInput,
            "\(path): this directory doesn't contain a .ics file"), isMissing: isTyped)
      }
    } catch {
      let isUnreadable =
        switch error {
        case .noSuchFile, .unreadable: true
        default: false
        }
      return .failed(
        CalendarPath(text: error.file),
        Failure(isUnreadable ? .noInput : .noUsableInput, "\(error)"),
        isMissing: isTyped && walk?.isUnreadable ?? false)
    }
  }
}
