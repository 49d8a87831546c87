import CivilTime
import DesktopReminders
import ICalendar
import NotificationTriggers
import ReminderCompiler

/// The reminders for which timers start this program, in order of fire dates.
struct DueTableContent: Sendable {
  /// The reminders, ascending by fire date.
  let reminders: [DueReminder]
  /// The first instant that is left out because there are too many fires; nil if none is.
  let cut: Instant?

  /// Writes the texts of the fires of timers.
  init(of timers: some Sequence<LoweredTimer>, writer: ContentWriter, expansion: Expansion) {
    let timers = Array(timers)
    // A fair share, so that a reminder every second does not displace one every day.
    let share = FairShare.limit(
      of: DueTable.maximumFires, for: timers.map(\.fireCount), atMost: DueTable.maximumFires)
    var reminders: [DueReminder] = []
    var firstCut: Instant?
    for timer in timers {
      let cut = timer.instant(afterFirst: share)
      firstCut = [firstCut, cut].compactMap { $0 }.min()
      for group in timer.groups {
        let instants = group.instants.prefix { instant in cut.map { instant < $0 } ?? true }
        guard !instants.isEmpty else { continue }
        // Shorten the UID once for all fires of the group: a long one becomes a digest.
        let uid = DueReminder.short(group.reminder.uid)
        let twins = group.twins.prefix(DueReminder.maximumTwins)
          .compactMap { twin in
            expansion.place(of: twin.reminder).map { (twin: twin, series: expansion.series[$0]) }
          }
        writer.forEach(of: group, at: Array(instants)) { fire, worded, series in
          var reminder = DueReminder(
            fire, worded: worded, group: group, series: series, uid: uid,
            onDeviceIn: expansion.options.deviceZone)
          let alarm = group.reminder.alarm
          reminder.addSound(
            ofAlarm: alarm, component: fire.component, in: series, options: expansion.options)
          for (twin, series) in twins {
            reminder.addSound(
              ofAlarm: twin.reminder.alarm, component: twin.component, in: series,
              options: expansion.options)
            reminder.join(
              reminder.origin(
                ofAlarm: twin.reminder.alarm, component: twin.component, in: series))
          }
          reminders.append(reminder)
        }
      }
    }
    // Keep the order of priority for equal instants.
    let sorted = reminders.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    var known: Set<String> = []
    self.reminders = sorted.map(\.element).filter { known.insert($0.identifier).inserted }
    cut = firstCut
  }
}

extension LoweredTimer {
  fileprivate var fireCount: Int { groups.reduce(0) { $0 + $1.instants.count } }

  /// The instant of the first fire after `count` fires; nil if the timer has at most `count` fires.
  fileprivate func instant(afterFirst count: Int) -> Instant? {
    guard fireCount > count else { return nil }
    let all = groups.count == 1 ? groups[0].instants : groups.flatMap(\.instants).sorted()
    return all[count]
  }
}

extension DueReminder {
  fileprivate init(
    _ fire: Fire, worded: RequestContent, group: FireGroup, series: SeriesExpansion,
    uid: String, onDeviceIn deviceZone: Zone
  ) {
    let content = worded.content
    let (place, text) = group.content.placeAndText ?? ("", content.body)
    let isToDo = group.content.kind == .toDo
    let occurrence = worded.occurrence
    self.init(
      at: fire.at,
      origin: Origin(
        alarm: group.reminder.alarm, component: fire.component, in: series, uid: uid,
        occurrence: occurrence.flatMap { isToDo ? $0.end ?? $0.start : $0.start ?? $0.end },
        isToDo: isToDo),
      repetition: fire.repetition, title: content.title, place: place, body: text,
      level: content.interruptionLevel, link: content.link, isMeeting: content.conference != nil,
      time: occurrence.flatMap { Moment($0, fire: fire.at, onDeviceIn: deviceZone) }.map {
        Time(
          kind: $0.kind, start: $0.start, end: $0.end,
          zone: $0.ownZone.flatMap { $0.isIANA ? $0.identifier : nil })
      },
      sound: group.content.soundName)
  }

  /// Adds the sound of an alarm, unless there is one already, and whether it rings.
  fileprivate mutating func addSound(
    ofAlarm alarm: Int, component: Int, in series: SeriesExpansion, options: CompilerOptions
  ) {
    let component = series.series.components[component]
    let place = series.alarms.indices.contains(alarm) ? series.alarms[alarm].place : nil
    soundFile = soundFile ?? options.soundFile(of: component, alarm: place)
    rings = rings || options.rings(component, alarm: place)
  }

  /// The origin of an equal fire of another series with an occurrence at the same time.
  fileprivate func origin(
    ofAlarm alarm: Int, component: Int, in series: SeriesExpansion
  ) -> Origin {
    Origin(
      alarm: alarm, component: component, in: series, uid: DueReminder.short(series.series.uid),
      occurrence: origin.occurrence, isToDo: origin.isToDo)
  }
}

extension DueReminder.Origin {
  fileprivate init(
    alarm: Int, component: Int, in series: SeriesExpansion, uid: String, occurrence: Instant?,
    isToDo: Bool
  ) {
    let alarms = series.alarms
    self.init(
      source: series.series.components[component].source, uid: uid,
      distinction: series.series.distinction,
      alarm: alarms.indices.contains(alarm) ? alarms[alarm].place : nil, occurrence: occurrence,
      isToDo: isToDo)
  }
}
