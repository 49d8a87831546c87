import CivilTime
import DesktopReminders
import ICalendar
import NotificationTriggers
import ReminderCompiler

/// The reminders for which timers start this program, in order of fire dates.
struct DueTableContent: Sendable {
  /// The reminders, ascending by fire date.
  let reminders: [DueReminder]
  /// The groups with fires that are left out because there are too many.
  private let cutGroups: [(group: FireGroup, count: Int)]

  /// Writes the texts of the fires of timers.
  init(of timers: some Sequence<LoweredTimer>, writer: ContentWriter, expansion: Expansion) {
    let groups = timers.flatMap(\.groups)
    let counts = TableLines(of: groups, in: expansion).counts
    cutGroups = zip(groups, counts).filter { $0.instants.count > $1 }.map { ($0, $1) }
    var reminders: [DueReminder] = []
    for (group, count) in zip(groups, counts) {
      let instants = group.instants.prefix(count)
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
    // Keep the order of priority for equal instants.
    let sorted = reminders.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    var known: Set<String> = []
    self.reminders = sorted.map(\.element).filter { known.insert($0.identifier).inserted }
  }

  /// The first instants that are left out because there are too many fires; nil if none is.
  var cut: (first: Instant?, repeats: Instant?) {
    func cut(ofRepeats: Bool) -> Instant? {
      cutGroups.lazy.filter { ($0.group.repetition > 0) == ofRepeats }
        .map { $0.group.instants[$0.count] }.min()
    }
    return (cut(ofRepeats: false), cut(ofRepeats: true))
  }

  /// The first instant that is left out; nil if none is.
  var end: Instant? { Verdict.earlier(cut.first, cut.repeats) }

  /// Returns the fires before an instant that are left out.
  func leftOut(before end: Instant) -> [(group: FireGroup, instants: [Instant])] {
    cutGroups.map { group, count in (group, group.instants.dropFirst(count).filter { $0 < end }) }
  }
}

/// Shares the lines of the table of due reminders among sources, and among the series of a source.
///
/// A series every second does not displace one every day, and a calendar with more series than the
/// table has lines does not displace another one.
private struct TableLines {
  /// The number of fires of each group that have lines, the soonest of the group.
  private(set) var counts: [Int]
  private let groups: [FireGroup]

  init(of groups: [FireGroup], in expansion: Expansion) {
    self.groups = groups
    counts = groups.map(\.instants.count)
    let owners = groups.map { SourceShares.Owner(of: $0, in: expansion) }
    // The other alarms of a copy don't share the lines of one that rings for another source.
    let bySeries = Dictionary(grouping: groups.indices) { owners[$0] }
    let needs = bySeries.map { owner, numbers in
      SourceShares.Need(
        owner: owner, amount: numbers.reduce(0) { $0 + groups[$1].instants.count })
    }
    let shares = SourceShares(of: DueTable.maximumFires, among: needs)
    var bySource: [String: [Int]] = [:]
    for (numbers, need) in zip(bySeries.values, needs) {
      keepSoonest(max(1, shares.limit(for: need.owner)), of: numbers)
      bySource[shares.source(of: need.owner), default: []] += numbers
    }
    for numbers in bySource.values { keepSoonest(max(1, shares.limitOfSource), of: numbers) }
    keepSoonest(DueTable.maximumFires, of: Array(groups.indices))
  }

  /// Leaves out the fires of groups after the soonest ones.
  private mutating func keepSoonest(_ most: Int, of numbers: [Int]) {
    for number in numbers { counts[number] = min(counts[number], most) }
    guard numbers.reduce(0, { $0 + counts[$1] }) > most else { return }
    // At one instant, the order of groups is that of their priority.
    let lines = numbers.flatMap { number in
      groups[number].instants.prefix(counts[number]).map { (at: $0, number: number) }
    }.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
    for number in numbers { counts[number] = 0 }
    for line in lines.prefix(most) { counts[line.number] += 1 }
  }
}

extension SourceShares.Owner {
  /// Makes the owner of a group, which rings for its copies, too.
  fileprivate init(of group: FireGroup, in expansion: Expansion) {
    let reminders = [group.reminder] + group.twins.map(\.reminder)
    let sources = reminders.compactMap(expansion.place).map { expansion.series[$0].series.sources }
    self.init(sources: sources.reduce(into: []) { $0.formUnion($1) }, uid: group.reminder.uid)
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
