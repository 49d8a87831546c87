import CivilTime
import DesktopReminders
import ICalendar
import NotificationTriggers
import ReminderCompiler

/// What is due at timers that only wake this program, the soonest first.
struct DueReminders: Sendable {
  /// The fires, ascending.
  let reminders: [DueReminder]
  /// The first instant that is left out, since there are too many; nil for none.
  let cut: Instant?

  /// The most fires with one title at one instant among which a copy is looked for: a thousand
  /// variants of one event are no copies.
  private static let maximumLooks = 16

  /// Puts the fires of timers into words.
  ///
  /// - Parameters:
  ///   - timers: The timers.
  ///   - writer: Writes what they say.
  ///   - options: The zone of the machine.
  init(of timers: some Sequence<LoweredTimer>, _ writer: ContentWriter, _ options: CompilerOptions)
  {
    let timers = Array(timers)
    // One that is due every second takes no room from one that is due every day.
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
        // A long one becomes a digest: once for all fires of the group.
        let uid = DueReminder.short(group.reminder.uid)
        writer.forEach(of: group, at: Array(instants)) { fire, worded, series in
          reminders.append(DueReminder(fire, worded, group, series, uid: uid, options.deviceZone))
        }
      }
    }
    // Equal instants in the order of who gets room.
    let sorted = reminders.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    self.reminders = DueReminders.joined(sorted.map(\.element))
    cut = firstCut
  }

  /// What says the same at the same instant, each once.
  private static func joined(_ reminders: [DueReminder]) -> [DueReminder] {
    var joined: [DueReminder] = []
    var known: Set<String> = []
    // Where each title of the present instant stands.
    var places: [String: [Int]] = [:]
    for reminder in reminders where known.insert(reminder.identifier).inserted {
      if joined.last?.at != reminder.at { places.removeAll(keepingCapacity: true) }
      let same = places[reminder.title, default: []]
      let near = same.suffix(DueReminders.maximumLooks)
      guard !near.contains(where: { joined[$0].takeUp(reminder) }) else { continue }
      places[reminder.title, default: []].append(joined.count)
      joined.append(reminder)
    }
    return joined
  }
}

extension LoweredTimer {
  /// How many fires it has.
  fileprivate var fireCount: Int { groups.reduce(0) { $0 + $1.instants.count } }

  /// The first instant that a number of fires does not reach; nil where it reaches all.
  fileprivate func instant(afterFirst count: Int) -> Instant? {
    guard fireCount > count else { return nil }
    let all = groups.count == 1 ? groups[0].instants : groups.flatMap(\.instants).sorted()
    return all[count]
  }
}

extension DueReminder {
  fileprivate init(
    _ fire: Fire, _ worded: WordedContent, _ group: FireGroup, _ series: SeriesExpansion,
    uid: String, _ deviceZone: Zone
  ) {
    let content = worded.content
    let isToDo = group.content.kind == .toDo
    let occurrence = worded.occurrence
    let alarms = series.alarms
    self.init(
      at: fire.at,
      origin: Origin(
        source: series.series.components[fire.component].source, uid: uid,
        distinction: series.series.distinction,
        alarm: alarms.indices.contains(group.reminder.alarm)
          ? alarms[group.reminder.alarm].place : nil,
        occurrence: occurrence.flatMap { isToDo ? $0.end ?? $0.start : $0.start ?? $0.end },
        isToDo: isToDo),
      repetition: fire.repetition, title: content.title, body: content.body,
      level: content.interruptionLevel, link: content.link, isMeeting: content.conference != nil,
      time: occurrence.flatMap { Moment($0, fire: fire.at, deviceZone) }.map {
        Time(
          kind: $0.kind, start: $0.start, end: $0.end,
          zone: $0.ownZone.flatMap { $0.isIANA ? $0.identifier : nil })
      })
  }
}
