import CalendarFiles
import CalendarSources
import CivilTime
import ICalendar
import ICalendarReader
import ProgramSupport
import ReminderCompiler
import TextSafety
import WorkSharing

/// A calendar whose all-day events are days, for `--skip-on` and `--only-on`.
struct DayCalendar {
  private let file: RuledFile

  init(_ argument: String) { file = RuledFile(FilePath(argument: argument)) }

  var path: FilePath { file.path }

  /// The path for messages; an address, which isn't fetched, can be a secret.
  private var shownPath: String { CalendarPath(path).description }

  /// Reads the calendar and collects its days.
  func silence(
    isInverted: Bool, options: CompilerOptions, zones: ZoneDatabase
  ) throws(Failure) -> SilenceRule {
    let option = isInverted ? "--only-on" : "--skip-on"
    var reading = ReadingOptions(
      includesComponentsWithoutAlarms: true,
      firesFrom: options.now + -CalendarDays.longestEvent)
    reading.remembersFrom = options.now + -CalendarDays.longestEvent
    let reader = CalendarReader.ofProgram(zones: zones, reading)
    let scan: CalendarScan
    do throws(ReadingError) {
      let file = ReadableFile(path: path.bytes, name: shownPath, waits: true)
      scan = try reader.scan(file, workers: .one).result.get()
    } catch {
      let status: ExitStatus =
        switch error {
        case .noSuchFile, .unreadable: .noInput
        default: .noUsableInput
        }
      throw Failure(status, "\(option) \(error)")
    }
    let documents = reader.documents(selecting: [scan])
    let components = documents.flatMap(\.components)
    let name = TerminalText.oneLine(shownPath)
    let rule = file.rule.flatMap { ReminderRule($0) }
    let days = CalendarDays(
      name, components: components, from: options.now, onDeviceIn: options.deviceZone,
      diagnostics: documents.flatMap(\.diagnostics))
    return SilenceRule(days, isInverted: isInverted, for: rule)
  }
}
