import CivilTime
package import ReminderExpansion
import ReminderOptions

extension WhenPhrase {
  /// Returns a phrase that is correct at each of several fires, because it has only common values.
  ///
  /// The times are in the device's local time. If only the event's own zone has common times, they
  /// are in that zone, with its city: `09:00-10:00 (New York)`. Then the day is in that zone, too.
  /// It is omitted if it is the day of the fire. A weekday is preferred to `tomorrow`, which could
  /// be another day in the device's zone. A range is shown if all ends have the same time of day,
  /// even if a clock change makes one occurrence longer.
  ///
  /// Times without a day are on the day of the fire. So times on another day are shown only with a
  /// word for the day: `tomorrow`, the weekday, `yesterday` if the weekdays differ, or the number
  /// of days (`09:00, in 2 days`). Moments of different kinds have nothing in common.
  package func common(_ moments: some Sequence<Moment>) -> String {
    var common = CommonMoment()
    for moment in moments { common.add(moment) }
    return self.common(common)
  }

  func common(_ common: CommonMoment) -> String {
    switch common.kind {
    case nil: ""
    case .timed: capitalised(times(common))
    case .allDay: capitalised(days(common))
    case .due: capitalised(due(times(common)))
    case .dueDate: capitalised(due(days(common)))
    }
  }

  private func due(_ text: String) -> String {
    text.isEmpty ? "" : wording.due.around(text)
  }

  private func days(_ common: CommonMoment) -> String {
    let days = common.onDevice.daysAhead
    if days == 0 { return wording.today }
    if let word = word(forDay: days, common.onDevice.weekday) { return word }
    return days.map { $0 > 0 ? lead(seconds: $0 * WhenPhrase.secondsOfDay) : "" } ?? ""
  }

  private func times(_ common: CommonMoment) -> String {
    let (times, day) = timesAndDay(common)
    let lead = lead(common, isDayKnown: day != nil)
    // Readers assume that times without a day are today.
    guard day != nil || lead != nil else { return "" }
    let when = [day ?? "", times ?? ""].filter { !$0.isEmpty }
      .joined(separator: wording.dayAndTime)
    return [when, lead ?? ""].filter { !$0.isEmpty }.joined(separator: wording.parts)
  }

  /// Returns the times with their zone, nil if they differ, and the word for their day.
  ///
  /// The word is empty for today and nil if there is no common one.
  private func timesAndDay(_ common: CommonMoment) -> (times: String?, day: String?) {
    let device = common.onDevice
    let days = device.daysAhead
    if let start = device.start {
      let zone = common.clocksDiffer ? common.deviceZone.map(zone) ?? "" : ""
      return (times(from: start, to: device.end) + zone, word(forDay: days, device.weekday))
    }
    let own = common.onOwnClock
    guard let start = own.start, let zone = common.ownZone else {
      return (nil, word(forDay: days, device.weekday))
    }
    // If the day differs between the two clocks, only the weekday identifies it.
    let isSameDay = own.daysAhead == days
    let day =
      own.daysAhead == 0
      ? ""
      : own.weekday.map(formatter.weekday)
        // On the day of the fire, no word is needed, even if the other clock shows another day.
        ?? (days == 0 ? "" : isSameDay ? word(forDay: days, nil) : nil)
    return (times(from: start, to: own.end) + self.zone(zone), day)
  }

  /// Returns the word for a common day or weekday; empty for today, nil without a common one.
  private func word(forDay days: Int?, _ weekday: Weekday?) -> String? {
    switch days {
    case 0: ""
    case 1: wording.tomorrow
    default: weekday.map(formatter.weekday) ?? days.flatMap(relativeDay)
    }
  }

  /// Returns the common time until the moments; nil if it should not be shown.
  ///
  /// Days are shown only without another word for the day.
  private func lead(_ common: CommonMoment, isDayKnown: Bool) -> String? {
    guard let lead = common.lead, lead > 0, lead % 60 == 0,
      lead < WhenPhrase.secondsOfDay || !isDayKnown
    else { return nil }
    return self.lead(seconds: lead)
  }
}

/// The common values of all fires of a reminder.
///
/// Only numbers are compared, without generating texts.
struct CommonMoment {
  private var kinds = CommonValue<Moment.Kind>()
  private var leads = CommonValue<Int>()
  private var ownZones = CommonValue<String?>()
  private var device = ClockValues()
  private var ownClock = ClockValues()
  /// Whether the device's clock and the event's own clock differ at any moment.
  private(set) var clocksDiffer = false
  /// The longest distance from a fire to the start or the end of its occurrence, in seconds.
  private(set) var reach = 0
  /// The zones of the last moment; nil without moments.
  private var last: (device: Zone, own: Zone?)?

  /// Adds a moment to those that are compared.
  mutating func add(_ moment: Moment) {
    kinds.add(moment.kind)
    leads.add(moment.point - moment.fire)
    // Fires of a series have the same zone, and comparing names takes longer.
    if last == nil || moment.ownZone !== last?.own { ownZones.add(moment.ownZone?.identifier) }
    if last?.device !== moment.deviceZone || moment.ownZone !== last?.own {
      last = (moment.deviceZone, moment.ownZone)
    }
    clocksDiffer = clocksDiffer || moment.clocksDiffer
    reach = max(reach, abs(moment.start - moment.fire), abs(moment.end - moment.fire))
    let day = moment.fireOnDevice.dayNumber
    device.add(moment.pointOnDevice, end: moment.endOnDevice, firesOn: day)
    ownClock.add(moment.pointOnOwnClock, end: moment.endOnOwnClock, firesOn: day)
  }

  /// The identifier of the device's zone, at the last moment.
  var deviceZone: String? { last?.device.identifier }
  var kind: Moment.Kind? { kinds.value }
  /// The seconds from each fire to its point.
  var lead: Int? { leads.value }
  /// The identifier of the zone in which the calendar writes all times; nil if they differ.
  var ownZone: String? { ownZones.value.flatMap(\.self) }
  /// The common values on the device's clock.
  var onDevice: Clock { device.common }
  /// The common values on the event's own clock.
  var onOwnClock: Clock { ownClock.common }

  /// The common values on one of the two clocks.
  struct Clock {
    let start: TimeOfDay?
    /// The common end; nil if the ends differ or times of day cannot express them.
    let end: TimeOfDay?
    let weekday: Weekday?
    /// The common number of days from the day of the fire, on the device's clock, to the point.
    let daysAhead: Int?
  }

  private struct ClockValues {
    private var starts = CommonValue<TimeOfDay>()
    private var ranges = CommonValue<ClockRange>()
    private var weekdays = CommonValue<Weekday>()
    private var daysAhead = CommonValue<Int>()

    /// Adds the point of a moment, which a range begins at, and its end.
    mutating func add(_ point: CivilDateTime, end: CivilDateTime, firesOn day: Int) {
      starts.add(point.time)
      ranges.add(ClockRange(from: point, to: end))
      weekdays.add(Weekday(dayNumber: point.dayNumber))
      daysAhead.add(point.dayNumber - day)
    }

    var common: Clock {
      Clock(
        start: starts.value, end: ranges.value?.end, weekday: weekdays.value,
        daysAhead: daysAhead.value)
    }
  }
}

/// The value that all members of a sequence have.
private struct CommonValue<Value: Equatable> {
  /// The value; nil without members or if they differ.
  private(set) var value: Value?
  private var isFirst = true

  mutating func add(_ other: Value) {
    if isFirst {
      value = other
      isFirst = false
    } else if value != other {
      value = nil
    }
  }
}
