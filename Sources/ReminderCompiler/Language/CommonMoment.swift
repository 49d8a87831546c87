import CivilTime

/// What is the same at each fire of a reminder that fires several times.
///
/// Only numbers are compared, once for each fire; nothing is put into words.
struct CommonMoment {
  private var kinds = Agreement<Moment.Kind>()
  private var daysAheadOfAll = Agreement<Int>()
  private var leads = Agreement<Int>()
  private var zones = Agreement<String>()
  private(set) var onDevice = Clock()
  private(set) var onOwnClock = Clock()
  /// Whether the device's clock and the event's own differ at any.
  private(set) var clocksDiffer = false
  /// The device's zone, by its identifier; nil for no fires.
  private(set) var deviceZone: String?

  /// What is the same on one of the two clocks.
  struct Clock {
    private var ranges = Agreement<ClockRange>()
    private var starts = Agreement<TimeOfDay>()
    private var weekdays = Agreement<Weekday>()
    private var daysAheadOfAll = Agreement<Int>()

    /// From when to when all last; of differing ends only the start is left.
    var start: TimeOfDay? { starts.value }
    /// When all end; nil where they differ, or the times can't tell it.
    var end: TimeOfDay? { ranges.value?.end }
    /// The weekday of all.
    var weekday: Weekday? { weekdays.value }
    /// Days from the fire's, on the device's clock, to that of what is spoken of.
    var daysAhead: Int? { daysAheadOfAll.value }

    fileprivate mutating func take(_ point: CivilDateTime, _ range: ClockRange, _ fireDay: Int) {
      let day = point.dayNumber
      ranges.take(range)
      starts.take(range.start)
      weekdays.take(Weekday(dayNumber: day))
      daysAheadOfAll.take(day - fireDay)
    }
  }

  /// Compares moments.
  init(_ moments: some Sequence<Moment>) {
    for moment in moments { take(moment) }
  }

  private mutating func take(_ moment: Moment) {
    kinds.take(moment.kind)
    leads.take(moment.point - moment.fire)
    zones.take(moment.ownZone?.identifier ?? "")
    deviceZone = moment.deviceZone.identifier
    clocksDiffer = clocksDiffer || moment.clocksDiffer
    let fireDay = moment.fireOnDevice.dayNumber
    let point = moment.pointOnDevice
    onDevice.take(
      point, ClockRange(moment.isDue ? point : moment.startOnDevice, moment.endOnDevice), fireDay)
    let ownPoint = moment.pointOnOwnClock
    onOwnClock.take(
      ownPoint, ClockRange(moment.isDue ? ownPoint : moment.startOnOwnClock, moment.endOnOwnClock),
      fireDay)
  }

  /// What all occurrences are.
  var kind: Moment.Kind? { kinds.value }

  /// Seconds from each fire to what is spoken of.
  var lead: Int? { leads.value }

  /// The zone that all events' times are written in, by its identifier; nil where they differ.
  var ownZone: String? { zones.value.flatMap { $0.isEmpty ? nil : $0 } }
}
