package import CivilTime
package import ICalendar
package import NotificationTriggers
package import ReminderExpansion
package import ReminderOptions
package import ReminderPlanning

/// Generates the texts of notifications, as the last stage of a compilation.
///
/// Selection compares only the content that all fires of a group share. This stage adds the values
/// of an occurrence, such as its day and times. A request that fires several times gets only the
/// common values. So these texts do not require additional slots.
package final class ContentWriter {
  private let expansion: Expansion
  private let phrases: WhenPhrase
  private var numbers: [Int: OccurrenceNumbers] = [:]
  /// The last thread identifier, and the name that it is made of.
  private var lastThread: (name: String, thread: String)?
  /// The last content whose fires share a body, and that body.
  private var lastBody: (content: ReminderContent, body: String)?
  private let isForPhones: Bool
  /// The diagnostics that were already added, by UID and subject.
  private var noted: Set<[String]> = []
  private var placeholderDiagnostics: [Diagnostic] = []
  private var soundDiagnostics: [Diagnostic] = []

  private var options: CompilerOptions { expansion.options }

  /// The first alerts of all reminders, ascending.
  private lazy var alerts = expansion.mapReminders { reminder in
    reminder.fires.filter { $0.repetition == 0 }.map(\.at)
  }.flatMap(\.self).sorted()

  /// The number of occurrences that were counted for numbering.
  ///
  /// The limit is the same as for the fires of all reminders.
  private var countedOccurrences = 0

  package init(_ expansion: Expansion, isForPhones: Bool = true) {
    self.expansion = expansion
    self.isForPhones = isForPhones
    phrases = WhenPhrase(expansion.options.language)
  }

  package var diagnostics: [Diagnostic] { placeholderDiagnostics + soundDiagnostics }

  /// The categories of all kinds of notifications, with their buttons.
  package var categories: [NotificationCategory] {
    NotificationCategory.all(in: expansion.options.language)
  }

  /// Returns the contents of a group's requests.
  ///
  /// All fires are found together, because most requests of a group share its occurrences.
  package func contents(of group: FireGroup, _ requests: [ProvenTrigger]) -> [RequestContent] {
    let samples = requests.map { FireSample(of: $0, options) }
    let instants = samples.flatMap(\.instants).sorted()
    let found = FireLookup(of: [group], at: instants, in: expansion)
    return zip(requests, samples).map { request, sample in
      let own = samples.count == 1 ? found : found.keeping(sample.instants)
      return request.trigger.repeats
        ? repeating([group], at: sample, found: own) : once(group, at: request.nextFire, found: own)
    }
  }

  /// Returns the content of a request that fires once.
  package func once(_ group: FireGroup, at instant: Instant) -> RequestContent {
    once(group, at: instant, found: FireLookup(of: [group], at: [instant], in: expansion))
  }

  private func once(_ group: FireGroup, at instant: Instant, found: FireLookup) -> RequestContent {
    guard let fire = found.fires.first, let place = found.place else {
      var plain = plain(group)
      if options.badge == .count { plain.content.badge = alertCount(through: instant) }
      return plain
    }
    return worded(group.content, reminder: group.reminder, fire: fire, ofSeriesAt: place)
  }

  /// Calls a function with the content of each fire of a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - instants: Expected fires of the group, ascending.
  ///   - body: Receives each fire with its content and series. Fires that cannot be found in the
  ///     series are left out.
  package func forEach(
    of group: FireGroup, at instants: [Instant],
    _ body: (_ fire: Fire, _ worded: RequestContent, _ series: SeriesExpansion) -> Void
  ) {
    let found = FireLookup(of: [group], at: instants, in: expansion)
    guard let place = found.place else { return }
    for fire in found.fires {
      body(
        fire, worded(group.content, reminder: group.reminder, fire: fire, ofSeriesAt: place),
        expansion.series[place])
    }
  }

  /// Returns the names of the occurrences that fires of a group are about; fires without one are
  /// left out.
  func occurrenceNames(of group: FireGroup, at instants: [Instant]) -> [(at: Instant, name: String)]
  {
    let found = FireLookup(of: [group], at: instants, in: expansion)
    guard let place = found.place else { return [] }
    return found.fires.compactMap { fire in
      expansion.series[place].occurrenceName(of: fire).map { (fire.at, $0) }
    }
  }

  /// Returns the content of a request that fires several times.
  package func repeating(_ groups: [FireGroup], at sample: FireSample) -> RequestContent {
    repeating(groups, at: sample, found: FireLookup(of: groups, at: sample.instants, in: expansion))
  }

  private func repeating(
    _ groups: [FireGroup], at sample: FireSample, found: FireLookup
  ) -> RequestContent {
    let group = groups[0]
    guard let first = found.fires.first, let place = found.place else { return plain(group) }
    let series = expansion.series[place]
    let occurrence = series.occurrence(of: first)
    var content = self.content(
      group.content, reminder: group.reminder, fire: first, occurrence: occurrence, place: place)
    content.subtitle = subtitle(of: groups, at: sample, found.fires, in: series)
    return RequestContent(
      content: content, occurrence: occurrence, occurrenceName: series.occurrenceName(of: first))
  }

  /// Returns a phrase about the occurrences that is correct at each fire of a request.
  private func subtitle(
    of groups: [FireGroup], at sample: FireSample, _ fires: [Fire], in series: SeriesExpansion
  ) -> String {
    var common = CommonMoment()
    for fire in fires {
      // If only some fires have an occurrence, a time would be wrong for the others.
      guard let moment = moment(of: fire, occurrence: series.occurrence(of: fire)) else {
        return ""
      }
      common.add(moment)
    }
    let text = phrases.common(common)
    guard !text.isEmpty, let first = fires.first else { return text }
    let ownZone = moment(of: first, occurrence: series.occurrence(of: first))?.ownZone
    // Near a clock change at night, "Yesterday" can be two days ago.
    let runs = sample.nearClockChanges(
      of: [options.deviceZone, groups[0].zone, ownZone].compactMap { $0 }, within: common.reach)
    guard !runs.isEmpty else { return text }
    for instants in runs {
      for fire in FireLookup(of: groups, at: instants, in: expansion).fires {
        if let moment = moment(of: fire, occurrence: series.occurrence(of: fire)) {
          common.add(moment)
        }
      }
    }
    return phrases.common(common)
  }

  /// Returns the content of a single fire.
  package func worded(
    _ content: ReminderContent, reminder: Reminder.ID, fire: Fire, ofSeriesAt place: Int
  ) -> RequestContent {
    let series = expansion.series[place]
    let occurrence = series.occurrence(of: fire)
    var worded = self.content(
      content, reminder: reminder, fire: fire, occurrence: occurrence, place: place)
    let moment = moment(of: fire, occurrence: occurrence)
    if let moment { worded.subtitle = phrases.once(moment) }
    if options.badge == .count { worded.badge = alertCount(through: fire.at) }
    return RequestContent(
      content: worded, occurrence: occurrence, occurrenceName: series.occurrenceName(of: fire),
      daysAhead: moment?.daysAhead)
  }

  package func content(of overdue: OverdueToDo) -> NotificationContent {
    var content = base(overdue.content, uid: overdue.uid, repetition: 0, isNagging: true)
    content.body = bodyWithoutOccurrence(overdue.content)
    if let occurrence = overdue.occurrence,
      let moment = Moment(occurrence, fire: options.now, onDeviceIn: options.deviceZone)
    {
      content.subtitle = phrases.overdue(moment)
    }
    return content
  }

  /// Returns the due time of a reminder that is shown later, on any day: `Due Monday 5 January,
  /// 13:00`.
  package func due(at instant: Instant) -> String {
    phrases.overdue(
      Moment(
        .due, fire: instant, start: instant, end: instant, deviceZone: options.deviceZone,
        ownZone: nil))
  }

  /// Returns the content for a group whose occurrence is unknown.
  private func plain(_ group: FireGroup) -> RequestContent {
    var content = base(
      group.content, uid: group.reminder.uid, repetition: group.repetition,
      isNagging: group.content.isNagging)
    content.body = bodyWithoutOccurrence(group.content)
    return RequestContent(content: content)
  }

  /// Returns the body without an occurrence, with empty placeholders.
  private func bodyWithoutOccurrence(_ reminderContent: ReminderContent) -> String {
    AlarmTexts.body(reminderContent.body(ofOccurrence: 1).filling { _ in "" }.text)
  }

  private func moment(of fire: Fire, occurrence: Occurrence?) -> Moment? {
    occurrence.flatMap { Moment($0, fire: fire.at, onDeviceIn: options.deviceZone) }
  }

  /// Returns the content of a fire without its subtitle.
  private func content(
    _ reminderContent: ReminderContent, reminder: Reminder.ID, fire: Fire,
    occurrence: Occurrence?,
    place: Int
  ) -> NotificationContent {
    var content = base(
      reminderContent, uid: reminder.uid, repetition: fire.repetition,
      isNagging: reminderContent.isNagging)
    noteSound(of: reminderContent, uid: reminder.uid, place)
    guard reminderContent.mayVary else {
      content.body = constantBody(of: reminderContent)
      return content
    }
    let series = expansion.series[place]
    let original = series.originalStart(of: fire)
    let numbers = reminderContent.needsNumbers ? self.numbers(ofSeriesAt: place) : nil
    let number = original.flatMap { numbers?.number(of: $0) }
    let template = reminderContent.body(ofOccurrence: number ?? 1)
    let moment = moment(of: fire, occurrence: occurrence)
    let firstPart = template.parts.first
    let filled = template.filling { placeholder in
      let text: String? =
        switch placeholder {
        case .number: number.map(phrases.formatter.number)
        case .count: numbers?.count.map(phrases.formatter.number)
        case .age:
          occurrence.flatMap { series.age(at: $0, onDeviceIn: options.deviceZone) }
            .map(phrases.formatter.number)
        case .start: moment.map(phrases.start)
        case .end: moment.map(phrases.end)
        case .day:
          moment.map {
            phrases.day(of: $0, capitalised: firstPart == .placeholder(.day))
          }
        case .lead: moment.map(phrases.lead)
        case .location, .calendar, .description, .title: nil
        }
      if text == nil, noted.insert(["placeholder", reminder.uid, placeholder.rawValue]).inserted {
        placeholderDiagnostics.append(
          Diagnostic(
            .placeholderEmpty(placeholder.rawValue),
            at: series.series.components[0].location, uid: reminder.uid))
      }
      return text ?? ""
    }
    content.body = AlarmTexts.body(filled.text)
    return content
  }

  private func constantBody(of content: ReminderContent) -> String {
    if let lastBody, lastBody.content === content { return lastBody.body }
    let body = AlarmTexts.body(content.body(ofOccurrence: 1).text)
    lastBody = (content, body)
    return body
  }

  /// Adds a diagnostic for a sound that phones cannot play, once for each series and sound.
  private func noteSound(of reminderContent: ReminderContent, uid: String, _ place: Int) {
    guard isForPhones, let name = reminderContent.soundName, reminderContent.phoneSoundName == nil,
      reminderContent.interruptionLevel.playsSound, noted.insert(["sound", uid, name]).inserted
    else { return }
    soundDiagnostics.append(
      Diagnostic(
        .soundUnusable(name), at: expansion.series[place].series.components[0].location, uid: uid))
  }

  private func numbers(ofSeriesAt place: Int) -> OccurrenceNumbers {
    if let known = numbers[place] { return known }
    let made = OccurrenceNumbers(
      expansion.series[place], until: options.window.upperBound,
      limit: min(
        SeriesExpansion.maximumFires, ExpansionBudget.maximumFires - countedOccurrences))
    countedOccurrences += made.counted
    numbers[place] = made
    return made
  }

  private func base(
    _ reminderContent: ReminderContent, uid: String, repetition: Int, isNagging: Bool
  ) -> NotificationContent {
    var content = NotificationContent(
      title: reminderContent.title, interruptionLevel: reminderContent.interruptionLevel,
      threadIdentifier: thread(reminderContent, uid: uid))
    content.badge = options.badge?.ofRepeats
    content.sound = NotificationSound(
      for: reminderContent.interruptionLevel, name: reminderContent.phoneSoundName)
    content.relevanceScore = reminderContent.interruptionLevel.relevance(isRepeat: repetition > 0)
    content.url = reminderContent.url
    content.conference = reminderContent.conference
    let subject: NotificationCategory.Subject =
      reminderContent.kind == .event
      ? (isNagging ? .eventNag : .event) : (isNagging ? .toDoNag : .toDo)
    content.categoryIdentifier = NotificationCategory.identifier(
      subject,
      link: reminderContent.conference != nil ? .join : reminderContent.url != nil ? .open : nil)
    // A long UID is only data for the app. Values for the system are short.
    content.targetContentIdentifier =
      uid.utf8.count <= AlarmTexts.longestLine ? uid : RequestIdentifier.prefix(ofUID: uid)
    content.filterCriteria = AlarmTexts.line(reminderContent.calendarName)
    return content
  }

  /// Returns the number of first alerts on the day of an instant, up to it; at least 1.
  private func alertCount(through instant: Instant) -> Int {
    let zone = options.deviceZone
    let midnight = zone.instant(of: CivilDateTime(zone.civil(at: instant).date))
    return max(
      1, alerts.partitionPoint { $0 <= instant } - alerts.partitionPoint { $0 < midnight })
  }

  private func thread(_ reminderContent: ReminderContent, uid: String) -> String {
    let name = options.threads == .series ? uid : reminderContent.calendarName
    // Consecutive fires are often of one series.
    if let lastThread, lastThread.name.utf8.elementsEqual(name.utf8) { return lastThread.thread }
    let thread =
      options.threads == .series
      ? RequestIdentifier.prefix(ofUID: uid) : RequestIdentifier.thread(ofCalendar: name)
    lastThread = (name, thread)
    return thread
  }
}

