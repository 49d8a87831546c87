package import ICalendar
package import NotificationTriggers
package import ReminderOptions
import TextSafety

/// The content of an alarm's fires, without the values that depend on a fire.
///
/// One trigger may answer two fires only if their contents are equal.
///
/// ``ReminderPlans/ContentWriter`` adds values of the fire, such as the day of its occurrence, to
/// selected requests. It is a class because thousands of groups and fires share one instance.
package final class ReminderContent: Sendable {
  /// The title; never empty.
  package let title: String
  /// The templates of the body, which occurrences use in turn.
  ///
  /// If it is empty, the alarm's text and the location are shown.
  let templates: [BodyTemplate]
  /// The values of their placeholders that are the same for all fires.
  private let constants: [BodyTemplate.Placeholder: String]
  private let alarmText: String
  /// Whether the component lacks a title, and the alarm's text is shown instead.
  private let isTitledByAlarm: Bool
  private let place: String
  package let interruptionLevel: InterruptionLevel
  /// Whether a rule of the user gives the level.
  let hasRuledLevel: Bool
  /// The file name of the sound; nil for the system's sound.
  package let soundName: String?
  /// The file name of the sound on phones; nil if phones do not have or play that file.
  package let phoneSoundName: String?
  /// The safe link of the component.
  package let url: String?
  /// The safe link of an online meeting.
  package let conference: String?
  package let kind: CalendarComponent.Kind
  /// The number of repeats of the alarm.
  let repeats: Int

  /// The CATEGORIES of the component.
  package let tags: [String]
  package let calendarName: String
  package let priority: Int
  package let claim: SlotClaim

  /// Makes the content of a component's alarm, which is given by its index; nil for no alarm.
  package init(
    _ component: CalendarComponent, alarm: Int?, options: CompilerOptions
  ) {
    let own = component.alarm(at: alarm)
    let titles = AlarmTitles(of: component, language: options.language)
    let title = titles.title(of: own)
    self.title = title
    // The components share the storage of this array, so long lists take no more memory.
    templates = options.templates(of: component, own)
    var constants: [BodyTemplate.Placeholder: String] = [:]
    for placeholder in BodyTemplate.Placeholder.allCases
    where templates.contains(where: { $0.has(placeholder) }) {
      constants[placeholder] = AlarmTexts.filling(placeholder, of: component, title: title)
    }
    self.constants = constants
    alarmText = own.flatMap { ReminderContent.text(of: $0, in: component) } ?? ""
    isTitledByAlarm = title != titles.title(of: nil)
    place = component.place
    let ruled = options.levelRule(for: component, own)?.level
    interruptionLevel = ruled ?? InterruptionLevel(priority: component.priority)
    hasRuledLevel = ruled != nil
    claim = SlotClaim(source: component.source, level: ruled ?? .active)
    soundName = own?.soundName
    phoneSoundName = own.flatMap { $0.soundHasPath ? nil : $0.soundName?.ifPlayedByPhones }
    url = component.url.flatMap(SafeLink.init)?.text
    conference = component.conference.flatMap(SafeLink.init)?.text
    kind = component.kind
    repeats = own?.repeatCount ?? 0
    tags = component.categories
    calendarName = component.calendarName
    priority = component.priority
  }
}

extension ReminderContent {
  /// Whether the alarm repeats, so that it nags until the user acts.
  package var isNagging: Bool { repeats > 0 }

  /// Returns the text that an alarm shows.
  ///
  /// An e-mail and a notification with equal triggers are one reminder, because devices do not send
  /// the e-mail. The text is that of the notification.
  private static func text(of alarm: Alarm, in component: CalendarComponent) -> String? {
    guard alarm.action == .email else { return alarm.text }
    let shown = component.alarms.lazy.compactMap(\.self).first {
      $0.action != .email && $0.trigger == alarm.trigger
    }
    return (shown ?? alarm).text
  }
}

