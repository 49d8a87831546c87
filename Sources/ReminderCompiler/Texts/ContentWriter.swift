package import CivilTime
package import ICalendar
package import NotificationTriggers

/// Puts what fires say into words: the last thing that is done with what was selected.
///
/// Selection goes by what all fires of a group have in common. What only an occurrence can say, its
/// day and its times, comes to it here; of a request that fires several times, only what is the
/// same each time. So it costs no slot.
package final class ContentWriter {
  private let expansion: Expansion
  private let phrases: WhenPhrase
  /// Which occurrence is which, by the place of the series.
  private var numbers: [Int: OccurrenceNumbers] = [:]
  /// What was grouped last, and by what.
  private var lastThread: (name: String, thread: String)?
  private let isForPhones: Bool
  /// What was found about which UID.
  private var noted: Set<[String]> = []
  private var placeholderDiagnostics: [Diagnostic] = []
  private var soundDiagnostics: [Diagnostic] = []

  private var options: CompilerOptions { expansion.options }

  /// How many occurrences were looked at to number them; as many as there may be fires.
  private var countedOccurrences = 0

  /// Makes a writer.
  package init(_ expansion: Expansion, isForPhones: Bool = true) {
    self.expansion = expansion
    self.isForPhones = isForPhones
    phrases = WhenPhrase(expansion.options.language)
  }

  /// What was found while texts were written.
  package var diagnostics: [Diagnostic] { placeholderDiagnostics + soundDiagnostics }

  /// The buttons of all kinds of notifications.
  package var categories: [NotificationCategory] {
    NotificationCategory.all(in: expansion.options.language)
  }

  /// What a request shows that fires once.
  package func once(_ group: FireGroup, at instant: Instant) -> WordedContent {
    let found = FoundFires(of: [group], at: [instant], in: expansion)
    guard let fire = found.fires.first, let place = found.place else { return plain(group) }
    return worded(group.content, group.reminder, fire, ofSeriesAt: place)
  }

  /// What each of a group's fires shows by itself.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - instants: The fires that are asked for, ascending.
  ///   - body: Receives each with its series and alarm; a fire of which nothing is known but its
  ///     group is left out.
  package func forEach(
    of group: FireGroup, at instants: [Instant],
    _ body: (_ fire: Fire, _ worded: WordedContent, _ series: SeriesExpansion) -> Void
  ) {
    let found = FoundFires(of: [group], at: instants, in: expansion)
    guard let place = found.place else { return }
    for fire in found.fires {
      body(
        fire, worded(group.content, group.reminder, fire, ofSeriesAt: place),
        expansion.series[place])
    }
  }

  /// The content of a request that fires several times.
  ///
  /// - Parameters:
  ///   - groups: The groups that it answers, at least one, all with one content.
  ///   - sample: Its fires, or enough of them to find their common words.
  /// - Returns: The content, and the occurrence of its first fire.
  package func repeating(_ groups: [FireGroup], at sample: FireSample) -> WordedContent {
    let group = groups[0]
    let found = FoundFires(of: groups, at: sample.instants, in: expansion)
    guard let first = found.fires.first, let place = found.place else { return plain(group) }
    let series = expansion.series[place]
    let occurrence = series.occurrence(of: first)
    var content = self.content(group.content, group.reminder, first, occurrence, place)
    // If only some fires have an occurrence, a time would be wrong for the others.
    let moments = found.fires.compactMap { moment(of: $0, series.occurrence(of: $0)) }
    if moments.count == found.fires.count {
      content.subtitle = subtitle(of: groups, at: sample, moments, in: series)
    }
    return WordedContent(
      content: content, occurrence: occurrence, occurrenceName: series.occurrenceName(of: first))
  }

  /// When the occurrences of a request are, in words that are true at each of its fires.
  private func subtitle(
    of groups: [FireGroup], at sample: FireSample, _ moments: [Moment], in series: SeriesExpansion
  ) -> String {
    let text = phrases.common(moments)
    guard !text.isEmpty, let first = moments.first else { return text }
    // "Yesterday" can be two days ago in the night of a clock change.
    let reach =
      moments.lazy.map { moment in
        max(abs(moment.start - moment.fire), abs(moment.end - moment.fire))
      }.max() ?? 0
    let runs = sample.nearClockChanges(
      of: [options.deviceZone, groups[0].zone, first.ownZone].compactMap { $0 }, within: reach)
    guard !runs.isEmpty else { return text }
    let others = runs.flatMap { instants in
      FoundFires(of: groups, at: instants, in: expansion).fires.compactMap {
        moment(of: $0, series.occurrence(of: $0))
      }
    }
    return phrases.common(moments + others)
  }

  /// What a single fire shows.
  package func worded(
    _ content: ReminderContent, _ reminder: Reminder.ID, _ fire: Fire, ofSeriesAt place: Int
  ) -> WordedContent {
    let series = expansion.series[place]
    let occurrence = series.occurrence(of: fire)
    var worded = self.content(content, reminder, fire, occurrence, place)
    let moment = moment(of: fire, occurrence)
    if let moment { worded.subtitle = phrases.once(moment) }
    return WordedContent(
      content: worded, occurrence: occurrence, occurrenceName: series.occurrenceName(of: fire),
      daysAhead: moment?.daysAhead)
  }

  /// What nags about a to-do that is overdue.
  package func content(of overdue: OverdueToDo) -> NotificationContent {
    var content = base(overdue.content, uid: overdue.uid, repetition: 0, isNagging: true)
    content.body = bodyWithoutOccurrence(overdue.content)
    if let occurrence = overdue.occurrence,
      let moment = Moment(occurrence, fire: options.now, options.deviceZone)
    {
      content.subtitle = phrases.overdue(moment)
    }
    return content
  }

  /// When something was due that is shown later, on whichever day: `Due Monday 5 January, 13:00`.
  package func due(at instant: Instant) -> String {
    phrases.overdue(
      Moment(
        .due, fire: instant, start: instant, end: instant, deviceZone: options.deviceZone,
        ownZone: nil))
  }

  /// What a group shows of which no occurrence is known.
  private func plain(_ group: FireGroup) -> WordedContent {
    var content = base(
      group.content, uid: group.reminder.uid, repetition: group.repetition,
      isNagging: group.content.isNagging)
    content.body = bodyWithoutOccurrence(group.content)
    return WordedContent(content: content)
  }

  /// What stands below a title where no occurrence fills the places of a template.
  private func bodyWithoutOccurrence(_ asked: ReminderContent) -> String {
    AlarmTexts.body(asked.body(ofOccurrence: 1).filling { _ in "" }.text)
  }

  private func moment(of fire: Fire, _ occurrence: Occurrence?) -> Moment? {
    occurrence.flatMap { Moment($0, fire: fire.at, options.deviceZone) }
  }

  /// What a fire shows but for its second line.
  private func content(
    _ asked: ReminderContent, _ reminder: Reminder.ID, _ fire: Fire, _ occurrence: Occurrence?,
    _ place: Int
  ) -> NotificationContent {
    var content = base(
      asked, uid: reminder.uid, repetition: fire.repetition, isNagging: asked.isNagging)
    noteSound(of: asked, uid: reminder.uid, place)
    guard asked.mayVary else {
      content.body = AlarmTexts.body(asked.body(ofOccurrence: 1).text)
      return content
    }
    let series = expansion.series[place]
    let original = series.originalStart(of: fire)
    let numbers = asked.needsNumbers ? self.numbers(ofSeriesAt: place) : nil
    let number = original.flatMap { numbers?.number(of: $0) }
    let template = asked.body(ofOccurrence: number ?? 1)
    let moment = moment(of: fire, occurrence)
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

  /// Notes that phones can't play the sound of an alarm, once for each series and sound.
  private func noteSound(of asked: ReminderContent, uid: String, _ place: Int) {
    guard isForPhones, let name = asked.soundName, asked.phoneSoundName == nil,
      asked.interruptionLevel.behavior.playsSound, noted.insert(["sound", uid, name]).inserted
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

  /// What all fires of an alarm show, whatever they remind of.
  private func base(
    _ asked: ReminderContent, uid: String, repetition: Int, isNagging: Bool
  ) -> NotificationContent {
    var content = NotificationContent(
      title: asked.title, interruptionLevel: asked.interruptionLevel,
      threadIdentifier: thread(asked, uid: uid))
    content.sound = NotificationSound(for: asked.interruptionLevel, name: asked.phoneSoundName)
    content.relevanceScore = asked.interruptionLevel.relevance(isRepeat: repetition > 0)
    content.url = asked.url
    content.conference = asked.conference
    let subject: NotificationCategory.Subject =
      asked.kind == .event
      ? (isNagging ? .eventNag : .event) : (isNagging ? .toDoNag : .toDo)
    content.categoryIdentifier = NotificationCategory.identifier(
      subject, link: asked.conference != nil ? .join : asked.url != nil ? .open : nil)
    // A UID of any length is data for the app; what the system looks at is short.
    content.targetContentIdentifier =
      uid.utf8.count <= AlarmTexts.longestLine ? uid : RequestIdentifier.prefix(ofUID: uid)
    content.filterCriteria = AlarmTexts.line(asked.calendarName)
    return content
  }

  private func thread(_ asked: ReminderContent, uid: String) -> String {
    let name = options.threads == .series ? uid : asked.calendarName
    // Fires of one series often stand behind one another.
    if let lastThread, lastThread.name.utf8.elementsEqual(name.utf8) { return lastThread.thread }
    let thread =
      options.threads == .series
      ? RequestIdentifier.prefix(ofUID: uid) : RequestIdentifier.thread(ofCalendar: name)
    lastThread = (name, thread)
    return thread
  }
}

extension InterruptionLevel {
  /// How relevant an alert is for a summary: by its level, repeats behind what they repeat.
  ///
  /// Not by its rank, which changes with every renewal, so that a device would have to replace all
  /// requests each time.
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
  /// What stands on a button.
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
  /// A sound of an alarm that a phone can't play.
  package static func soundUnusable(_ name: String) -> Finding {
    Finding(
      "sound-unusable", .note, property: "ATTACH",
      message: "the sound \"\(name)\" is not on the phone or in a format that it doesn't play; the "
        + "default sound is used")
  }

  /// A placeholder that stays empty, since the series has nothing to say for it.
  package static func placeholderEmpty(_ name: String) -> Finding {
    let reason =
      switch name {
      case "count": "the series has no end, or more occurrences than are counted"
      case "n": "the occurrence is no instance of its series, or one of more than are counted"
      case "age": "nobody says in which year it began"
      default: "the fire belongs to none of several occurrences"
      }
    return Finding(
      "placeholder-empty", .note, message: "{\(name)} stays empty in what is shown: \(reason)")
  }
}

/// What a request shows, and what it reminds of.
package struct WordedContent: Sendable {
  /// What it shows.
  package var content: NotificationContent
  /// The occurrence that its first fire reminds of; nil where that is none, or one of several.
  package var occurrence: Occurrence?
  /// What names that occurrence wherever it has been moved: its original start.
  package var occurrenceName: String?
  /// How many days that lies ahead of a single fire; nil where that is not known.
  package var daysAhead: Int?
}
