import CivilTime
package import DesktopReminders
import ICalendar
public import ReminderCompiler
package import SystemdTimers

/// What systemd timers are made for: the options of every compilation, and what the machine has.
///
/// With `options` of the example of `Compiler`:
///
/// ```swift
/// var machine = TimerOptions(options.compiler)
/// machine.isPersistent = true
/// machine.limit = 100
/// print(machine.now, machine.reserve)  // 2028-01-03T07:00:00Z 0
/// ```
@dynamicMemberLookup
public struct TimerOptions: Hashable, Sendable {
  /// What calendars are asked for; its members are members of these options, too.
  public var compiler: CompilerOptions
  /// The most timers; nil, the default, for as many as make ``TimerPlan/maximumUnits`` units.
  public var limit: Int?
  /// The timers that are left to others.
  public var reserve = 0
  /// Whether a timer makes up for what it missed while the user's systemd did not run.
  public var isPersistent = false
  /// What the units belong to.
  package var installation = InstallationName.unnamed
  /// Whether a timer has everything compiled again, so that it can come earlier than asked for.
  public var hasRenewalTimer = true
  /// The program that shows reminders, and how; nil, the default, for units that need nothing but
  /// notify-send.
  package var showing: TimerShowing?

  /// The most timers that are asked for: twice what a manager reloads without delay.
  public static let largestLimit = 4_096

  /// Makes options with the defaults of the command line.
  ///
  /// - Parameter compiler: What calendars are asked for.
  public init(_ compiler: CompilerOptions) {
    self.compiler = compiler
  }

  /// A member of the compiler's options.
  public subscript<Value>(dynamicMember member: WritableKeyPath<CompilerOptions, Value>) -> Value {
    get { compiler[keyPath: member] }
    set { compiler[keyPath: member] = newValue }
  }

  /// What follows from the compiler's options.
  public subscript<Value>(dynamicMember member: KeyPath<CompilerOptions, Value>) -> Value {
    compiler[keyPath: member]
  }
}

extension TimerOptions {
  /// What the machine's own options can't be, each as a diagnostic.
  var machineFaults: [Diagnostic] {
    var check = OptionCheck()
    let most = TimerOptions.largestLimit
    if let limit {
      check(limit >= 0, "limit", limit, "0 or more")
      check(limit <= most, "limit", limit, "at most \(most)")
    }
    check(reserve >= 0, "reserve", reserve, "0 or more")
    return check.diagnostics
  }

  /// The nearest options that there are.
  var corrected: TimerOptions {
    var options = self
    options.compiler = compiler.corrected
    options.limit = limit.map { min(max($0, 0), TimerOptions.largestLimit) }
    options.reserve = min(max(reserve, 0), options.limit ?? TimerPlan.maximumUnits / 2)
    return options
  }

  /// The most timers of reminders; nil where only their units are counted.
  var slots: Int? { limit.map { max(0, $0 - reserve) } }
}

/// What shows reminders where timers only wake it: this program.
package struct TimerShowing: Hashable, Sendable {
  /// The program's absolute path.
  package let program: String
  /// What has it show what is due.
  package let arguments: [String]
  /// The absolute path of the table in which it finds what is due.
  package let table: String
  /// The absolute path of what the program remembers.
  package let state: String
  /// The absolute path of the file that tells what was shown without the program.
  package let until: String
  /// How it shows reminders.
  package let settings: ShowSettings

  /// Makes what shows reminders.
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
