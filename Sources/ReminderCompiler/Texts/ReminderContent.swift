package import ICalendar
package import NotificationTriggers

/// What the fires of an alarm show, as far as it is the same for all of them: what tells whether one
/// trigger may answer two of them.
///
/// What only a fire can say, such as the day of its occurrence, is put to it when the request is
/// there, see ``ContentWriter``. A class, since thousands of groups and fires share one.
package final class ReminderContent: Sendable {
  /// The first line; never empty.
  package let title: String
  /// The templates of what stands below it, one for each occurrence in turn; none where the alarm's
  /// own text and the place stand there.
  private let templates: [BodyTemplate]
  /// What of them is the same for all fires.
  private let constants: [BodyTemplate.Placeholder: String]
  /// The alarm's own text, as it stands in the calendar.
  private let alarmText: String
  /// Where it is, as it stands in the calendar.
  private let place: String
  /// How much it may interrupt.
  package let interruptionLevel: InterruptionLevel
  /// The file name of its sound; nil for the system's own.
  package let soundName: String?
  /// The same on a phone: nil where the phone can't have or play that file.
  let phoneSoundName: String?
  /// What can be opened.
  package let url: String?
  /// Where people meet.
  package let conference: String?
  /// What is reminded of.
  package let kind: CalendarComponent.Kind
  /// Whether it comes again and again until somebody does something.
  package let isNagging: Bool

  /// CATEGORIES.
  package let tags: [String]
  /// What the calendar is called.
  package let calendarName: String
  /// PRIORITY.
  package let priority: Int

  /// Makes a content.
  package init(
    _ component: CalendarComponent, alarm: Int?, _ options: CompilerOptions
  ) {
    let own = component.alarm(at: alarm)
    let title = AlarmTexts.title(of: component, own, options.language)
    self.title = title
    // The templates of all components are one list in memory, whatever its length.
    templates = options.templates(of: component, own)
    var constants: [BodyTemplate.Placeholder: String] = [:]
    for placeholder in BodyTemplate.Placeholder.allCases
    where templates.contains(where: { $0.has(placeholder) }) {
      constants[placeholder] = AlarmTexts.filling(placeholder, of: component, title: title)
    }
    self.constants = constants
    alarmText = own.flatMap { ReminderContent.text(of: $0, in: component) } ?? ""
    place = component.place
    interruptionLevel = options.level(of: component, own)
    soundName = own?.soundName
    phoneSoundName = own.flatMap { $0.soundHasPath ? nil : $0.soundName?.ifPlayedByPhones }
    url = component.url.flatMap(SafeLink.init)?.text
    conference = component.conference.flatMap(SafeLink.init)?.text
    kind = component.kind
    isNagging = own.map { $0.repeatCount > 0 } ?? false
    tags = component.categories
    calendarName = component.calendarName
    priority = component.priority
  }
}

extension ReminderContent {
  /// The text that an alarm shows.
  ///
  /// An e-mail and a notification with one trigger are one reminder, since no device sends the
  /// e-mail: it shows the text of the notification.
  private static func text(of alarm: Alarm, in component: CalendarComponent) -> String? {
    guard alarm.action == .email else { return alarm.text }
    let shown = component.alarms.lazy.compactMap(\.self).first {
      $0.action != .email && $0.trigger == alarm.trigger
    }
    return (shown ?? alarm).text
  }
}

extension ReminderContent: Hashable {
  /// Whether the two show the same: a calendar's name and the like are nothing that is shown.
  package static func == (left: ReminderContent, right: ReminderContent) -> Bool {
    left === right
      || left.interruptionLevel == right.interruptionLevel && left.title == right.title
        && left.soundName == right.soundName && left.phoneSoundName == right.phoneSoundName
        && left.url == right.url
        && left.conference == right.conference && left.kind == right.kind
        && left.isNagging == right.isNagging && left.hasSameBody(as: right)
  }

  /// Whether the same stands below the titles, which are the same.
  private func hasSameBody(as other: ReminderContent) -> Bool {
    templates == other.templates && constants == other.constants
      // Most alarms say what the others of their series do, and need no look at what that is.
      && (!templates.isEmpty || (alarmText == other.alarmText && place == other.place)
        || body == other.body)
  }

  /// Hashes most of what is compared, and all that a calendar can vary without end: of ten thousand
  /// changed occurrences each would be compared with each.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(constants)
    hasher.combine(interruptionLevel)
    hasher.combine(url)
    hasher.combine(conference)
    hasher.combine(soundName)
    if templates.isEmpty { hasher.combine(body) }
  }
}

extension ReminderContent {
  /// What stands below the title, where no template says it: the alarm's own text, where that says
  /// more, and the place.
  ///
  /// Put together when it is asked for: of ten thousand alarms a few are shown.
  private var body: String { AlarmTexts.body(alarmText, at: place, title: title) }

  /// The place and the alarm's own text by themselves; nil if a template is the body.
  package var placeAndText: (place: String, text: String)? {
    templates.isEmpty ? AlarmTexts.placeAndText(alarmText, at: place, title: title) : nil
  }

  /// What stands below the title at the occurrence of a number, from 1; what all fires have in common
  /// is filled in.
  func body(ofOccurrence number: Int) -> BodyTemplate {
    guard !templates.isEmpty else { return BodyTemplate([.text(body)]) }
    return templates[(max(1, number) - 1) % templates.count].filling { constants[$0] }
  }

