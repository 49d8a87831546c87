import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// Plans for a target with fewer capabilities than UserNotifications.
@Suite struct TriggerCapabilitiesTests {
  /// A series from a day of January 2026 on, at 09:00, in the half year from 1 January.
  struct Row: Sendable {
    let rule: String
    var zone = "Europe/Berlin"
    var start = 1
    /// The weekdays in Foundation's numbering, and the day of the month; nil means every day.
    var weekdays: Set<Int>?
    var day: Int?
    /// The number of covered fires, in order; nil means all.
    var answered: Int?
    let repeating: Int
  }

  static let rows = [
    Row(rule: "FREQ=DAILY", repeating: 1),
    // Only one-shots.
    Row(rule: "FREQ=WEEKLY;BYDAY=MO", start: 5, weekdays: [2], answered: 10, repeating: 0),
    Row(
      rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", weekdays: [2, 3, 4, 5, 6], answered: 10,
      repeating: 0),
    Row(rule: "FREQ=MONTHLY;BYMONTHDAY=15", start: 15, day: 15, repeating: 0),
    // London has another time of day, and its clock changes on the same days as Berlin's.
    Row(rule: "FREQ=DAILY", zone: "Europe/London", repeating: 1),
    // New York's clock changes on 8 March, Berlin's on 29 March: 14:00 between them, else 15:00.
    // The daily trigger must be removed on 8 March; nine one-shots follow.
    Row(
      rule: "FREQ=DAILY", zone: "America/New_York", answered: 31 + 28 + 7 + 9, repeating: 1),
    // Kolkata's clock never changes: the daily trigger must be removed on 29 March.
    Row(rule: "FREQ=DAILY", zone: "Asia/Kolkata", answered: 31 + 28 + 28 + 9, repeating: 1),
  ]

  @Test(arguments: rows)
  func `a target with only daily triggers gets no others, and its plan is valid`(
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
    // A trigger that isn't removed in time continues to fire.
    let removeBy = requests.compactMap(\.removeBy).min() ?? options.window.upperBound
    #expect(outcome.spurious.allSatisfy { $0 >= removeBy } && outcome.echoes.isEmpty)
  }

  /// The expected fire dates of a series, by Foundation's calendar in its zone.
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

  /// The fire dates on a device in Berlin, by Foundation's calendar, until the removal.
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

  @Test func `a second pass that a clock without zones can't represent is reported as missed`()
    throws
  {
    // Berlin's clock shows 02:30 twice on 25 October 2026: at 00:30Z and at 01:30Z.
    let options = try TestCalendars.compilerOptions(
      now: "2026-10-24T00:00:00Z", horizon: "P3D")
    let event = try TestCalendars.event(start: "20261025T013000Z")
    let plan = Compiler.compile(Expansion([event], options), for: ClockRadio(options))
    let outcome = try #require(plan.answers.first?.outcome)
    #expect(plan.answers.flatMap(\.answer.requests).isEmpty)
    #expect(outcome.missed == [[try TestCalendars.instant("2026-10-25T01:30:00Z")]])
  }
}

/// A minimal target: a clock radio with ten alarms.
///
/// Each alarm is daily or on one date, in the device's zone.
struct ClockRadio: TriggerTarget {
  static let capabilities = TriggerCapabilities(repeating: .daily, namesZones: false, limit: 10)

  let device: NotificationOptions
  let range: ProofRange
  var diagnostics: [Diagnostic] { [] }

  init(_ options: CompilerOptions) {
    device = NotificationOptions(options, ClockRadio.capabilities)
    range = ProofRange(options)
  }

  /// Writes the validated triggers.
  func output(
    _ selection: RequestSelection, _ validated: ValidatedAssembly<ProvenTrigger>,
    of expansion: Expansion, _ diagnostics: [Diagnostic]
  ) -> ValidatedAssembly<ProvenTrigger> { validated }
}
