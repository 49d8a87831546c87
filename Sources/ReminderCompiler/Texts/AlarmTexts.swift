import ICalendar
import TextSafety

/// What an alarm of a component says: safe to show, and not longer than what is looked at.
enum AlarmTexts {
  /// The longest title or UID, in bytes: some lines of a banner, which shows two.
  static let longestLine = 512
  /// The longest body, in bytes: with all else it fits into the 4,096 of a push.
  static let longestBody = 2_048

  /// The first line: SUMMARY, else what the alarm says; never empty.
  static func title(
    of component: CalendarComponent, _ alarm: Alarm?, _ language: ReminderLanguage
  ) -> String {
    let title = line(component.title)
    if isVisible(title) { return title }
    let text = line(alarm?.text ?? "")
    return !isVisible(text) || AlarmText.saysNothing(text, besides: "")
      ? language.wording.noTitle : text
  }

  /// The titles that the alarms of a series show.
  static func titles(of series: EventSeries, _ language: ReminderLanguage) -> Set<String> {
    var titles: Set<String> = []
    for component in series.components {
      let own = line(component.title)
      if isVisible(own) {
        titles.insert(own)
      } else {
        titles.insert(title(of: component, nil, language))
        for alarm in component.alarms { titles.insert(title(of: component, alarm, language)) }
      }
    }
    return titles
  }

  /// What stands below a title: an alarm's own text, where that says more, and where it is.
  static func body(_ text: String, at place: String, title: String) -> String {
    let (place, text) = placeAndText(text, at: place, title: title)
    return place.isEmpty || text.isEmpty ? text + place : text + "\n" + place
  }

  /// The two parts of a body, for a target that puts the place first; empty for nothing.
  static func placeAndText(
    _ text: String, at place: String, title: String
  ) -> (place: String, text: String) {
    // A long text doesn't drive out where it is.
    let place = line(place)
    let room = longestBody - place.utf8.count - (place.isEmpty ? 0 : 1)
    let text = DisplayText.lines(text, maximumBytes: room)
    return (place, text == place || AlarmText.saysNothing(text, besides: title) ? "" : text)
  }

  /// Whether there is anything to see in a text.
  private static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.isASCII
        ? $0 != " "
        : !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
    }
  }

  /// A line that is safe to show.
  static func line(_ text: String) -> String {
    DisplayText.line(text, maximumBytes: longestLine)
  }

  /// What stands below a title, safe to show.
  static func body(_ text: String) -> String {
    DisplayText.lines(text, maximumBytes: longestBody)
  }

  /// What is the same for all fires in a place of a template; nil where a fire decides.
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

extension CalendarComponent {
  /// The alarm at a place, from 0; nil for none, and for one that never fires.
  func alarm(at place: Int?) -> Alarm? {
    place.flatMap { alarms.indices.contains($0) ? alarms[$0] : nil }
  }
}

/// The text of an alarm, which calendar programs must write and most people never do.
package enum AlarmText {
  /// Whether an alarm's text tells nobody more than the title does.
  ///
  /// It does not if it is empty, what a program writes for want of a text, or the title once more,
  /// also as in `Reminder: Dinner` or `Dinner reminder`. Upper and lower case, white space, and
  /// punctuation at the ends make no difference.
  package static func saysNothing(_ text: String, besides title: String) -> Bool {
    let words = plain(core(of: text))
    if words.isEmpty || AlarmBoilerplate.texts.contains(words) { return true }
    let titleWords = plain(core(of: title))
    guard !titleWords.isEmpty else { return false }
    return words == titleWords || says(words, oneOf: AlarmBoilerplate.announcements, of: titleWords)
  }

  /// Whether words are a title after one of some announcements, or before it.
  private static func says(
    _ words: String, oneOf announcements: [String], of title: String
  ) -> Bool {
    announcements.contains { announcement in
      (words.hasPrefix(announcement) && isPart(words.dropFirst(announcement.count), title))
        || (words.hasSuffix(announcement) && isPart(words.dropLast(announcement.count), title))
    }
  }

  /// Whether a title is what is left of a text, apart from signs between it and what was taken off.
  private static func isPart(_ rest: Substring, _ title: String) -> Bool {
    let core = core(of: rest)
    // `Alarmclock` is not the alarm for `clock`.
    return core.utf8.count < rest.utf8.count && core == title
  }

  /// A text as it is compared: in lower case, with each run of white space as one blank.
  static func plain(_ text: Substring) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A text without white space and punctuation at its ends.
  static func core(of text: some StringProtocol) -> Substring {
    var core = Substring(text)
    while let first = core.first, isMargin(first) { core.removeFirst() }
    while let last = core.last, isMargin(last) { core.removeLast() }
    return core
  }

  /// Whether a character at an end says nothing: what programs put before their words, too.
  private static func isMargin(_ character: Character) -> Bool {
    character.isWhitespace || character.isPunctuation || character == "🔔" || character == "⏰"
  }
}

