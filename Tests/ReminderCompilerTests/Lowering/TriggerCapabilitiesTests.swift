import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// What a target that can be asked for less than UserNotifications is asked for.
@Suite struct TriggerCapabilitiesTests {
  /// A series from a day of January 2026 on, at 09:00, in the half year from 1 January.
  struct Row: Sendable {
    let rule: String
    var zone = "Europe/Berlin"
    var start = 1
    /// The weekdays, as Foundation numbers them, and the days of the month; nil for all.
    var weekdays: Set<Int>?
    var day: Int?
    /// The fires that are answered, from the first; nil for all.
    var answered: Int?
    let repeating: Int
  }

  static let rows = [
    Row(rule: "FREQ=DAILY", repeating: 1),
    // A one-shot each.
    Row(rule: "FREQ=WEEKLY;BYDAY=MO", start: 5, weekdays: [2], answered: 10, repeating: 0),
    Row(
      rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", weekdays: [2, 3, 4, 5, 6], answered: 10,
      repeating: 0),
    Row(rule: "FREQ=MONTHLY;BYMONTHDAY=15", start: 15, day: 15, repeating: 0),
    // A clock in London shows another time of day, and changes with that in Berlin.
    Row(rule: "FREQ=DAILY", zone: "Europe/London", repeating: 1),
    // In New York the clock changes on 8 March, in Berlin on 29 March: 14:00 between them, else
    // 15:00. The daily one has to be taken away on 8 March, and nine one-shots follow it.
    Row(
      rule: "FREQ=DAILY", zone: "America/New_York", answered: 31 + 28 + 7 + 9, repeating: 1),
    // In Kolkata it never changes: the daily one has to be taken away on 29 March.
    Row(rule: "FREQ=DAILY", zone: "Asia/Kolkata", answered: 31 + 28 + 28 + 9, repeating: 1),
  ]

  @Test(arguments: rows)
  func `a target with daily triggers alone is asked for nothing else, and keeps its promise`(
    _ row: Row
  ) throws {
    let options = try TestCalendars.compilerOptions(
      now: "2026-01-01T00:00:00Z", horizon: "P181D")
    let event = try TestCalendars.event(
      start: "\(row.zone):202601\(row.start < 10 ? "0" : "")\(row.start)T090000", rule: row.rule)
    let target = ClockRadio(options)
    let plan = Compiler.compile(Expansion([event], options), for: target)
    let requests = plan.answers.flatMap(\.answer.requests)

    let mask: TriggerShapes = [.daily, .once]
    #expect(requests.allSatisfy { mask.contains($0.trigger.pattern.shape) })
    #expect(requests.allSatisfy { $0.trigger.zone == .floating })
    #expect(requests.count <= 10)
    #expect(requests.count { $0.trigger.repeats } == row.repeating)

    let asked = try fires(of: row, in: options.window)
    let played = try requests.flatMap { try Self.fires(of: $0, in: options.window) }.sorted()
    let answered = Array(asked.prefix(row.answered ?? asked.count))
    #expect(played == answered)
    let outcome = try #require(plan.answers.first?.outcome)
    #expect(outcome.answered.map(\.date) == answered)
    #expect(outcome.missed == [asked.dropFirst(answered.count).map { Instant($0) }])
    // What is not taken away in time goes on.
    let removeBy = requests.compactMap(\.removeBy).min() ?? options.window.upperBound
    #expect(outcome.spurious.allSatisfy { $0 >= removeBy } && outcome.echoes.isEmpty)
  }

  /// What a series asks for, by Foundation's calendar of its zone.
  private func fires(of row: Row, in window: Range<Instant>) throws -> [Date] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: row.zone))
    return (0...181).compactMap { day -> Date? in
      let components = DateComponents(year: 2026, month: 1, day: 1 + day, hour: 9)
      guard let date = calendar.date(from: components), date > window.lowerBound.date,
        date < window.upperBound.date,
        day >= row.start - 1,
        row.weekdays?.contains(calendar.component(.weekday, from: date)) ?? true,
        row.day.map({ $0 == calendar.component(.day, from: date) }) ?? true
      else { return nil }
      return date
    }
  }

  /// What a device in Berlin fires, by Foundation's calendar, until it is told to stop.
  private static func fires(of request: ProvenTrigger, in window: Range<Instant>) throws -> [Date] {
    let device = try #require(FoundationDevice(zoneNamed: "Europe/Berlin"))
    let components = request.trigger.pattern.components
    let read = ReadPlan.Components(
      year: components.year, month: components.month, day: components.day,
      weekday: components.weekday, weekdayOrdinal: components.weekdayOrdinal,
      hour: components.hour, minute: components.minute, second: components.second, calendar: nil,
      timeZone: nil)
    return try #require(
      device.fires(
        of: ReadPlan.Trigger(dateComponents: read, repeats: request.trigger.repeats),
        addedAt: window.lowerBound.date,
        until: min(window.upperBound, request.removeBy ?? window.upperBound).date))
  }

  @Test func `a second pass that a clock without zones can't be set to is missed, and said so`()
    throws
  {
    // 25 October 2026, 02:30 comes twice in Berlin: at 00:30Z and at 01:30Z.
    let options = try TestCalendars.compilerOptions(
      now: "2026-10-24T00:00:00Z", horizon: "P3D")
    let event = try TestCalendars.event(start: "20261025T013000Z")
    let plan = Compiler.compile(Expansion([event], options), for: ClockRadio(options))
    let outcome = try #require(plan.answers.first?.outcome)
    #expect(plan.answers.flatMap(\.answer.requests).isEmpty)
    #expect(outcome.missed == [[try TestCalendars.instant("2026-10-25T01:30:00Z")]])
  }
}

/// A target of a few lines: a clock radio that can be set to a time of every day, or to one date,
/// ten times in all, and knows no zone but its own.
struct ClockRadio: TriggerTarget {
  static let capabilities = TriggerCapabilities(repeating: .daily, namesZones: false, limit: 10)

  let device: NotificationOptions
  let range: ProofRange
  var diagnostics: [Diagnostic] { [] }

  init(_ options: CompilerOptions) {
    device = NotificationOptions(options, ClockRadio.capabilities)
    range = ProofRange(options)
  }

  /// What is emitted is what was validated.
  func output(
    _ selection: RequestSelection, _ validated: ValidatedAssembly<ProvenTrigger>,
    of expansion: Expansion, _ diagnostics: [Diagnostic]
  ) -> ValidatedAssembly<ProvenTrigger> { validated }
}