  /// The title and what stands below it.
  private struct Words: Hashable, Sendable {
    let title: String
    let templates: [BodyTemplate]
    let constants: [BodyTemplate.Placeholder: String]
    let body: String
  }

  private var words: Words {
    Words(
      title: title, templates: templates, constants: constants,
      body: templates.isEmpty ? body : "")
  }

  /// The visible parts of a notification, by which a person can tell two notifications apart.
  ///
  /// The level, the sound and the repeats are not shown.
  struct Shown: Hashable {
    private let words: Words
    private let url: String?
    private let conference: String?
    private let kind: CalendarComponent.Kind

    fileprivate init(_ content: ReminderContent) {
      words = content.words
      (url, conference, kind) = (content.url, content.conference, content.kind)
    }
  }

  var shown: Shown { Shown(self) }

  /// Whether a text depends on the other occurrences of the series: on their number, or on the year
  /// of the first.
  var dependsOnSeries: Bool { needsNumbers || has(.age) }

  /// What of a content is text, and how much it may interrupt: all that a plain notification of a
  /// desktop has.
  package struct Text: Hashable, Sendable {
    private let words: Words
    private let level: InterruptionLevel

    fileprivate init(_ content: ReminderContent) {
      words = content.words
      level = content.interruptionLevel
    }
  }

  /// Its text.
  package var text: Text { Text(self) }

  /// Whether fires can differ in what they say: occurrences take turns, or something is filled in
  /// that depends on them.
  package var mayVary: Bool {
    templates.count > 1
      || templates.contains { $0.placeholders.contains { constants[$0] == nil } }
  }

  func has(_ placeholder: BodyTemplate.Placeholder) -> Bool {
    templates.contains { $0.has(placeholder) }
  }

  /// Whether occurrences take turns in what they say.
  var takesTurns: Bool { templates.count > 1 }

  /// Whether it takes the number of an occurrence to say it.
  var needsNumbers: Bool {
    templates.count > 1 || templates.contains { $0.has(.number) || $0.has(.count) }
  }

  convenience init(
    _ series: SeriesExpansion, _ alarm: SeriesAlarm, _ component: Int, _ options: CompilerOptions
  ) {
    self.init(series.series.components[component], alarm: alarm.place, options)
  }
}

extension String {
  /// The ends of the names of sounds that `UNNotificationSound` plays.
  private static let phoneSoundEndings = [".aif", ".aiff", ".caf", ".wav"]

  /// The name of a sound, if it is one of the system or in a format that phones play.
  fileprivate var ifPlayedByPhones: String? {
    let name = lowercased()
    let isPlayed = !name.contains(".") || String.phoneSoundEndings.contains { name.hasSuffix($0) }
    return isPlayed ? self : nil
  }
}

/// What the alarms of a series show.
struct SeriesContents {
  private let series: SeriesExpansion
  private let options: CompilerOptions
  private let name: RequestIdentifier.SeriesName
  private let identities: [[AlarmIdentity?]]
  private let occurrences: [String?]

  init(_ series: SeriesExpansion, _ options: CompilerOptions) {
    self.series = series
    self.options = options
    let own = series.series
    name = RequestIdentifier.SeriesName(uid: own.uid, distinction: own.distinction)
    identities = own.components.map { AlarmIdentity.all(of: $0.alarms) }
    occurrences = own.components.map(series.originalStart)
  }

  func contents(of alarm: SeriesAlarm) -> AlarmContents {
    let components = series.series.components
    let contents = components.map { ReminderContent($0, alarm: alarm.place, options) }
    let own = identities.map { identities in
      switch alarm {
      case .alarm(let place): identities.indices.contains(place) ? identities[place] : nil
      case .snooze: AlarmIdentity.snooze
      }
    }
    return AlarmContents(
      contents: contents, firstAlike: SeriesContents.firstAlike(contents, own),
      identifierPrefixes: zip(own, occurrences).map { identity, occurrence in
        identity.map {
          RequestIdentifier.prefix(of: name, recurrenceID: occurrence, alarm: $0)
        } ?? ""
      })
  }

  private struct ShownAlarm: Hashable {
    let content: ReminderContent
    let alarm: AlarmIdentity?
  }

  private static func firstAlike(
    _ contents: [ReminderContent], _ alarms: [AlarmIdentity?]
  ) -> [Int] {
    guard contents.count > 1 else { return contents.indices.map { $0 } }
    var first: [ShownAlarm: Int] = [:]
    return contents.indices.map { index in
      let shown = ShownAlarm(content: contents[index], alarm: alarms[index])
      if let known = first[shown] { return known }
      first[shown] = index
      return index
    }
  }
}

/// What an alarm shows in each component of its series, and how its requests are named.
struct AlarmContents {
  /// What each component of the series shows, by its index.
  let contents: [ReminderContent]
  /// For each component the first one whose alarm says and shows the same.
  let firstAlike: [Int]
  /// What the identifiers of requests for each component's alarm begin with; empty where it has
  /// none.
  let identifierPrefixes: [String]

  /// The reduced value for looking beyond the horizon: it keeps ``firstAlike`` and drops the contents.
  var followed: AlarmContents {
    AlarmContents(contents: [], firstAlike: firstAlike, identifierPrefixes: [])
  }
}
