import CSystem
import CalendarFiles
import CivilTime
package import ICalendar
import ICalendarReader
package import ProgramSupport
import ReminderCompiler
import WorkSharing

/// The calendars of a command, and the results of reading them.
package struct CalendarInput {
  private(set) var documents: [CalendarDocument] = []
  private var scans: [CalendarScan] = []
  /// The files and directories to watch for changes, most important first.
  package private(set) var watched: [FilePath] = []
  /// The files that were read completely, without fetched ones.
  package private(set) var files: [FilePath] = []
  /// The files that were replaced by their stored copies.
  package private(set) var recovered: [FilePath] = []
  /// The unreadable paths, with reasons; empty if the command uses no copies.
  package private(set) var problems: [UnreadCalendar] = []
  private let copies: CalendarCopies?
  /// Diagnostics about files that were not read.
  private var ownDiagnostics: [Diagnostic] = []
  private(set) var protected = ProtectedFiles()
  private(set) var hasFailed = false
  /// Whether an input did not exist or could not be opened.
  package private(set) var isMissing = false
  /// Whether there is a calendar to use, or an installed directory without calendars.
  private var isUsable: Bool { !documents.isEmpty || isEmptied }
  /// Whether an installed directory contains no calendars any more.
  private var isEmptied = false
  /// Whether the calendars need a time zone that the machine lacks, like all others.
  private var needsZones = false
  private let messages: Messages
  private var folders: [FilePath: CalendarFolder] = [:]

  /// Reads the paths of the command line; copies replace unreadable calendars.
  package init(_ settings: Settings, messages: Messages, copies: CalendarCopies? = nil) {
    self.messages = messages
    self.copies = copies
    let workers = settings.workers
    let reader = settings.reader
    for file in settings.otherFiles { protected.add(file) }
    var items: [InputWalk.Item] = []
    for path in settings.paths {
      if path.fetched != nil {
        items.append(.named(path, .file))
        continue
      }
      var walk = InputWalk(path)
      while let item = walk.next() { items.append(item) }
      protected.add(directories: walk.directories)
      if !path.isHyphen, !path.isAddress { watched.append(path.path) }
      watched += walk.watched
    }
    watched += settings.otherFiles
    let held = copies?.held ?? [:]
    let read = held.isEmpty ? items : items.filter { held[$0.path?.description ?? ""] == nil }
    if let copies {
      copies.willRead(
        read.filter { $0.calendar.map(copies.store.isNew) ?? false }
          .compactMap(\.path))
    }
    // Read all files that can't block first, in parallel.
    var scanned = reader.scan(read.compactMap(\.file), workers: workers).makeIterator()
    for item in items {
      if let copies, let path = item.path, let calendar = held[path.description] {
        hold(
          path, why: calendar.reason(of: copies.installation), reader: reader, settings: settings)
      } else if item.file != nil {
        if let file = scanned.next() { take(file, of: item, reader: reader, settings: settings) }
      } else {
        take(item, reader: reader, settings: settings, workers: workers)
      }
    }
    documents = documents(by: reader, workers: workers)
    // The text is needed only for excerpts, which appear on a terminal.
    if !messages.areReadNow { scans = [] }
  }

  /// Reads the bytes of a calendar that has the name `path`.
  package init(_ bytes: [UInt8], of path: CalendarPath, settings: Settings, messages: Messages) {
    self.messages = messages
    copies = nil
    let reader = settings.reader
    for file in settings.otherFiles { protected.add(file) }
    do throws(ReadingError) {
      take(
        try reader.scan(bytes, file: path.description, workers: settings.workers), of: path,
        settings: settings)
    } catch {
      refuse(error)
    }
    documents = documents(by: reader, workers: settings.workers)
    if !messages.areReadNow { scans = [] }
  }

  private mutating func documents(
    by reader: CalendarReader, workers: Workers
  ) -> [CalendarDocument] {
    let missed = reader.zones.missedCount
    defer { needsZones = reader.zones.missedCount > missed }
    return reader.documents(selecting: scans, workers: workers)
  }

  /// Adds a file that has been read.
  private mutating func take(
    _ file: ScannedFile, of item: InputWalk.Item, reader: CalendarReader, settings: Settings
  ) {
    guard let path = item.path else { return }
    protected.add(file.facts ?? path.facts())
    switch file.result {
    case .success(let scan):
      if scan.isTruncated {
        // Without a stored copy, use the complete part of the file.
        guard
          !recover(
            path, reason: "incomplete: the file ends within a calendar", reader: reader,
            settings: settings)
        else { return }
      } else {
        if let loss = lossOfEvents(in: scan, at: path, reader: reader, settings: settings),
          recover(path, reason: loss.reason, since: loss.since, reader: reader, settings: settings)
        {
          return
        }
        if copies != nil, let problem = path.address.flatMap({ FetchedCalendar($0).problem }) {
          keepCopy(problem)
        }
        // The user may clear the cache while the server doesn't answer.
        files.append(path.calendar)
      }
      let isListed = if case .listed = item { true } else { false }
      take(scan, of: path, isListed: isListed, settings: settings)
    case .failure(let error): refuse(error, at: path, reader: reader, settings: settings)
    }
  }

  /// Reads or reports an item that is not a scanned file.
  private mutating func take(
    _ item: InputWalk.Item, reader: CalendarReader, settings: Settings, workers: Workers
  ) {
    do throws(ReadingError) {
      switch item {
      case .standardInput:
        StandardInput.announce("a calendar")
        protected.add(factsOfDescriptor(0))
        take(try reader.scanStandardInput(workers), settings: settings)
      case .named(let path, _):
        protected.add(path.facts())
        let file = ReadableFile(path: path.path.bytes, name: path.description, waits: true)
        take(try reader.scan(file, workers: workers).result.get(), of: path, settings: settings)
      case .listed: break
      case .passedOver(let path, let kind):
        let place = SourceLocation(file: path.description, line: 1)
        ownDiagnostics.append(Diagnostic(.fileIgnored(kind: kind.name), at: place))
      case .failed(let path, let error): refuse(error, at: path, reader: reader, settings: settings)
      case .emptyDirectory(let path):
        let reason = "this directory doesn't contain a .ics file"
        guard copies == nil else {
          // The directory may be a mount point without its file system.
          let advice = "\(reason) any more; uninstall it if that is intended"
          if recover(path, reason: advice, reader: reader, settings: settings) { return }
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

  /// Adds a scan and sets its source; `path` is nil for standard input.
  ///
  /// The files of a directory that have one UID each are one source, as in a CalDAV server or a
  /// vdir. A file with several UIDs is a separate source.
  private mutating func take(
    _ scan: CalendarScan, of path: CalendarPath? = nil, isListed: Bool = false, settings: Settings
  ) {
    var scan = scan
    if settings.mergesSources {
      scan.source = ""
    } else if let path {
      // Use the raw name, because different names can have the same description. An address can be
      // a secret.
      scan.source =
        isListed && !scan.hasSeveralUIDs
        ? path.path.directory.argument + "/" : path.isAddress ? path.description : path.argument
    }
    if let path, isListed {
      let directory = path.path.directory
      let folder = folders[directory] ?? CalendarFolder(directory)
      folders[directory] = folder
      if folder.hasDisplayName || !scan.hasSeveralUIDs { scan.nameCalendars(folder.name) }
    }
    scans.append(scan)
  }

  /// Reads the copies of an unreadable path, and returns whether there are any.
  private mutating func recover(
    _ path: CalendarPath, reason: String, isReported: Bool = true, since: Instant? = nil,
    reader: CalendarReader, settings: Settings
  ) -> Bool {
    guard let store = copies?.store else { return false }
    var hasCopy = false
    for file in store.calendars(at: path.calendar) {
      let calendar = path.isAddress ? path : CalendarPath(file)
      let copy = ReadableFile(
        path: store.place(of: file).bytes, name: calendar.description, waits: false)
      guard let scan = try? reader.scan(copy, workers: settings.workers).result.get(),
        !scan.isTruncated
      else { continue }
      hasCopy = true
      recovered.append(file)
      let isListed = calendar != path || !settings.paths.contains(path)
      take(scan, of: calendar, isListed: isListed, settings: settings)
    }
    guard hasCopy else { return false }
    keepCopy(
      UnreadCalendar(
        path: "\(path)", reason: reason, hasCopy: true, report: isReported ? reason : nil,
        emptiedSince: since))
    hasFailed = true
    return true
  }

  /// Uses the copies of a calendar that ended earlier renewals.
  private mutating func hold(
    _ path: CalendarPath, why: (text: String, isReported: Bool), reader: CalendarReader,
    settings: Settings
  ) {
    let (reason, isReported) = why
    guard !recover(path, reason: reason, isReported: isReported, reader: reader, settings: settings)
    else { return }
    problems.append(
      UnreadCalendar(
        path: "\(path)", reason: reason, hasCopy: false, report: isReported ? reason : nil))
    hasFailed = true
    say("\(path): \(reason)", file: path.description)
  }

  /// Returns the loss of a calendar without any event of its copy, which had reminders soon, or
  /// whose events are all refused.
  ///
  /// A backend that has lost its database answers with an empty calendar. The result is nil if the
  /// loss is accepted.
  private func lossOfEvents(
    in scan: CalendarScan, at path: CalendarPath, reader: CalendarReader, settings: Settings
  ) -> EmptiedCalendar? {
    guard let copies, !copies.acceptsEmpty, copies.store.isChanged(path.calendar) else {
      return nil
    }
    let copy = ReadableFile(
      path: copies.store.place(of: path.calendar).bytes, name: path.description, waits: false)
    func document(of scan: CalendarScan) -> CalendarDocument {
      reader.documents(selecting: [scan], workers: settings.workers)[0]
    }
    // Only events that can ring are read, so the others prove nothing.
    func isRefused(_ document: CalendarDocument) -> Bool {
      document.componentCounts.refused > 0 && document.components.allSatisfy(\.isSilent)
    }
    func hasReminders(_ document: CalendarDocument) -> Bool {
      EmptiedCalendar.hasReminders(
        in: document.components, options: settings.compiler, workers: settings.workers)
    }
    guard let earlier = try? reader.scan(copy, workers: settings.workers).result.get() else {
      return nil
    }
    let read = document(of: scan)
    guard !scan.keepsComponents(of: earlier) || isRefused(read), !hasReminders(read),
      hasReminders(document(of: earlier))
    else { return nil }
    let now = settings.compiler.now
    // A full minute, for the messages.
    let since = copies.emptied["\(path)"].map { min($0, now) } ?? now - now.secondsSince1970 % 60
    guard now < since + EmptiedCalendar.patience else { return nil }
    return EmptiedCalendar(
      since: since,
      what: !scan.hasComponents
        ? "been empty" : isRefused(read) ? "had no valid event" : "had none of its events",
      installation: copies.installation,
      zone: settings.deviceZone)
  }

  private mutating func keepCopy(_ problem: UnreadCalendar) {
    problems.append(problem)
    let rest = problem.emptiedSince == nil ? "; its last good reminders are kept" : ""
    messages.say(
      .warning, "\(problem.path): \(problem.reason)\(rest)", file: problem.path)
  }

  private mutating func refuse(
    _ error: ReadingError, at path: CalendarPath, reader: CalendarReader, settings: Settings
  ) {
    let name = path.description
    var reason = String("\(error)".dropFirst(name.count + 2))
    if let address = path.address, path.fetched == nil {
      reason = FetchedCalendar(address).record?.problem ?? "it was not fetched yet"
    }
    guard !recover(path, reason: reason, reader: reader, settings: settings) else { return }
    if copies != nil {
      problems.append(
        UnreadCalendar(path: "\(path)", reason: reason, hasCopy: false, report: reason))
    }
    guard path.isAddress, path.fetched == nil else { return refuse(error) }
    (hasFailed, isMissing) = (true, true)
    let isTyped = settings.typedAddresses.contains(path)
    let refusal = copies == nil ? path.refusalOfAddress(isTyped: isTyped) : nil
    say(refusal ?? "\(path): \(reason)", file: name)
  }

  private mutating func refuse(_ error: ReadingError) {
    hasFailed = true
    switch error {
    case .noSuchFile, .unreadable: isMissing = true
    default: break
    }
    say("\(error)", file: error.file)
  }

  private func say(_ message: String, file: String) {
    messages.say(.error, message, file: file)
  }

  /// The most bytes of a line that are read for an excerpt.
  private static let excerptBytes = 4_096

  func text(at location: SourceLocation) -> String? {
    scans.first { $0.file == location.file }?
      .text(ofLine: location.line, limit: CalendarInput.excerptBytes)
  }

  /// The colours of calendars, by the names of their folders.
  package var colours: [String: CalendarFolder.Colour] {
    Dictionary(
      folders.values.compactMap { folder in folder.colour.map { (folder.name, $0) } },
      uniquingKeysWith: { min($0, $1) })
  }

  /// All components, in the order of the files.
  package var components: [CalendarComponent] {
    // Avoid copying the array of a single file, which can have a million components.
    documents.count == 1 ? documents[0].components : documents.flatMap(\.components)
  }

  /// The diagnostics of all files, in the order of the files.
  package var diagnostics: [Diagnostic] { ownDiagnostics + documents.flatMap(\.diagnostics) }

  /// Throws an error if the calendars need a time zone and the machine has none.
  func requireZones() throws(Failure) {
    guard !needsZones else { throw ZoneDatabase.missingData }
  }

  /// Throws an error if there is no calendar to use.
  package func requireUsable() throws(Failure) {
    guard !isUsable else { return }
    throw Failure(isMissing ? .noInput : .noUsableInput, nil)
  }
}

extension InputWalk.Item {
  fileprivate var path: CalendarPath? {
    switch self {
    case .named(let path, _), .listed(let path): path
    default: nil
    }
  }

  /// The path to read, if opening it doesn't block.
  fileprivate var calendar: FilePath? {
    switch self {
    case .named(let path, .file), .listed(let path): path.calendar
    default: nil
    }
  }

  /// The file, if opening it doesn't block.
  fileprivate var file: ReadableFile? {
    // A file that has become a pipe since then doesn't block either.
    calendar.map {
      ReadableFile(path: $0.bytes, name: path?.description ?? "", waits: false)
    }
  }
}

extension CalendarPath {
  /// The file with the calendar: the path, or the copy of an address.
  fileprivate var calendar: FilePath { address.map { FetchedCalendar($0).copy } ?? path }
}