extension ReminderContent: Hashable {
  /// Returns whether two contents show the same.
  ///
  /// The calendar's name, categories, priority and claim are not shown.
  package static func == (left: ReminderContent, right: ReminderContent) -> Bool {
    left === right
      || left.interruptionLevel == right.interruptionLevel && left.title == right.title
        && left.soundName == right.soundName && left.phoneSoundName == right.phoneSoundName
        && left.url == right.url
        && left.conference == right.conference && left.kind == right.kind
        && left.isNagging == right.isNagging && left.hasSameBody(as: right)
  }

  /// Returns whether two contents with equal titles have equal bodies.
  private func hasSameBody(as other: ReminderContent) -> Bool {
    templates == other.templates && constants == other.constants
      // Most alarms of a series have equal texts, so compare these before making the bodies.
      && (!templates.isEmpty || (alarmText == other.alarmText && place == other.place)
        || body == other.body)
  }

  /// Hashes most of the compared values, including all that can have many values in one calendar.
  ///
  /// Otherwise ten thousand overrides would be compared pairwise.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(constants)
    hasher.combine(interruptionLevel)
    hasher.combine(url)
    hasher.combine(conference)
    hasher.combine(soundName)
    hasher.combine(body)
  }
}

extension ReminderContent {
  /// A text that differs if what is shown differs, without the values of a fire.
  package var digestText: String {
    let values = constants.sorted { $0.key.rawValue < $1.key.rawValue }
      .flatMap { [$0.key.rawValue, $0.value] }
    let parts =
      [
        title, body, interruptionLevel.rawValue, phoneSoundName ?? "",
        url ?? "", conference ?? "", kind.rawValue, calendarName, isNagging ? "nagging" : "",
      ] + templates.map(\.description) + values
    // Length prefixes keep different lists of parts apart.
    return parts.map { "\($0.utf8.count):\($0)" }.joined()
  }
}

extension ReminderContent {
  /// The body without templates: the alarm's text if it adds information to the title, then the
  /// location; empty with templates.
  ///
  /// It is computed on access, because few of ten thousand alarms are shown.
  private var body: String {
    placeAndText.map { AlarmTexts.body(place: $0.place, text: $0.text) } ?? ""
  }

  /// The location and the alarm's text separately; nil if a template is the body.
  package var placeAndText: (place: String, text: String)? {
    templates.isEmpty ? AlarmTexts.placeAndText(alarmText, at: place, title: title) : nil
  }

  /// Returns the body at the occurrence with a number, from 1.
  ///
  /// Values that are the same for all fires are filled in.
  package func body(ofOccurrence number: Int) -> BodyTemplate {
    guard !templates.isEmpty else { return BodyTemplate([.text(body)]) }
    return templates[(max(1, number) - 1) % templates.count].filling { constants[$0] }
  }

  fileprivate struct Words: Hashable, Sendable {
    let title: String
    let templates: [BodyTemplate]
    let constants: [BodyTemplate.Placeholder: String]
    let body: String
  }

  private var words: Words {
    Words(title: title, templates: templates, constants: constants, body: body)
  }

  /// The visible parts of a notification, by which users can distinguish two notifications.
  ///
  /// The level, the sound, the repeats and invisible characters are not visible.
  struct Shown: Hashable {
    fileprivate let words: Words
    fileprivate let url: String?
    fileprivate let conference: String?
    fileprivate let kind: CalendarComponent.Kind
  }

  /// The visible parts, and the text that the alarm adds to its component's notification, which can
  /// be empty.
  var compared: (shown: Shown, added: String) {
    let parts = placeAndText
    let words = Words(
      title: title.withoutInvisibles, templates: templates,
      constants: constants.mapValues(\.withoutInvisibles),
      body: parts.map { AlarmTexts.body(place: $0.place, text: $0.text).withoutInvisibles } ?? "")
    return (
      Shown(words: words, url: url, conference: conference, kind: kind),
      isTitledByAlarm ? title : parts?.text ?? ""
    )
  }

