import CSystem
import DesktopReminders
import ProgramSupport

/// The users and passwords of hosts, from the command of `--credentials-command`.
///
/// The commands of several hosts start one after another, because each may show a dialog. A slow one
/// holds up the next one for a few seconds only, and the fetches from other hosts not at all.
struct FetchCredentials {
  typealias User = Result<String?, CalendarFetch.Problem>

  /// A run of the command for a host.
  private struct Run {
    let host: String
    let program: RunningProgram
    let start: ContinuousClock.Instant
    let seconds: Int
  }

  private let command: CommandTemplate?
  private let clock = ContinuousClock()
  /// The hosts for which the command wasn't started yet.
  private var waiting: ArraySlice<String>
  private var running: [Run] = []
  private var users: [String: User] = [:]

  /// The seconds in which the command must end, and after which the next one starts.
  private static let patience = (end: 20, next: 5)
  /// The longest user name with its password, in bytes.
  private static let maximumUserLength = 1_024

  /// Makes the credentials for the addresses that take them; a command is optional.
  init(_ command: CommandTemplate?, for addresses: [CalendarAddress]) {
    self.command = command
    var hosts: [String] = []
    for address in addresses
    where command != nil && address.takesCredentials && !hosts.contains(address.host) {
      hosts.append(address.host)
    }
    waiting = hosts[...]
  }

  /// The user and the password for an address; nil if they aren't known yet.
  ///
  /// The user is nil if the command printed nothing, or if the address takes no credentials.
  func user(for address: CalendarAddress) -> User? {
    command == nil || !address.takesCredentials ? .success(nil) : users[address.host]
  }

  /// Starts the next command, and ends those that are late.
  ///
  /// - Parameter left: Returns the seconds that are left for all fetches; throws at their end.
  mutating func look(_ left: () throws(CalendarFetch.Problem) -> Int) {
    var rest: [Run] = []
    for run in running {
      _ = run.program.read(waiting: 0)
      let isLate = clock.now > run.start + .seconds(run.seconds)
      guard run.program.answer != nil || isLate else {
        rest.append(run)
        continue
      }
      users[run.host] = Result { () throws(CalendarFetch.Problem) in
        try FetchCredentials.user(of: run)
      }
    }
    running = rest
    while let command, !waiting.isEmpty,
      running.allSatisfy({ clock.now > $0.start + .seconds(FetchCredentials.patience.next) })
    {
      let host = waiting.removeFirst()
      do throws(CalendarFetch.Problem) {
        let seconds = min(try left(), FetchCredentials.patience.end)
        running.append(
          Run(
            host: host, program: try FetchCredentials.start(command, for: host), start: clock.now,
            seconds: seconds))
      } catch {
        users[host] = .failure(error)
      }
    }
  }

  /// Ends all commands with the processes that they have started.
  func end() {
    for run in running { run.program.end(within: 0) }
  }

  private static func start(
    _ command: CommandTemplate, for host: String
  ) throws(CalendarFetch.Problem) -> RunningProgram {
    do throws(SystemError) {
      return try RunningProgram(
        command.program, arguments: (command.plainArguments ?? []) + [host], droppingErrors: true,
        endsWithThis: true)
    } catch {
      throw CalendarFetch.Problem(
        "the program of --credentials-command can't be run: \(error.reason)")
    }
  }

  /// The first line of the output of a run; nil if it is empty.
  private static func user(of run: Run) throws(CalendarFetch.Problem) -> String? {
    func problem(_ why: String) -> CalendarFetch.Problem {
      CalendarFetch.Problem("the program of --credentials-command \(why)")
    }
    guard let answer = run.program.answer else {
      run.program.end(within: 0)
      throw problem("didn't end within \(run.seconds) seconds")
    }
    guard answer.status == 0 else { throw problem("failed with status \(answer.status)") }
    let line = String(answer.text.prefix { !$0.isNewline })
    guard !line.isEmpty else { return nil }
    guard line.dropFirst().contains(":"), line.utf8.count <= maximumUserLength,
      line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw problem("did not print USER:PASSWORD") }
    return line
  }
}
