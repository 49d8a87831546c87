package import ICalendar
package import ReminderOptions
import TextSafety

/// The texts of a component's alarm, safe to show and limited in length.
package enum AlarmTexts {
  /// The limit of a title or UID, in bytes.
  ///
  /// It is several lines of a banner, which shows two.
  package static let longestLine = 512
  /// The limit of a body, in bytes.
  ///
  /// With all other values it fits into the 4,096 bytes of a push.
  static let longestBody = 2_048

  /// Returns the titles of a series, for comparisons.
  package static func titles(of series: EventSeries, language: ReminderLanguage) -> Set<String> {
    series.components.reduce(into: []) { $0.formUnion(titles(of: $1, language: language)) }
  }

  /// Returns the titles that the alarms of a component can have, for comparisons.
  ///
  /// They lack invisible characters, as in ``ReminderContent/shown``.
  package static func titles(
    of component: CalendarComponent, language: ReminderLanguage
  ) -> Set<String> {
    let titles = AlarmTitles(of: component, language: language)
    // A SUMMARY is the title of all alarms.
    let alarms = titles.summary == nil ? component.alarms : []
    return Set(([nil] + alarms).map { titles.title(of: $0).withoutInvisibles })
  }

  /// Returns the body of its two parts: the alarm's text, then the location.
  static func body(place: String, text: String) -> String {
    place.isEmpty || text.isEmpty ? text + place : text + "\n" + place
  }

  /// Returns the two parts of a body, empty if missing: the location, and the alarm's text if it
  /// adds information to the title.
  static func placeAndText(
    _ text: String, at place: String, title: String
  ) -> (place: String, text: String) {
    // A long text must not displace the location.
    let place = line(place)
    let room = longestBody - place.utf8.count - (place.isEmpty ? 0 : 1)
    let text = DisplayText.lines(text, maximumBytes: room)
    return (place, text == place || AlarmDescription.saysNothing(text, besides: title) ? "" : text)
  }

  fileprivate static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.isASCII
        ? $0 != " "
        : !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
    }
  }

  /// Returns a text as one line that is safe to show.
  package static func line(_ text: String) -> String {
    DisplayText.line(text, maximumBytes: longestLine)
  }

  package static func body(_ text: String) -> String {
    DisplayText.lines(text, maximumBytes: longestBody)
  }

  /// Returns the value of a placeholder if it is the same for all fires; nil if it depends on the
  /// fire.
  static func filling(
    _ placeholder: BodyTemplate.Placeholder, of component: CalendarComponent, title: String
  ) -> String? {
    switch placeholder {
    case .title: title
    case .location: line(component.place)
    case .calendar: line(component.calendarName)
    case .description:
      body(PlainText.text(of: component.details, maximumBytes: longestBody))
    case .number, .count, .age, .start, .end, .day, .lead: nil
    }
  }
}

/// The titles of a component's alarms.
package struct AlarmTitles {
  /// SUMMARY as shown; nil if nothing of it is visible.
  let summary: String?
  private let language: ReminderLanguage

  package init(of component: CalendarComponent, language: ReminderLanguage) {
    let line = AlarmTexts.line(component.title)
    summary = AlarmTexts.isVisible(line) ? line : nil
    self.language = language
  }

  /// Returns the title: SUMMARY, otherwise the alarm's text; never empty.
  package func title(of alarm: Alarm?) -> String {
    if let summary { return summary }
    let text = AlarmTexts.line(alarm?.text ?? "")
    return !AlarmTexts.isVisible(text) || AlarmDescription.saysNothing(text, besides: "")
      ? language.wording.noTitle : text
  }
}

