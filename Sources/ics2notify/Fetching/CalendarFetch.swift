import CSystem
import CalendarFiles
import CivilTime
import DesktopReminders
import Digests
import ICalendarReader
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Fetches calendars with curl, and keeps their copies.
///
/// A copy is replaced only by a complete calendar. The server is asked for a calendar only if it
/// has changed since then.
struct CalendarFetch: Sendable {
  /// The reason why a calendar could not be fetched, for the user.
  struct Problem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  private let credentials: CommandTemplate?
  private let clock = ContinuousClock()
  private let end: ContinuousClock.Instant

  /// The seconds after which all fetches end, and after which one ends.
  private static let limits = (all: 70, one: 60)
  /// The most calendars that are fetched at the same time.
  private static let atOnce = 8

  private init(_ credentials: CommandTemplate?) {
    self.credentials = credentials
    end = clock.now + .seconds(CalendarFetch.limits.all)
  }

  /// Fetches the calendars that were not fetched within `seconds`, and records the results.
  static func run(
    _ addresses: [CalendarAddress], credentials: CommandTemplate?, unlessWithin seconds: Int,
    isQuiet: Bool
  ) throws(Failure) {
    let now = Instant(Date())
    let calendars = Set(addresses).map(FetchedCalendar.init).filter { calendar in
      guard let record = calendar.record, record.problem == nil, let fetched = record.fetched,
        !calendar.copy.facts().isAbsent
      else { return true }
      return !(0..<seconds).contains(now - fetched)
    }
    guard !calendars.isEmpty else { return }
    do throws(SystemError) {
      try FetchedCalendar.makeDirectory()
    } catch {
      throw Failure(
        .cannotCreate, "\(FetchedCalendar.directory): can't be used: \(error.reason)")
    }
    if StandardError.isTerminal, !isQuiet {
      StandardError.say(
        nil,
        calendars.count == 1
          ? "fetching \(calendars[0].address.shown)" : "fetching \(calendars.count) calendars")
    }
    let fetch = CalendarFetch(credentials)
    let users = fetch.users(of: calendars)
    let failures = Workers(atOnce).map(calendars) { calendar -> Failure? in
      do throws(Failure) {
        try fetch.fetch(calendar, users[calendar.address.host] ?? .success(nil))
        return nil
      } catch {
        return error
      }
    }
    if let failure = failures.compactMap({ $0 }).first { throw failure }
  }

  private func fetch(
    _ calendar: FetchedCalendar, _ user: Result<String?, Problem>
  ) throws(Failure) {
    var record = calendar.record ?? FetchedCalendar.Record()
    do throws(Problem) {
      try fetch(calendar, &record, as: user.get())
      record.fetched = Instant(Date())
      record.problem = nil
    } catch {
      record.problem = error.reason
    }
    try calendar.write(record)
  }

  /// The seconds that are left; throws if there are none.
  private func time() throws(Problem) -> Int {
    let left = Int((end - clock.now).components.seconds)
    guard left > 0 else { throw Problem("other calendars took too long") }
    return min(left, CalendarFetch.limits.one)
  }

  private func fetch(
    _ calendar: FetchedCalendar, _ record: inout FetchedCalendar.Record, as user: String?
  ) throws(Problem) {
    guard let curl = InstalledProgram(named: "curl") else {
      throw Problem("curl is not installed; it is in the Debian package curl")
    }
    let time = try time()
    let file: TemporaryFile
    switch TemporaryFile.make(in: FetchedCalendar.directory, mode: 0o600) {
    case .success(let made): file = made
    case .failure(let error): throw Problem("the copy can't be written: \(error.reason)")
    }
    defer {
      _ = removeFile(file.path.terminated)
      _ = closeFile(file.descriptor)
    }
    // Compare the copy, because another run may have replaced it, or the user removed it.
    let isKnown = record.digest != nil && CalendarFetch.digest(of: calendar.copy) == record.digest
    let configuration = CurlConfiguration(
      calendar.address, user: user, file, seconds: time,
      etag: isKnown ? record.etag : nil, lastModified: isKnown ? record.lastModified : nil)
    let program: RunningProgram
    do throws(SystemError) {
      program = try RunningProgram(
        curl.path, CurlConfiguration.arguments, input: configuration.bytes, droppingErrors: true)
    } catch {
      throw Problem("curl can't be run: \(error.reason)")
    }
    // The option --max-filesize limits neither decompressed answers nor those without a length.
    var isTooLarge = false
    let answer = program.answer(within: time + 1) {
      isTooLarge = factsOfDescriptor(file.descriptor).size > FetchedCalendar.maximumSize
      return !isTooLarge
    }
    isTooLarge = isTooLarge || factsOfDescriptor(file.descriptor).size > FetchedCalendar.maximumSize
    guard !isTooLarge else { throw Problem(CurlAnswer.tooLarge) }
    guard let answer else { throw Problem("the server did not send all within \(time) seconds") }
    let result = CurlAnswer(answer.text)
    guard answer.status == 0 else {
      throw Problem(result.reason(ofStatus: answer.status, calendar.address, seconds: time))
    }
    if result.code == 304, isKnown { return }
    guard result.code == 200 else { throw Problem("the server answered \(result.code)") }
    try replace(calendar.copy, by: file)
    record.digest = CalendarFetch.digest(of: calendar.copy)
    record.etag = result.etag
    record.lastModified = result.lastModified
  }

