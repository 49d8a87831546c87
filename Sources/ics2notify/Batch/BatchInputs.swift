import CSystem
import CalendarFiles
import ICalendarReader

/// The calendars of a batch, one after another.
struct BatchInputs {
  /// What comes next.
  enum Next {
    case item(BatchItem)
    /// Something that gives no calendar, and why; `isMissing` if it is a PATH of the command line
    /// with nothing to read.
    case failed(FilePath, Failure, isMissing: Bool = false)
    /// The list is at its end and named nothing.
    case emptyList(Failure)
    /// Nothing has come yet.
    case pending
    /// Nothing comes any more.
    case end
  }

  private var paths: ArraySlice<FilePath>
  private var walk: InputWalk?
  private var lines: DescriptorLines?
  private let areCalendars: Bool
  private var lineNumber = 0
  /// The file with the list; nil for standard input.
  private let list: String?
  private let haveLineEnds: Bool
  private var isEndTold = false
  /// Whether the list names anything.
  private var isListUsed = false
  /// Whether the walk begins at a PATH of the command line.
  private var isTyped = false

  /// Prepares to read the paths of the command line, or what `batch` names instead.
  init(_ paths: [FilePath], _ batch: BatchOptions) throws(Failure) {
    self.paths = paths[...]
    areCalendars = batch.from != nil
    haveLineEnds = !batch.areNullTerminated
    list = batch.filesFrom.flatMap { $0.isHyphen ? nil : $0.description }
    if let list = batch.filesFrom {
      if list.isHyphen { StandardInput.announce("a list of calendars") }
      let descriptor = list.isHyphen ? STDIN_FILENO : openToRead(list.terminated, true)
      guard descriptor >= 0 else {
        throw Failure(
          .noInput, "\(FileBytes.failure(list.description, code: -descriptor))")
      }
      guard factsOfDescriptor(descriptor).kind != .directory else {
        throw Failure(.noInput, "\(list): is a directory; name it as a PATH")
      }
      lines = DescriptorLines(
        descriptor, endingWith: batch.areNullTerminated ? 0 : UInt8(ascii: "\n"),
        limit: DescriptorLines.longestLine)
    } else if areCalendars {
      StandardInput.announce("lines with calendars")
      lines = DescriptorLines(
        STDIN_FILENO, endingWith: UInt8(ascii: "\n"), limit: CalendarLine.maximumSize)
    }
  }

  /// Where more may come from later; nil where everything is there.
  var descriptor: Int32? { lines?.descriptor }

  /// How much of the list has been gone through, where its size is known: from 0 to 1.
  var progress: Double? {
    guard let lines else { return nil }
    let facts = factsOfDescriptor(lines.descriptor)
    guard facts.error == 0, facts.kind == .file, facts.size > 0 else { return nil }
    return min(1, Double(lines.taken) / Double(facts.size))
  }

  /// Reads from where more comes from, and waits for it.
  mutating func read() { lines?.read() }

  /// The next of what there is.
  mutating func next() -> Next {
    while true {
      if let item = walk?.next() {
        return next(item)
      }
      walk = nil
      if let path = paths.popFirst() {
        walk = InputWalk(path)
        isTyped = true
        continue
      }
      isTyped = false
      switch lines?.next() ?? .end {
      case .end:
        guard let lines, !isEndTold else { return .end }
        isEndTold = true
        let name = list ?? CalendarReader.standardInputName
        guard lines.fault == 0 else {
          return .failed(
            FilePath(text: name),
            Failure(.noInput, "\(name): reading failed: \(FileBytes.reason(lines.fault))"))
        }
        // An engine may have an empty part; a list was made to name something.
        guard !isListUsed, !areCalendars else { return .end }
        return .emptyList(Failure(.noInput, "\(name): the list is empty"))
      case .pending: return .pending
      case .tooLong:
        lineNumber += 1
        let (what, limit) =
          areCalendars ? ("line", "64 MiB") : ("path", "\(DescriptorLines.longestLine) bytes")
        return .failed(
          lineName,
          Failure(
            areCalendars ? .noUsableInput : .noInput,
            "\(lineName): the \(what) has more than \(limit)"))
      case .line(let line):
        lineNumber += 1
        // An empty line names nothing.
        guard !line.allSatisfy({ $0 == 0x0D || $0 == 0x20 && areCalendars }) else { continue }
        isListUsed = true
        if areCalendars { return .item(BatchItem(content: .line, name: lineName, bytes: line)) }
        guard !line.contains(0) else {
          return .failed(
            lineName,
            Failure(
              .noInput,
              "\(lineName): the path contains a NUL; --null reads paths that end with NUL"))
        }
        // Windows ends lines with CR LF.
        let path = haveLineEnds && line.last == 0x0D ? line.dropLast() : line
        walk = InputWalk(listed: FilePath(path))
      }
    }
  }