/// The text of an alarm, which calendar programs must write and most users never do.
package enum AlarmDescription {
  /// Returns whether an alarm's text adds no information to the title.
  ///
  /// This is the case if the text is empty, is boilerplate of a calendar program, or repeats the
  /// title, also as in `Reminder: Dinner` or `Dinner reminder`. Case, white space, invisible
  /// characters, and punctuation at the ends are ignored.
  package static func saysNothing(_ text: String, besides title: String) -> Bool {
    let words = plain(core(of: text.withoutInvisibles))
    if words.isEmpty || AlarmBoilerplate.texts.contains(words) { return true }
    let titleWords = plain(core(of: title.withoutInvisibles))
    guard !titleWords.isEmpty else { return false }
    return words == titleWords || says(words, oneOf: AlarmBoilerplate.announcements, of: titleWords)
  }

  /// Returns whether a text is an announcement and the title, in either order.
  private static func says(
    _ words: String, oneOf announcements: [String], of title: String
  ) -> Bool {
    announcements.contains { announcement in
      (words.hasPrefix(announcement) && isPart(words.dropFirst(announcement.count), of: title))
        || (words.hasSuffix(announcement) && isPart(words.dropLast(announcement.count), of: title))
    }
  }

  /// Returns whether the rest of a text is the title, apart from punctuation next to the
  /// announcement.
  private static func isPart(_ rest: Substring, of title: String) -> Bool {
    let core = core(of: rest)
    // The text `Alarmclock` is not an alarm for `clock`.
    return core.utf8.count < rest.utf8.count && core == title
  }

  /// Returns a text for comparison: in lower case, with single spaces as white space.
  static func plain(_ text: Substring) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns a text without white space and punctuation at its ends.
  static func core(of text: some StringProtocol) -> Substring {
    var core = Substring(text)
    while let first = core.first, isMargin(first) { core.removeFirst() }
    while let last = core.last, isMargin(last) { core.removeLast() }
    return core
  }

  /// Returns whether a character at an end is not significant.
  ///
  /// This includes symbols that programs add.
  private static func isMargin(_ character: Character) -> Bool {
    character.isWhitespace || character.isPunctuation || character == "🔔" || character == "⏰"
  }
}

/// Texts that calendar programs write if the user does not enter a text for the alarm.
///
/// RFC 5545 requires a DESCRIPTION in every alarm with the action DISPLAY (3.6.6). To support
/// another program, add its text here, in the form for comparison (``AlarmDescription/plain(_:)``).
enum AlarmBoilerplate {
  /// The texts of programs.
  static let texts = Set(programs + mozilla + words)

  /// Announcements before or after a title.
  ///
  /// Longer ones come first.
  static let announcements = ["event reminder", "mozilla alarm", "reminder for"] + words

  /// Whole phrases, starting with those of Google and Apple.
  private static let programs = [
    "this is an event reminder", "event reminder", "alarm notification", "default description",
    "default alarm", "display alarm", "display reminder", "popup reminder", "reminder popup",
    "calendar reminder", "event alarm", "event notification", "task reminder", "description",
    "default tasks.org description", "event alert", "appointment reminder", "meeting reminder",
    "to-do reminder", "beschreibung", "terminerinnerung", "ereigniserinnerung",
    "ereignisbenachrichtigung", "rappel d'événement", "rappel d’événement",
    "recordatorio de evento", "promemoria evento",
  ]

  /// The words for a reminder or an alarm.
  private static let words = [
    "reminder", "alarm", "alert", "notification", "erinnerung", "benachrichtigung", "rappel",
    "alerte", "alarme", "recordatorio", "alarma", "aviso", "promemoria", "avviso", "lembrete",
    "herinnering", "påmindelse", "påminnelse", "muistutus", "przypomnienie", "připomenutí",
    "hatırlatma", "напоминание", "通知", "提醒", "リマインダー", "알림",
  ]

  /// The texts of Thunderbird in its languages.
  ///
  /// In e-mail alarms, the text is the summary.
  private static let mozilla = [
    "default mozilla description", "mozilla default description", "default mozilla summary",
    "mozilla standardbeschreibung", "mozilla standardzusammenfassung",
    "description par défaut mozilla", "résumé par défaut mozilla",
    "descripción predeterminada de mozilla", "descripción por defecto de mozilla",
    "descripció per defecte de mozilla", "descrición predeterminada de mozilla",
    "descrizione personalizzata mozilla", "descrição padrão mozilla",
    "descrição predefinida mozilla", "descripziun predefinida da mozilla",
    "standaard mozilla-beschrijving", "standert mozilla-beskriuwing",
    "standard mozilla-beskrivelse", "standard mozilla beskrivelse", "standard mozilla-skildring",
    "sjálfgefin mozilla lýsing", "mozillan oletuskuvaus", "mozilla vaikimisi kirjeldus",
    "domyślny opis mozilli", "výchozí popis", "predvolený popis mozilla", "privzeti opis mozilla",
    "standardne wopisanje mozilla", "alapértelmezett mozilla-leírás",
    "përshkrim parazgjedhje mozilla", "varsayılan mozilla açıklaması",
    "mozilla azalpen lehenetsia", "disgrifiad mozilla rhagosodedig",
    "an tuairisgeul bunaiteach aig mozilla", "deskrivadur mozilla dre ziouer",
    "προεπιλεγμένη περιγραφή mozilla", "типовий опис mozilla", "подразумевани mozilla опис",
    "mozilla бастапқы сипаттамасы", "תיאור ברירת מחדל של mozilla", "mô tả mozilla mặc định",
    "默认 mozilla 描述", "預設 mozilla 說明", "mozilla 기본 설명",
  ]
}