  private static func digest(of file: FilePath) -> String? {
    (try? file.contents(limit: FetchedCalendar.maximumSize)).map(SHA256.hexadecimalDigest)
  }

  /// Replaces a copy by a file that holds a complete calendar.
  private func replace(_ copy: FilePath, by file: TemporaryFile) throws(Problem) {
    let isTruncated: Bool
    do throws(ReadingError) {
      let bytes = try file.path.contents(limit: FetchedCalendar.maximumSize)
      isTruncated = try PlainBytes.isCalendarTruncated(bytes, of: file.path.description)
    } catch {
      switch error {
      case .empty: throw Problem("the answer is empty")
      case .notACalendar: throw Problem("the answer is not a calendar")
      default: throw Problem("the answer can't be read as a calendar")
      }
    }
    guard !isTruncated else { throw Problem("the answer ends within the calendar") }
    var code = flushFile(file.descriptor)
    if code == 0 { code = renameFile(file.path.terminated, copy.terminated) }
    guard code == 0 else {
      throw Problem("the copy can't be written: \(SystemError(code: code).reason)")
    }
  }
}

extension CalendarFetch {
  /// The seconds in which the command for credentials must end.
  private static let patience = 20
  /// The longest user name with its password, in bytes.
  private static let maximumUserLength = 1_024

  /// The users and passwords of hosts, from the command for credentials.
  private func users(
    of calendars: [FetchedCalendar]
  ) -> [String: Result<String?, Problem>] {
    guard let credentials else { return [:] }
    var users: [String: Result<String?, Problem>] = [:]
    // One after another, because the command may show a dialog.
    for address in calendars.map(\.address)
    where address.takesCredentials && users[address.host] == nil {
      users[address.host] = Result { () throws(Problem) in
        try user(of: address.host, credentials)
      }
    }
    return users
  }

  /// Runs the command, and returns the first line of its output; nil if it is empty.
  private func user(
    of host: String, _ command: CommandTemplate
  ) throws(Problem) -> String? {
    let time = min(try time(), CalendarFetch.patience)
    let program: RunningProgram
    do throws(SystemError) {
      program = try RunningProgram(
        command.program, (command.plainArguments ?? []) + [host], droppingErrors: true)
    } catch {
      throw Problem("the program of --credentials-command can't be run: \(error.reason)")
    }
    guard let answer = program.answer(within: time) else {
      throw Problem("the program of --credentials-command didn't end within \(time) seconds")
    }
    guard answer.status == 0 else {
      throw Problem("the program of --credentials-command failed with status \(answer.status)")
    }
    let line = String(answer.text.prefix { !$0.isNewline })
    guard !line.isEmpty else { return nil }
    guard line.dropFirst().contains(":"), line.utf8.count <= CalendarFetch.maximumUserLength,
      line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw Problem("the program of --credentials-command did not print USER:PASSWORD")
    }
    return line
  }
}

extension ConfFile {
  /// The command that the file is for, with all options and calendars.
  func command() throws -> InstallCommand {
    let lines = try CommandWithFiles<InstallCommand>(parsed(), from: "\(path)")
    do throws(Failure) {
      try lines.command.checkValues()
    } catch {
      throw lines.located(error)
    }
    return lines.command
  }

  /// Fetches the calendars of all addresses that were not fetched within `seconds`.
  func fetch(unlessWithin seconds: Int, _ messages: MessageOptions) throws {
    guard !addresses.isEmpty else { return }
    try CalendarFetch.run(
      addresses, credentials: command().fetching.credentials(), unlessWithin: seconds,
      isQuiet: messages.quiet)
  }
}
