import CivilTime

extension WhenPhrase {
  /// What can be said at each of several fires, whichever it is: only what is the same at all.
  ///
  /// The times are those of the device's clock. Where only the event's own clock shows the same
  /// ones at all, they are that clock's, with the city of its zone: `09:00-10:00 (New York)`; then
  /// the day is that clock's as well, none if it is the reader's own, and a weekday goes before
  /// `tomorrow`, which might be another day where the reader is. A range is said where the end is
  /// the same time of day at all, even if a change of clocks makes one occurrence longer.
  ///
  /// Times without a day are today's. So times of another day are said only with a word for it:
  /// `tomorrow`, the weekday, `yesterday` where the weekday isn't the same, or how many days lie
  /// between (`09:00, in 2 days`). Moments of several kinds have nothing in common.
  ///
  /// - Parameter moments: The fires; each is looked at once.
  /// - Returns: The words; they begin with a capital. Empty where nothing can be said.
  package func common(_ moments: some Sequence<Moment>) -> String {
    let common = CommonMoment(moments)
    return switch common.kind {
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
    // Who reads no day takes the times for today's.
    guard day != nil || lead != nil else { return "" }
    let when = [day ?? "", times ?? ""].filter { !$0.isEmpty }
      .joined(separator: wording.dayAndTime)
    return [when, lead ?? ""].filter { !$0.isEmpty }.joined(separator: wording.parts)
  }

  /// The times with their zone, nil where they differ; and the word for their day, empty for
  /// today, nil where there is none.
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
    // Of a day that isn't the same on both clocks only its name says which.
    let isSameDay = own.daysAhead == days
    let day =
      own.daysAhead == 0
      ? ""
      : own.weekday.map(formatter.weekday)
        // Who hears it on the day itself needs no word for it, whatever day it is there.
        ?? (days == 0 ? "" : isSameDay ? word(forDay: days, nil) : nil)
    return (times(from: start, to: own.end) + self.zone(zone), day)
  }

  /// The word for a day, the same or the same weekday at each; empty for today.
  private func word(forDay days: Int?, _ weekday: Weekday?) -> String? {
    switch days {
    case 0: ""
    case 1: wording.tomorrow
    default: weekday.map(formatter.weekday) ?? days.flatMap(relativeDay)
    }
  }

  /// How far ahead all lie, where that is to be said: days only where nothing else says them.
  private func lead(_ common: CommonMoment, isDayKnown: Bool) -> String? {
    guard let lead = common.lead, lead > 0, lead % 60 == 0,
      lead < WhenPhrase.secondsOfDay || !isDayKnown
    else { return nil }
    return self.lead(seconds: lead)
  }
}

/// What is the same at each fire of a reminder that fires several times.
///
/// Only numbers are compared; nothing is put into words.
struct CommonMoment {
  private let moments: [Moment]

  init(_ moments: some Sequence<Moment>) { self.moments = Array(moments) }

  /// The value that all moments have; nil where they differ, and where there is none.
  private func common<Value: Equatable>(_ value: (Moment) -> Value) -> Value? {
    guard let first = moments.first.map(value) else { return nil }
    return moments.dropFirst().allSatisfy { value($0) == first } ? first : nil
  }

  var kind: Moment.Kind? { common(\.kind) }
  /// Seconds from each fire to what is spoken of.
  var lead: Int? { common { $0.point - $0.fire } }
  /// The zone that all events' times are written in, by its identifier; nil where they differ.
  var ownZone: String? { common { $0.ownZone?.identifier }.flatMap(\.self) }
  /// The device's zone, by its identifier; nil for no fires.
  var deviceZone: String? { moments.last?.deviceZone.identifier }
  /// Whether the device's clock and the event's own differ at any.
  var clocksDiffer: Bool { moments.contains(where: \.clocksDiffer) }
  /// What is the same on the device's clock.
  var onDevice: Clock { clock(\.pointOnDevice, \.startOnDevice, \.endOnDevice) }
  /// What is the same on the event's own clock.
  var onOwnClock: Clock { clock(\.pointOnOwnClock, \.startOnOwnClock, \.endOnOwnClock) }

  /// What is the same on one of the two clocks.
  struct Clock {
    /// When all start.
    let start: TimeOfDay?
    /// When all end; nil where they differ, or the times can't tell it.
    let end: TimeOfDay?
    /// The weekday of all.
    let weekday: Weekday?
    /// Days from the fire's, on the device's clock, to that of what is spoken of.
    let daysAhead: Int?
  }

  private func clock(
    _ point: (Moment) -> CivilDateTime, _ start: (Moment) -> CivilDateTime,
    _ end: (Moment) -> CivilDateTime
  ) -> Clock {
    func range(_ moment: Moment) -> ClockRange {
      ClockRange(moment.isDue ? point(moment) : start(moment), end(moment))
    }
    return Clock(
      start: common { range($0).start }, end: common(range)?.end,
      weekday: common { Weekday(dayNumber: point($0).dayNumber) },
      daysAhead: common { point($0).dayNumber - $0.fireOnDevice.dayNumber })
  }
}
