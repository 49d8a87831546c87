import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers

@testable import ReminderCompiler

/// The search for covers, asked for one group that nothing else competes with.
struct GroupSearch {
  private let options: NotificationOptions
  private let lowered: LoweredGroup

  /// Lowers fires whose triggers are never taken away.
  ///
  /// - Parameters:
  ///   - wanted: What is asked for, to the end of what is known.
  ///   - fires: The fires before the horizon's end, ascending.
  ///   - table: The day classes over the days that are asked for.
  ///   - horizonEnd: The horizon's end.
  init(_ wanted: WantedFires, fires: [Instant], _ table: DayClassTable, horizonEnd: Instant) {
    var options = NotificationOptions(now: wanted.now, deviceZone: wanted.zone)
    options.horizon = CalendarDuration(seconds: horizonEnd - wanted.now)
    // Twice that is behind all that is known.
    options.renewWithin = CalendarDuration(seconds: wanted.end - wanted.now)
    options.limit = fires.count
    self.options = options
    let group = FireGroup(
      reminder: Reminder.ID(uid: "event", alarm: 0), key: FireKey(repetition: 0, component: 0),
      content: TestCalendars.content("Title"),
      identifierPrefix: "event", instants: fires, zone: wanted.zone, isFloating: false, cut: nil)
    let lowering = Lowering(
      options, ProofRange(now: wanted.now, end: wanted.end, table: table))
    lowered = LoweredGroup(
      group,
      lowering.triggers(
        of: group, wanted))
  }

  /// The cover that answers everything before the horizon's end with the fewest slots.
  var smallestCover: Cover? {
    CoverSearch(lowered, options, pending: PendingIdentifiers())
      .covers(upTo: options.window.upperBound, isNext: true).min { $0.slots < $1.slots }
  }

  /// What it says that this takes.
  var fewestSlots: Int {
    CoverSearch(lowered, options, pending: PendingIdentifiers())
      .fewestSlots(upTo: options.window.upperBound)
  }
}
