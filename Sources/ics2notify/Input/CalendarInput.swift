import CSystem
import CalendarFiles
import CalendarReminders
import ICalendar
import ICalendarReader
import ReminderCompiler
import WorkSharing

/// The calendars that were read, and how the reading went.
struct CalendarInput {
  /// What was read from each file that could be used.
  private(set) var documents: [CalendarDocument] = []
  private var scans: [CalendarScan] = []
  /// The files and directories whose changes matter, those first that matter most.
  private(set) var watched: [FilePath] = []
  /// The files that were read to their end.
  private(set) var files: [FilePath] = []
  /// The files whose copies were read in their place.
  private(set) var recovered: [FilePath] = []
  /// The paths that can't be read, with reasons; empty without copies.
  private(set) var problems: [(path: FilePath, reason: String, hasCopy: Bool)] = []
  private let store: CalendarStore?
  /// What was found of things that were not read.
  private var ownDiagnostics: [Diagnostic] = []
  private(set) var protected = ProtectedFiles()
  private(set) var hasFailed = false
  /// Whether an input did not exist or could not be opened.
  private(set) var isMissing = false
  /// Whether some path was named at all that could be used.
  private var isUsable: Bool { !documents.isEmpty || isEmptied }
  /// Whether an installed directory has no calendars left.
  private var isEmptied = false
  private let messages: Messages
  private var folders: [FilePath: CalendarFolder] = [:]

  /// Reads the paths of the command line; copies are read in place of unreadable calendars.
  init(_ settings: Settings, _ messages: Messages, copies store: CalendarStore? = nil) {
    self.messages = messages
    self.store = store
    let workers = settings.workers
    let reader = settings.reader
    for file in settings.otherFiles { protected.add(file) }
    var items: [InputWalk.Item] = []
    for path in settings.paths {
      var walk = InputWalk(path)
      while let item = walk.next() { items.append(item) }
      protected.add(directories: walk.directories)
      if !path.isHyphen { watched.append(path) }
      watched += walk.watched
    }
    watched += settings.otherFiles
    // What does not make the program wait is read first, all at once.
    var scanned = reader.scan(items.compactMap(\.file), workers).makeIterator()
    for item in items {
      if item.file != nil {
        if let file = scanned.next() { take(file, item, reader, settings) }
      } else {
        take(item, reader, settings, workers)
      }
    }
    documents = reader.documents(selecting: scans, workers)
    // Of the texts only excerpts are wanted from here on, and those for a person only.
    if !messages.areReadNow { scans = [] }
  }

  /// Reads a calendar that isn't a file and is called `path`.
  init(_ bytes: [UInt8], of path: FilePath, _ settings: Settings, _ messages: Messages) {
    self.messages = messages
    store = nil
    let reader = settings.reader
    for file in settings.otherFiles { protected.add(file) }
    do throws(ReadingError) {
      take(
        try reader.scan(bytes, file: path.description, settings.workers), of: path, settings)
    } catch {
      refuse(error)
    }
    documents = reader.documents(selecting: scans, settings.workers)
    if !messages.areReadNow { scans = [] }
  }

  /// Takes up a file that has been read.
  private mutating func take(
    _ file: ScannedFile, _ item: InputWalk.Item, _ reader: CalendarReader, _ settings: Settings
  ) {
    guard let path = item.path else { return }
    protected.add(file.facts ?? path.facts())
    switch file.result {
    case .success(let scan):
      if scan.isTruncated {
        // A file that was never whole has no copy, and is read as far as it goes.
        guard !recover(path, "incomplete: the file ends within a calendar", reader, settings)
        else { return }
      } else {
        files.append(path)
      }
      let isListed = if case .listed = item { true } else { false }
      take(scan, of: path, isListed: isListed, settings)
    case .failure(let error): refuse(error, at: path, reader, settings)
    }
  }

  /// Takes up anything else that was found at a path.
  private mutating func take(
    _ item: InputWalk.Item, _ reader: CalendarReader, _ settings: Settings, _ workers: Workers
  ) {
    do throws(ReadingError) {
      switch item {
      case .standardInput:
        StandardInput.announce("a calendar")
        protected.add(factsOfDescriptor(0))
        take(try reader.scanStandardInput(workers), settings)
      case .named(let path, _):
        protected.add(path.facts())
        let file = ReadableFile(path: path.bytes, name: path.description, waits: true)
        take(try reader.scan(file, workers).result.get(), of: path, settings)
      case .listed: break
      case .passedOver(let path, let kind):
        let place = SourceLocation(file: path.description, line: 1)
        ownDiagnostics.append(Diagnostic(.fileIgnored(kind: kind.name), at: place))
      case .failed(let path, let error): refuse(error, at: path, reader, settings)
      case .emptyDirectory(let path):
        let reason = "this directory doesn't contain a .ics file"
        guard store == nil else {
          // The directory may be a mount point whose file system is not there.
          let advice = "\(reason) any more; uninstall it if that is intended"
          if recover(path, advice, reader, settings) { return }
          isEmptied = true
          return messages.say(.warning, "\(path): \(reason)", file: path.description)
        }
        hasFailed = true
        say("\(path): \(reason)", file: path.description)
      }
    } catch {
      refuse(error)
    }
  }