  var shown: Shown { compared.shown }

  /// Whether a text depends on other occurrences of the series: on their number, or on the year of
  /// the first one.
  var dependsOnSeries: Bool { needsNumbers || has(.age) }

  /// The text and the interruption level of a content, which are all that a plain desktop
  /// notification shows.
  package struct Text: Hashable, Sendable {
    fileprivate let words: Words
    fileprivate let level: InterruptionLevel
  }

  package var text: Text { Text(words: words, level: interruptionLevel) }

  /// Whether fires can have different texts, because templates take turns or depend on the
  /// occurrence.
  package var mayVary: Bool {
    templates.count > 1
      || templates.contains { $0.placeholders.contains { constants[$0] == nil } }
  }

  func has(_ placeholder: BodyTemplate.Placeholder) -> Bool {
    templates.contains { $0.has(placeholder) }
  }

  var takesTurns: Bool { templates.count > 1 }

  /// Whether texts depend on the number of the occurrence.
  package var needsNumbers: Bool {
    templates.count > 1 || templates.contains { $0.has(.number) || $0.has(.count) }
  }

  package convenience init(
    _ series: SeriesExpansion, alarm: SeriesAlarm, component: Int, options: CompilerOptions
  ) {
    self.init(series.series.components[component], alarm: alarm.place, options: options)
  }
}

extension String {
  /// The file extensions of sounds that `UNNotificationSound` plays.
  private static let phoneSoundEndings = [".aif", ".aiff", ".caf", ".wav"]

  /// The name of a sound if it is a system sound or has a format that phones play; otherwise nil.
  fileprivate var ifPlayedByPhones: String? {
    let name = lowercased()
    let isPlayed = !name.contains(".") || String.phoneSoundEndings.contains { name.hasSuffix($0) }
    return isPlayed ? self : nil
  }
}

package struct SeriesContentBuilder {
  private let series: SeriesExpansion
  private let options: CompilerOptions
  private let name: RequestIdentifier.SeriesIdentity
  private let identities: [[AlarmIdentity?]]
  private let occurrences: [String?]

  package init(_ series: SeriesExpansion, options: CompilerOptions) {
    self.series = series
    self.options = options
    let own = series.series
    name = RequestIdentifier.SeriesIdentity(uid: own.uid, distinction: own.distinction)
    identities = own.components.map { AlarmIdentity.all(of: $0.alarms) }
    occurrences = own.components.map(series.originalStart)
  }

  package func contents(of alarm: SeriesAlarm) -> ContentsByComponent {
    let components = series.series.components
    let contents = components.map { ReminderContent($0, alarm: alarm.place, options: options) }
    let own = identities.map { identities in
      switch alarm {
      case .alarm(let place): identities.indices.contains(place) ? identities[place] : nil
      case .snooze: AlarmIdentity.snooze
      }
    }
    return ContentsByComponent(
      contents: contents, firstAlike: SeriesContentBuilder.firstAlike(contents, alarms: own),
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
    _ contents: [ReminderContent], alarms: [AlarmIdentity?]
  ) -> [Int] {
    guard contents.count > 1 else { return contents.indices.map { $0 } }
    // Growing would compute the bodies of all contents again.
    var first: [ShownAlarm: Int] = Dictionary(minimumCapacity: contents.count)
    return contents.indices.map { index in
      let shown = ShownAlarm(content: contents[index], alarm: alarms[index])
      if let known = first[shown] { return known }
      first[shown] = index
      return index
    }
  }
}

/// The content of an alarm in each component of its series, and the identifiers of its requests.
package struct ContentsByComponent {
  package let contents: [ReminderContent]
  /// For each component, the index of the first one with an identical alarm and content.
  package let firstAlike: [Int]
  /// The identifier prefix of requests for each component's alarm; empty if the component lacks the
  /// alarm.
  package let identifierPrefixes: [String]
}
