package import CivilTime
package import DesktopReminders
import ICalendar
public import ReminderCompiler
package import SystemdTimers

/// The options of a compilation of systemd timers, including those of every compilation.
///
/// This example uses `options` from the example of `Compilation`:
///
/// ```swift
/// var machine = TimerOptions(options.compiler)
/// machine.isPersistent = true
/// machine.limit = 100
/// print(machine.now, machine.reserve)  // 2028-01-03T07:00:00Z 0
/// ```
@dynamicMemberLookup
public struct TimerOptions: Hashable, Sendable {
  /// The options of every compilation; their members are also members of these options.
  public var compiler: CompilerOptions
  /// The largest number of timers.
  ///
  /// Nil, the default, limits the units to ``TimerPlan/maximumUnits`` instead.
  public var limit: Int?
  /// The number of timers to leave free for others.
  public var reserve = 0
  /// Whether a timer fires for missed reminders after the user's systemd did not run.
  public var isPersistent = false
  /// The zone that the machine's systemd uses for lines without a zone.
  ///
  /// Nil, the default, is the device's zone. If it is another zone, lines of floating series name
  /// the device's zone.
  package var localZone: Zone?
  /// The zones of the machine's systemd.
  ///
  /// Nil, the default, is the same data as the program's. A line names only a zone that systemd has
  /// with the same data.
  package var zones: ZoneDatabase?
  /// The installation of the units.
  package var installation = InstallationName.unnamed
  /// Whether a timer starts the renewals, so that a renewal can be earlier than `renewal`.
  public var hasRenewalTimer = true
  /// The program that shows reminders; nil, the default, for plain units that use notify-send.
  package var showProgram: ShowProgram?

  /// The largest value of ``limit``; reloads slow down above ``TimerPlan/maximumUnits``.
  public static let largestLimit = 4_096

  /// Makes options with the defaults of the command line.
  ///
  /// - Parameter compiler: The options of every compilation.
  public init(_ compiler: CompilerOptions) {
    self.compiler = compiler
  }

  /// A member of the compiler's options.
  public subscript<Value>(dynamicMember member: WritableKeyPath<CompilerOptions, Value>) -> Value {
    get { compiler[keyPath: member] }
    set { compiler[keyPath: member] = newValue }
  }

  /// A computed member of the compiler's options.
  public subscript<Value>(dynamicMember member: KeyPath<CompilerOptions, Value>) -> Value {
    compiler[keyPath: member]
  }
}

extension TimerOptions {
  var machineFaults: [Diagnostic] {
    var check = OptionCheck()
    let most = TimerOptions.largestLimit
    if let limit {
      check(limit >= 0, option: "limit", value: limit, expected: "0 or more")
      check(limit <= most, option: "limit", value: limit, expected: "at most \(most)")
    }
    check(reserve >= 0, option: "reserve", value: reserve, expected: "0 or more")
    return check.diagnostics
  }

  var corrected: TimerOptions {
    var options = self
    options.compiler = compiler.corrected
    options.limit = limit.map { min(max($0, 0), TimerOptions.largestLimit) }
    options.reserve = min(max(reserve, 0), options.limit ?? TimerPlan.maximumUnits / 2)
    return options
  }

  /// The largest number of timers for reminders; nil if only the number of units is limited.
  var slots: Int? { limit.map { max(0, $0 - reserve) } }
}

/// The program that shows reminders when timers start it.
package struct ShowProgram: Hashable, Sendable {
  /// The absolute path of the program.
  package let program: String
  /// The arguments with which the program shows due reminders.
  package let arguments: [String]
  /// The absolute path of the table of due reminders.
  package let table: String
  /// The absolute path of the program's state file.
  package let state: String
  /// The absolute path of the file that records the reminders shown without the program.
  package let until: String
  /// The settings for showing reminders.
  package let settings: ShowSettings

  /// Makes the description of the program; see the properties.
  package init(
    program: String, arguments: [String], table: String, state: String, until: String,
    settings: ShowSettings
  ) {
    self.program = program
    self.arguments = arguments
    self.table = table
    self.state = state
    self.until = until
    self.settings = settings
  }
}