  /// Takes a file as a part of its source; `path` is nil for standard input.
  ///
  /// In a directory the files that hold one event each are one source, as calendar servers and vdirs
  /// keep them. An export is a separate source.
  private mutating func take(
    _ scan: CalendarScan, of path: FilePath? = nil, isListed: Bool = false, _ settings: Settings
  ) {
    var scan = scan
    if settings.mergesSources {
      scan.source = ""
    } else if let path {
      // What is shown of two names can be the same; the names themselves are not.
      scan.source =
        isListed && !scan.hasSeveralUIDs ? path.directory.argument + "/" : path.argument
    }
    if let path, isListed {
      let folder = folders[path.directory] ?? CalendarFolder(path.directory)
      folders[path.directory] = folder
      if folder.hasDisplayName || !scan.hasSeveralUIDs { scan.nameCalendars(folder.name) }
    }
    scans.append(scan)
  }

  /// Reads the copies of a path that can't be read, and returns whether there are any.
  private mutating func recover(
    _ path: FilePath, _ reason: String, _ reader: CalendarReader, _ settings: Settings
  ) -> Bool {
    guard let store else { return false }
    var hasCopy = false
    for file in store.calendars(at: path) {
      let copy = ReadableFile(
        path: store.place(of: file).bytes, name: file.description, waits: false)
      guard let scan = try? reader.scan(copy, settings.workers).result.get(), !scan.isTruncated
      else { continue }
      hasCopy = true
      recovered.append(file)
      let isListed = file != path || !settings.paths.contains(path)
      take(scan, of: file, isListed: isListed, settings)
    }
    guard hasCopy else { return false }
    problems.append((path, reason, hasCopy))
    hasFailed = true
    messages.say(
      .warning, "\(path): \(reason); its last good reminders are kept", file: path.description)
    return true
  }

  private mutating func refuse(
    _ error: ReadingError, at path: FilePath, _ reader: CalendarReader, _ settings: Settings
  ) {
    let reason = String("\(error)".dropFirst(path.description.count + 2))
    guard !recover(path, reason, reader, settings) else { return }
    if store != nil { problems.append((path, reason, false)) }
    refuse(error)
  }

  private mutating func refuse(_ error: ReadingError) {
    hasFailed = true
    switch error {
    case .noSuchFile(let path):
      isMissing = true
      if let command = FilePath(text: path).commandForURL {
        say(
          "\(path): calendars are read from files; \(command) | \(ProgramArguments.programName) -",
          file: path)
        return
      }
    case .unreadable: isMissing = true
    default: break
    }
    say("\(error)", file: error.file)
  }

  private func say(_ message: String, file: String) {
    messages.say(.error, message, file: file)
  }

  /// The most bytes of a line that are looked at for an excerpt.
  private static let excerptBytes = 4_096

  func text(at location: SourceLocation) -> String? {
    scans.first { $0.file == location.file }?
      .text(ofLine: location.line, limit: CalendarInput.excerptBytes)
  }

  /// The colours of calendars, by name.
  var colours: [String: CalendarFolder.Colour] {
    Dictionary(
      folders.values.compactMap { folder in folder.colour.map { (folder.name, $0) } },
      uniquingKeysWith: { min($0, $1) })
  }

  /// All components, file by file.
  var components: [CalendarComponent] {
    // Those of one file, of which there can be a million, are not copied.
    documents.count == 1 ? documents[0].components : documents.flatMap(\.components)
  }

  /// What reading found, file by file.
  var diagnostics: [Diagnostic] { ownDiagnostics + documents.flatMap(\.diagnostics) }

  /// Ends the program where nothing can be done with what was read.
  func requireUsable() throws(Failure) {
    guard !isUsable else { return }
    throw Failure(isMissing ? .noInput : .noUsableInput, nil)
  }
}

extension InputWalk.Item {
  fileprivate var path: FilePath? {
    switch self {
    case .named(let path, _), .listed(let path): path
    default: nil
    }
  }

  /// The file, for one that is read without waiting.
  fileprivate var file: ReadableFile? {
    switch self {
    // One that has become a pipe since it was looked at is waited for no more.
    case .named(let path, .file), .listed(let path):
      ReadableFile(path: path.bytes, name: path.description, waits: false)
    default: nil
    }
  }
}
