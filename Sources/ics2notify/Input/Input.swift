import CivilTime
import ICalendar
import ICalendarReader
import ReminderCompiler

/// Everything that was read, and how the reading went.
struct Input {
  /// What was read from each file that could be used.
  private(set) var documents: [CalendarDocument] = []
  private var scans: [CalendarScan] = []
  /// Whether an input could not be used.
  private(set) var hasFailed = false
  /// Whether an input did not exist or could not be opened.
  private var isMissing = false
  /// Whether some path was named at all that could be used.
  private var isUsable: Bool { !documents.isEmpty }

  /// Reads the paths of the command line; says at once what can't be used.
  init(_ settings: Settings) {
    let compiler = settings.compiler
    let reader = CalendarReader(
      zones: settings.zones,
      options: ReadingOptions(
        includesComponentsWithoutAlarms: !compiler.defaultAlarms.isEmpty
          || compiler.allDayAlarm != nil,
        includesAllToDos: compiler.overdueNag != nil, firesFrom: compiler.earliestAlert))
    for path in settings.paths {
      switch InputFiles.expand(path) {
      case .missing: refuse(.noSuchFile(path))
      case .emptyDirectory:
        hasFailed = true
        say("\(path): there is no .ics file in this directory")
      case .sources(let sources):
        for source in sources {
          do throws(ReadingError) {
            switch source {
            case .standardInput: take(try reader.scanStandardInput(), settings)
            case .file(let file):
              take(try reader.scan(path: file), isListed: file != path, settings)
            }
          } catch {
            refuse(error)
          }
        }
      }
    }
    documents = reader.documents(selecting: scans)
  }

  /// Takes up a file as a part of its source.
  ///
  /// - Parameters:
  ///   - scan: The file.
  ///   - isListed: Whether it was found in a directory. There the files that hold one event each are
  ///     one source, as calendar servers and vdirs keep them; an export is one of its own.
  ///   - settings: Whether everything is one source.
  private mutating func take(_ scan: CalendarScan, isListed: Bool = false, _ settings: Settings) {
    var scan = scan
    if settings.mergesSources {
      scan.source = ""
    } else if isListed, !scan.hasSeveralUIDs, let slash = scan.file.utf8.lastIndex(of: 0x2F) {
      scan.source = String(scan.file[...slash])
    }
    scans.append(scan)
  }

  private mutating func refuse(_ error: ReadingError) {
    hasFailed = true
    switch error {
    case .noSuchFile(let path) where ICS2Notify.subcommandNames.contains(path):
      isMissing = true
      say("\(error); \(path) is a subcommand, which stands before all options and paths")
      return
    case .noSuchFile, .unreadable: isMissing = true
    default: break
    }
    say("\(error)")
  }

  private func say(_ message: String) {
    StandardError.write(TerminalText.oneLine("ics2notify: error: \(message)") + "\n")
  }

  /// The most bytes of a line that are looked at for an excerpt.
  private static let excerptBytes = 4_096

  /// The content line at a place.
  func text(at location: SourceLocation) -> String? {
    scans.first { $0.file == location.file }?
      .text(ofLine: location.line, limit: Input.excerptBytes)
  }

  /// All components, file by file.
  var components: [CalendarComponent] { documents.flatMap(\.components) }

  /// What reading found, file by file.
  var diagnostics: [Diagnostic] { documents.flatMap(\.diagnostics) }

  /// Ends the program where nothing can be done with what was read.
  func requireUsable() throws(Failure) {
    guard !isUsable else { return }
    throw Failure(isMissing ? .noInput : .noUsableInput, nil)
  }
}
