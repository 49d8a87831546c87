import CalendarFiles
package import CalendarReminders
package import CivilTime
import ICalendar
import ICalendarReader
package import ProgramSupport
import ReminderCompiler
package import WorkSharing

/// The settings of a run, with the current time and the time zone of the machine.
package struct Settings {
  /// The options for requests, with those of the compilation.
  package var notifications: NotificationOptions
  /// The largest number of timers; nil for the default.
  package var timerLimit: Int?
  /// The user's responses, which apply to the components that are read.
  package var responses = ResponsesFile()
  /// The time zones, shared by all parts of the program.
  package let zones: ZoneDatabase
  /// The zone of the machine, or the one that `--time-zone` names.
  package let machineZone: MachineZone
  /// The calendars to read.
  package var paths: [CalendarPath] = []
  /// The addresses in `paths` that are on the command line, not in a file of options.
  package var typedAddresses: Set<CalendarPath> = []
  /// The zone of local times without a zone; nil for the device's zone.
  package var floatingZone: ReadingOptions.FloatingZone?
  /// Whether components of one file can override those of another.
  package var mergesSources = false
  /// Whether any refused input makes the command fail.
  package var isStrict = false
  /// Whether the device's zone is that of this machine, because no other one is given.
  package var isZoneAssumed = false
  /// Whether only errors are shown.
  package var isQuiet = false
  /// Whether every diagnostic is shown.
  package var isVerbose = false
  /// The files that are read besides the calendars.
  package var otherFiles: [FilePath] = []
  /// The threads that work at once.
  package var workers = Workers.one
  /// The part of the past to read in addition to future fire dates.
  package var past = Past.nothing
  /// Whether to read components without alarms, and occurrences that have already begun.
  package var listsOccurrences = false

  /// The part of the past that a command reports.
  package enum Past {
    case nothing, lastYear, everything
  }

  /// Makes settings with the options of a compilation, and the defaults of all others.
  package init(
    _ notifications: NotificationOptions, on machineZone: MachineZone, zones: ZoneDatabase
  ) {
    self.notifications = notifications
    self.machineZone = machineZone
    self.zones = zones
  }

  /// The options for expanding reminders, the same for notifications and timers.
  package var compiler: CompilerOptions { notifications.compiler }

  var reader: CalendarReader {
    let delay = responses.earliestDelivery.map { compiler.now - $0 } ?? 0
    var options = ReadingOptions(for: notifications, answeredWithin: max(0, delay))
    options.floatingZone = floatingZone
    switch past {
    case .nothing: break
    case .lastYear: options.remembersFrom = compiler.now - 366 * 86_400
    case .everything: options.remembersFrom = SeriesExpansion.calendar.lowerBound
    }
    if listsOccurrences {
      options.includesComponentsWithoutAlarms = true
      options.includesAllToDos = true
      options.remembersFrom = compiler.now - Agenda.longestPast
    }
    return CalendarReader.ofProgram(zones: zones, options)
  }

  /// The instant to compile for.
  package var now: Instant {
    get { compiler.now }
    set { notifications.compiler.now = newValue }
  }

  /// The device's time zone.
  package var deviceZone: Zone {
    get { compiler.deviceZone }
    set { notifications.compiler.deviceZone = newValue }
  }

  /// Throws an error if the horizon ends after 2399.
  package func requireKnownHorizon() throws(Failure) {
    guard compiler.window.upperBound > CompilerOptions.knownInstants.upperBound else { return }
    throw Failure(.usage, "--horizon \(compiler.horizon) reaches beyond the year 2399")
  }
}