/// What calendar programs write as the text of an alarm for which nobody has written one.
///
/// RFC 5545 asks for a DESCRIPTION in every alarm that is shown (3.6.6). Another program's text
/// takes a line here.
enum AlarmBoilerplate {
  /// The texts of programs, as they are compared.
  static let texts = Set((programs + mozilla + words).map { AlarmText.plain($0[...]) })

  /// What announces a title, before or after it, as it is compared; the longer ones first.
  static let announcements = (["event reminder", "mozilla alarm", "reminder for"] + words)
    .map { AlarmText.plain($0[...]) }

  /// Sentences: Google's and Apple's first.
  private static let programs = [
    "This is an event reminder", "Event reminder", "Alarm notification", "Default Description",
    "Default alarm", "Display alarm", "Display reminder", "Popup reminder", "Reminder popup",
    "Calendar reminder", "Event alarm", "Event notification", "Task reminder", "Description",
    "Default Tasks.org description", "Event alert", "Appointment reminder", "Meeting reminder",
    "To-do reminder", "Beschreibung", "Terminerinnerung", "Ereigniserinnerung",
    "Ereignisbenachrichtigung", "Rappel d'événement", "Rappel d’événement",
    "Recordatorio de evento", "Promemoria evento",
  ]

  /// The word for a reminder or an alarm alone.
  private static let words = [
    "Reminder", "Alarm", "Alert", "Notification", "Erinnerung", "Benachrichtigung", "Rappel",
    "Alerte", "Alarme", "Recordatorio", "Alarma", "Aviso", "Promemoria", "Avviso", "Lembrete",
    "Herinnering", "Påmindelse", "Påminnelse", "Muistutus", "Przypomnienie", "Připomenutí",
    "Hatırlatma", "Напоминание", "通知", "提醒", "リマインダー", "알림",
  ]

  /// What Thunderbird writes in its languages; for mails, the text is the summary.
  private static let mozilla = [
    "Default Mozilla Description", "Mozilla default description", "Default Mozilla Summary",
    "Mozilla Standardbeschreibung", "Mozilla Standardzusammenfassung",
    "Description par défaut Mozilla", "Résumé par défaut Mozilla",
    "Descripción predeterminada de Mozilla", "Descripción por defecto de Mozilla",
    "Descripció per defecte de Mozilla", "Descrición predeterminada de Mozilla",
    "Descrizione personalizzata Mozilla", "Descrição padrão Mozilla",
    "Descrição predefinida Mozilla", "Descripziun predefinida da Mozilla",
    "Standaard Mozilla-beschrijving", "Standert Mozilla-beskriuwing",
    "Standard Mozilla-beskrivelse", "Standard Mozilla beskrivelse", "Standard Mozilla-skildring",
    "Sjálfgefin Mozilla lýsing", "Mozillan oletuskuvaus", "Mozilla vaikimisi kirjeldus",
    "Domyślny opis Mozilli", "Výchozí popis", "Predvolený popis Mozilla", "Privzeti opis Mozilla",
    "Standardne wopisanje Mozilla", "Alapértelmezett Mozilla-leírás",
    "Përshkrim Parazgjedhje Mozilla", "Varsayılan Mozilla açıklaması",
    "Mozilla azalpen lehenetsia", "Disgrifiad Mozilla Rhagosodedig",
    "An tuairisgeul bunaiteach aig Mozilla", "Deskrivadur Mozilla dre ziouer",
    "Προεπιλεγμένη περιγραφή Mozilla", "Типовий опис Mozilla", "Подразумевани Mozilla опис",
    "Mozilla бастапқы сипаттамасы", "תיאור ברירת מחדל של Mozilla", "Mô tả Mozilla Mặc định",
    "默认 Mozilla 描述", "預設 Mozilla 說明", "Mozilla 기본 설명",
  ]
}