  private var lineName: FilePath {
    FilePath(text: "\(CalendarReader.standardInputName):\(lineNumber)")
  }

  /// What was found at a path.
  private func next(_ item: InputWalk.Item) -> Next {
    do throws(ReadingError) {
      switch item {
      case .standardInput:
        let name = FilePath(text: CalendarReader.standardInputName)
        let bytes = try FileBytes.readStandardInput(name: CalendarReader.standardInputName)
        return .item(BatchItem(content: .bytes, name: name, bytes: bytes))
      case .named(let path, .file), .listed(let path):
        return .item(BatchItem(content: .file, name: path))
      case .named(let path, _):
        // A worker has other descriptors, to which such a path may lead.
        let bytes = try FileBytes.read(path: path.bytes, name: path.description)
        return .item(BatchItem(content: .bytes, name: path, bytes: bytes))
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
        FilePath(text: error.file), Failure(isUnreadable ? .noInput : .noUsableInput, "\(error)"),
        isMissing: isTyped && walk?.isUnreadable ?? false)
    }
  }
}

/// Lines as they come from a file or a pipe, of which none is kept that is too long.
struct DescriptorLines {
  /// What comes next.
  enum Next {
    case line([UInt8])
    /// A line with more bytes than are read; it was passed over.
    case tooLong
    /// Nothing that is whole has come yet.
    case pending
    /// Nothing comes any more.
    case end
  }

  /// Where they come from.
  let descriptor: Int32
  /// How many bytes were taken out.
  private(set) var taken = 0
  /// Whether the last line that was taken out had an end.
  private(set) var hadEnd = true
  /// The system's number for why nothing more can be read; zero where there is no such thing.
  private(set) var fault: Int32 = 0
  private let terminator: UInt8
  private let limit: Int
  private var buffer: [UInt8] = []
  /// Where in the buffer the next line begins, and from where on its end is looked for.
  private var start = 0
  private var searched = 0
  private var isTooLong = false
  private var isAtEnd = false

  /// The most bytes of a line with a path: of a log, each byte may take four.
  static let longestLine = 1 << 15

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - descriptor: Where they come from.
  ///   - terminator: What ends each.
  ///   - limit: The most bytes of one.
  init(_ descriptor: Int32, endingWith terminator: UInt8, limit: Int) {
    self.descriptor = descriptor
    self.terminator = terminator
    self.limit = limit
  }

  /// The next line of what has been read.
  mutating func next() -> Next {
    if let end = buffer[searched...].firstIndex(of: terminator) {
      defer { move(to: end + 1) }
      if isTooLong || end - start > limit {
        isTooLong = false
        return .tooLong
      }
      return .line(Array(buffer[start..<end]))
    }
    searched = buffer.count
    if isTooLong || buffer.count - start > limit {
      isTooLong = true
      move(to: buffer.count)
    }
    guard isAtEnd else { return .pending }
    if isTooLong {
      isTooLong = false
      return .tooLong
    }
    // The last line needs no end.
    guard start < buffer.count else { return .end }
    hadEnd = false
    defer { move(to: buffer.count) }
    return .line(Array(buffer[start...]))
  }

  /// The next line of a file, which is read as far as it takes.
  mutating func nextOfFile() -> Next {
    while true {
      let next = next()
      guard case .pending = next else { return next }
      read()
    }
  }

  private mutating func move(to place: Int) {
    taken += place - start
    start = place
    searched = place
  }

  /// Reads what there is, or waits for something.
  mutating func read() {
    if start > buffer.count / 2 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    let more = FileBytes.nextOrFault(of: descriptor)
    fault = more.code
    isAtEnd = more.bytes.isEmpty
    buffer += more.bytes
  }
}