extension InterruptionLevel {
  /// Returns the relevance score for summaries.
  ///
  /// It depends on the level, and repeats have a lower score than first alerts.
  ///
  /// It does not depend on the rank, which changes with every renewal. Otherwise apps would have to
  /// replace all requests at each renewal.
  fileprivate func relevance(isRepeat: Bool) -> Double {
    let tenths =
      switch self {
      case .passive: 2
      case .active: 5
      case .timeSensitive: 8
      case .critical: 10
      }
    return Double(tenths - (isRepeat ? 1 : 0)) / 10
  }
}

extension NotificationCategory {
  /// All categories, with buttons in a language.
  package static func all(in language: ReminderLanguage) -> [NotificationCategory] {
    all { language.wording.title(of: $0) }
  }
}

extension Wording {
  fileprivate func title(of action: NotificationAction.Kind) -> String {
    switch action {
    case .snooze: snooze
    case .done: done
    case .stopRepeat: stopRepeat
    case .open: open
    case .join: join
    }
  }
}

extension Finding {
  package static func soundUnusable(_ name: String) -> Finding {
    Finding(
      "sound-unusable", .note, property: "ATTACH",
      message: "the sound \"\(name)\" is not on the phone or in a format that it doesn't play; the "
        + "default sound is used")
  }

  package static func placeholderEmpty(_ name: String) -> Finding {
    let reason =
      switch name {
      case "count": "the series is endless, or has too many occurrences to count"
      case "n": "the occurrence is not an instance of its series, or has too many before it"
      case "age": "the year of birth is unknown"
      default: "the alert doesn't belong to one of the occurrences"
      }
    return Finding(
      "placeholder-empty", .note, message: "{\(name)} is empty in some texts: \(reason)")
  }
}

/// The content of a request, with its occurrence.
package struct RequestContent: Sendable {
  package var content: NotificationContent
  /// The occurrence of the first fire; nil if the fire has none, or one of several.
  package var occurrence: Occurrence?
  /// The name of this occurrence: its original start, which stays the same if the occurrence is
  /// moved.
  package var occurrenceName: String?
  /// The number of days from a single fire to this occurrence; nil if it is unknown.
  package var daysAhead: Int?
}
