package import CivilTime
import NotificationTriggers

/// What a group asks for up to the end of the proof.
///
/// A pattern is right where what it fires is allowed; what it answers are the fires alone. A class,
/// since every search of a group asks the same one.
package final class WantedFires: Sendable {
  /// The fires after now and before the end.
  package let fires: TimedDays
  /// The echoes of fires: none of them is one.
  package let echoes: TimedDays
  /// What a pattern may fire: the fires and their echoes.
  let allowed: TimedDays
  /// Fires at or before this instant are not asked of a trigger.
  let now: Instant
  /// From here on nothing is known.
  let end: Instant

  /// The zone whose wall clock is read.
  package var zone: Zone { fires.zone }

  /// How long before now a clock change can still displace a time after it, in seconds: two days.
  private static let lookBack = 2 * 86_400

  /// The instants at which clock changes can displace what is asked for.
  var clockChanges: Range<Instant> { now - WantedFires.lookBack..<end }

  /// Up to when fires depend on the very instant at which a trigger is added: until a clock change
  /// about now is over; nil where none is near.
  let settled: Instant?

  /// How far a clock change reaches into what is asked from now, in seconds: as far as in the
  /// simulator.
  private static let reach = CalendarPattern.marginAroundTransitions

  /// The first wall-clock time after now, and the first one from the end on.
  private let firstTime: CivilDateTime
  private let endTime: CivilDateTime

  /// Makes what a group asks for of its fires as days.
  init(_ fires: TimedDays, echoes: Set<Instant> = [], now: Instant, end: Instant) {
    self.now = now
    self.end = end
    firstTime = fires.zone.firstTime(notBefore: now + 1)
    endTime = fires.zone.firstTime(notBefore: end)
    settled = fires.zone.transitions(in: now - WantedFires.reach..<now + WantedFires.reach).last
      .map { min(end, $0.instant + WantedFires.reach) }
    var fires = fires
    fires.removeAll(upTo: now)
    self.fires = fires
    var own = TimedDays(in: fires.zone, days: fires.dayRange)
    for echo in echoes where echo > now && echo < end { own.insert(echo) }
    self.echoes = own
    if echoes.isEmpty {
      allowed = fires
    } else {
      fires.formUnion(own)
      allowed = fires
    }
  }

  /// The same instants on the wall clock of a zone.
  func read(in zone: Zone) -> WantedFires {
    guard zone != self.zone else { return self }
    var fires = TimedDays(in: zone, days: fires.dayRange)
    fires.insert(contentsOf: self.fires.instants)
    return WantedFires(fires, echoes: Set(echoes.instants), now: now, end: end)
  }

  /// The days between two instants in any zone.
  static func dayRange(now: Instant, end: Instant) -> Range<Int> {
    let first = now.civilInUTC.dayNumber - 1
    return first..<max(first, end.civilInUTC.dayNumber + 2)
  }

  /// The first day on which a time of day lies after now, by the wall clock.
  func firstDay(at time: TimeOfDay) -> Int { firstTime.firstDay(at: time) }

  /// The first day on which a time of day lies at the end or after it, by the wall clock.
  func endDay(at time: TimeOfDay) -> Int { endTime.firstDay(at: time) }

  /// The first day on which a time of day lies at an instant or after it, by the wall clock.
  func firstDay(at time: TimeOfDay, notBefore instant: Instant) -> Int {
    zone.firstTime(notBefore: instant).firstDay(at: time)
  }
}
