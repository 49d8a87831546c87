import CSystem
import CalendarFiles
import CivilTime
package import DesktopReminders
import Digests
import ICalendarReader
package import ProgramSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Fetches calendars with curl, several at the same time, and keeps their copies.
///
/// A copy is replaced only by a complete calendar. The server sends a calendar only if it has
/// changed since then.
package struct CalendarFetch {
  /// The reason why a calendar could not be fetched, for the user.
  package struct Problem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// A run of curl.
  private struct Transfer {
    let calendar: FetchedCalendar
    let user: String?
    let program: RunningProgram
    /// The number of redirections that led to this run.
    let redirections: Int
    /// The file for the answer.
    let file: TemporaryFile
    /// Whether the request named the copy, so that the server can answer that it is unchanged.
    let isConditional: Bool
    let seconds: Int
    let end: ContinuousClock.Instant

    var isTooLarge: Bool {
      factsOfDescriptor(file.descriptor).size > FetchedCalendar.maximumSize
    }
  }

  /// An answer, with the digest of the new copy; nil if the calendar is unchanged.
  fileprivate typealias Answer = (values: CurlAnswer, digest: String?)

  private let credentials: CommandTemplate?
  private let clock = ContinuousClock()
  private let end: ContinuousClock.Instant

  /// The seconds after which all fetches end, and after which one ends.
  private static let limits = (all: 70, one: 60)
  /// The most calendars that are fetched at the same time.
  private static let atOnce = 8
  private static let maximumRedirections = 5
  /// The seconds in which a renewal doesn't fetch a calendar again, for local calendars that change
  /// often.
  package static let fresh = 60
  /// The seconds by which a calendar can be younger than the interval at the next time to fetch,
  /// because the last fetch took as long.
  package static let slack = 120
  /// The time between two looks at the transfers, in milliseconds.
  private static let pause: Int32 = 10

  private init(_ credentials: CommandTemplate?) {
    self.credentials = credentials
    end = clock.now + .seconds(CalendarFetch.limits.all)
  }

  /// Fetches the calendars that were not fetched within a number of seconds, and records the
  /// results.
  package static func run(
    _ addresses: [CalendarAddress], credentials: CommandTemplate?,
    unlessWithin seconds: (CalendarAddress) -> Int, isQuiet: Bool
  ) throws(Failure) {
    let now = Instant(Date())
    let calendars = Set(addresses).map(FetchedCalendar.init).filter { calendar in
      guard let record = calendar.record, record.problem == nil, let fetched = record.fetched,
        !calendar.copy.facts().isAbsent
      else { return true }
      return !(0..<seconds(calendar.address)).contains(now - fetched)
    }
    guard !calendars.isEmpty else { return }
    do throws(OutputObstacle) {
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
    try CalendarFetch(credentials).fetch(calendars)
  }

  private func fetch(_ calendars: [FetchedCalendar]) throws(Failure) {
    // A signal ends the programs and removes the temporary files, and then ends this program.
    let signals = holdEndingSignals()
    defer { releaseEndingSignals(signals) }
    var credentials = FetchCredentials(self.credentials, for: calendars.map(\.address))
    var waiting = calendars
    var transfers: [Transfer] = []
    var failure: Failure?
    /// Records the result of a fetch; if that fails, the others still end.
    func record(_ calendar: FetchedCalendar, result: Result<Answer, Problem>) {
      do throws(Failure) {
        try calendar.record(result)
      } catch {
        failure = failure ?? error
      }
    }
    while !waiting.isEmpty || !transfers.isEmpty {
      guard !hasHeldSignal() else {
        credentials.end()
        for transfer in transfers {
          transfer.program.end(within: 0)
          CalendarFetch.remove(transfer.file)
        }
        return
      }
      credentials.look(time)
      var next: [FetchedCalendar] = []
      for calendar in waiting {
        guard transfers.count < CalendarFetch.atOnce,
          let user = credentials.user(for: calendar.address)
        else {
          next.append(calendar)
          continue
        }
        do throws(Problem) {
          transfers.append(try start(calendar, as: try user.get()))
        } catch {
          record(calendar, result: .failure(error))
        }
      }
      waiting = next
      transfers = transfers.compactMap { continued($0, record: record) }
      if !waiting.isEmpty || !transfers.isEmpty { waitFor(CalendarFetch.pause) }
    }
    if let failure { throw failure }
  }

  /// Returns a transfer that goes on, or the one to which it was redirected; records the result of
  /// one that has ended, and returns nil.
  private func continued(
    _ transfer: Transfer, record: (FetchedCalendar, Result<Answer, Problem>) -> Void
  ) -> Transfer? {
    _ = transfer.program.read(waiting: 0)
    let isLate = clock.now > transfer.end
    guard transfer.program.answer != nil || transfer.isTooLarge || isLate else { return transfer }
    do throws(Problem) {
      if let next = try follow(transfer) { return next }
      record(transfer.calendar, finish(transfer))
    } catch {
      CalendarFetch.remove(transfer.file)
      record(transfer.calendar, .failure(error))
    }
    return nil
  }

  /// The seconds that are left; throws if there are none.
  private func time() throws(Problem) -> Int {
    let left = Int((end - clock.now).components.seconds)
    guard left > 0 else { throw Problem("other calendars took too long") }
    return min(left, CalendarFetch.limits.one)
  }

  private func start(
    _ calendar: FetchedCalendar, as user: String?
  ) throws(Problem) -> Transfer {
    let time = try time()
    let file: TemporaryFile
    switch TemporaryFile.make(in: FetchedCalendar.directory, mode: 0o600) {
    case .success(let made): file = made
    case .failure(let error): throw Problem("the copy can't be written: \(error.reason)")
    }
    do throws(Problem) {
      return try start(
        calendar, as: user, at: calendar.address.url, into: file, seconds: time,
        end: clock.now + .seconds(time + 1))
    } catch {
      CalendarFetch.remove(file)
      throw error
    }
  }

  /// Starts curl for a URL: that of a calendar, or one to which it was redirected.
  private func start(
    _ calendar: FetchedCalendar, as user: String?, at url: String, after redirections: Int = 0,
    into file: TemporaryFile, seconds: Int, end: ContinuousClock.Instant
  ) throws(Problem) -> Transfer {
    guard let curl = InstalledProgram(named: "curl") else {
      throw Problem("curl is not installed; it is in the Debian package curl")
    }
    // Compare the copy, because another run may have replaced it, or the user removed it.
    let last = calendar.record
    let isKnown =
      last?.digest != nil && last?.isTrusted == true && calendar.digestOfCopy == last?.digest
    let (etag, lastModified) = isKnown ? (last?.etag, last?.lastModified) : (nil, nil)
    let left = max(1, min(seconds, Int((end - clock.now).components.seconds)))
    let configuration = CurlConfiguration(
      calendar.address, url: url, user: user, file: file, seconds: left, etag: etag,
      lastModified: lastModified)
    do throws(SystemError) {
      return Transfer(
        calendar: calendar, user: user,
        program: try RunningProgram(
          curl.path, arguments: CurlConfiguration.arguments, input: configuration.bytes,
          droppingErrors: true, endsWithThis: true),
        redirections: redirections, file: file,
        isConditional: etag != nil || lastModified != nil, seconds: seconds, end: end)
    } catch {
      throw Problem("curl can't be run: \(error.reason)")
    }
  }

  /// Follows the redirection with which curl has ended; nil if it has ended otherwise.
  private func follow(_ transfer: Transfer) throws(Problem) -> Transfer? {
    guard let (status, text) = transfer.program.answer, status == 0,
      let url = CurlAnswer(text).redirection
    else { return nil }
    guard transfer.redirections < CalendarFetch.maximumRedirections else {
      throw Problem(
        "the server redirects more than \(CalendarFetch.maximumRedirections) times")
    }
    let address = transfer.calendar.address
    guard address.permits(redirectionTo: url) else {
      throw Problem(
        "the server redirects to an address that is "
          + (address.isSecure ? "not https" : "neither http nor https"))
    }
    // If the next answer is empty, curl doesn't write the file.
    guard ftruncate(transfer.file.descriptor, 0) == 0 else {
      throw Problem("the copy can't be written")
    }
    return try start(
      transfer.calendar, as: transfer.user, at: url, after: transfer.redirections + 1,
      into: transfer.file, seconds: transfer.seconds, end: transfer.end)
  }

  private static func remove(_ file: TemporaryFile) {
    _ = removeFile(file.path.terminated)
    _ = closeFile(file.descriptor)
  }

  /// Ends a transfer, and replaces the copy if the calendar is new.
  private func finish(_ transfer: Transfer) -> Result<Answer, Problem> {
    defer { CalendarFetch.remove(transfer.file) }
    return Result { () throws(Problem) in
      let answer = try answer(to: transfer)
      guard answer.code == 200 else { return (answer, nil) }
      return (answer, try replace(transfer.calendar.copy, by: transfer.file))
    }
  }

  /// The answer with a calendar, or the one that it is unchanged.
  private func answer(to transfer: Transfer) throws(Problem) -> CurlAnswer {
    // The option --max-filesize limits neither decompressed answers nor those without a length.
    guard !transfer.isTooLarge else {
      transfer.program.end(within: 0)
      throw Problem(CurlAnswer.tooLarge)
    }
    guard let (status, text) = transfer.program.answer else {
      transfer.program.end(within: 0)
      throw Problem("the server did not send all within \(transfer.seconds) seconds")
    }
    let answer = CurlAnswer(text)
    guard status == 0 else {
      throw Problem(
        answer.reason(ofStatus: status, transfer.calendar.address, seconds: transfer.seconds))
    }
    guard answer.code == 200 || answer.code == 304 && transfer.isConditional else {
      throw Problem("the server answered \(answer.code)")
    }
    if answer.code == 200, let page = answer.pageType {
      throw Problem("the server sent a page (\(page)), not a calendar; is this a login page?")
    }
    return answer
  }

  /// Replaces a copy by a file that holds a complete calendar, and returns its digest.
  private func replace(_ copy: FilePath, by file: TemporaryFile) throws(Problem) -> String {
    let bytes: [UInt8]
    let isTruncated: Bool
    do throws(ReadingError) {
      bytes = try file.path.contents(limit: FetchedCalendar.maximumSize)
      isTruncated = try PlainBytes.isCalendarTruncated(bytes, of: file.path.description)
    } catch {
      switch error {
      case .empty: throw Problem("the answer is empty")
      case .notACalendar(_, .format("an HTML page")):
        throw Problem("the answer is an HTML page; is this a login page?")
      case .notACalendar(_, .format(let name)):
        throw Problem("the answer is \(name), not a calendar")
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
    return SHA256.hexadecimalDigest(of: bytes)
  }
}

extension FetchedCalendar {
  /// The digest of the copy; nil if it can't be read.
  fileprivate var digestOfCopy: String? {
    (try? copy.contents(limit: FetchedCalendar.maximumSize)).map(SHA256.hexadecimalDigest)
  }

  fileprivate func record(
    _ result: Result<CalendarFetch.Answer, CalendarFetch.Problem>
  ) throws(Failure) {
    var record = self.record ?? Record()
    switch result {
    case .failure(let problem):
      record.problem = problem.reason
      record.failed = record.failed ?? Instant(Date())
    case .success((let answer, let digest)):
      record.fetched = Instant(Date())
      record.problem = nil
      record.failed = nil
      if let digest {
        record.sent = record.fetched
        record.digest = digest
        record.etag = answer.etag
        record.lastModified = answer.lastModified
      }
    }
    try write(record)
  }
}
