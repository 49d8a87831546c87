/// The words of one language.
///
/// Foundation supplies numbers, dates and times.
///
/// Words that can be within a text are in lower case if the language has it. Callers capitalize
/// them at the start of a text. Titles are in their final form.
///
/// To add a language, add a value and list it in ``all``.
package struct Wording: Hashable, Sendable {
  /// The language code of BCP 47, of two letters.
  package let tag: String
  /// The region whose conventions apply without a region in the tag; nil for the default of the
  /// language.
  package let regionOfNone: String?

  /// The word for the day of the reminder.
  package let today: String
  /// The word for the next day.
  package let tomorrow: String
  /// The word for the previous day.
  package let yesterday: String
  /// The word for less than a minute away.
  package let now: String

  /// The phrase for a time in the future.
  package let ahead: PhraseTemplate
  /// The phrase for a time in the past.
  package let ago: PhraseTemplate
  /// One day, in the grammatical case that ``ahead`` and ``ago`` require.
  package let day: PhraseTemplate
  /// Several days, in the same grammatical case.
  package let days: PhraseTemplate
  /// The separator between days and hours of one length, as in lists of the language.
  package let daysAndHours: String

  /// The phrase for the due time of a to-do.
  ///
  /// It has a colon in languages in which no preposition fits times, days, dates and lengths.
  package let due: PhraseTemplate
  /// The phrase for the city of a time zone after times.
  package let inZone: PhraseTemplate

  /// The separator between `today` or a weekday and a time.
  package let dayAndTime: String
  /// The separator between a date and a time.
  package let dateAndTime: String
  /// The separator between the times of a range.
  package let timeRange: String
  /// The separator between the days of a range.
  package let dayRange: String
  /// The separator between adjacent parts.
  package let parts: String

  /// The title of the action that snoozes the reminder.
  package let snooze: String
  /// The title of the action that marks the reminder as done.
  package let done: String
  /// The title of the action that stops a nagging reminder.
  package let stopRepeat: String
  /// The title of the action that opens the event.
  package let open: String
  /// The title of the action that joins a meeting.
  package let join: String

  /// The entry of an empty day.
  package let nothing: String
  /// The line after an empty agenda, with its end.
  package let nothingUntil: PhraseTemplate
  /// The line after a truncated agenda, with its end.
  package let moreFrom: PhraseTemplate
  /// The end of an occurrence whose start is known.
  package let until: PhraseTemplate
  /// The times at which reminders ring.
  package let rings: PhraseTemplate
  /// The word for a to-do that is due on the day of its heading.
  package let isDue: String
  /// The remark on a fire that quiet hours moved, with its original time.
  package let movedFrom: PhraseTemplate
  /// The title of the request to open the app before the reminders run out.
  package let renew: String
  /// The title of an event without a title.
  package let noTitle: String

  /// The label of a snooze button, with the length in the grammatical case that ``ahead`` requires.
  package let snoozeFor: PhraseTemplate
  /// The label of the button that snoozes until a time of the next day.
  package let snoozeUntilTomorrow: PhraseTemplate
  /// The phrase for the due time of a late reminder.
  package let wasDue: PhraseTemplate
  /// The title of several reminders, with their number.
  package let several: PluralTemplate
  /// The title of several missed reminders, with their number.
  package let missed: PluralTemplate
  /// The title of a list of reminders, which ``several`` counts, after a pause.
  package let silenced: PhraseTemplate
  /// The phrase after a list for the number of further items.
  package let more: PluralTemplate

  /// All languages, starting with English.
  package static let all = [english, german, french, spanish, japanese]

  package static let english = Wording(
    tag: "en", regionOfNone: "GB",
    today: "today", tomorrow: "tomorrow", yesterday: "yesterday", now: "now",
    ahead: "in …", ago: "… ago", day: "… day", days: "… days",
    daysAndHours: ", ",
    due: "due …", inZone: " (…)",
    dayAndTime: " ", dateAndTime: ", ", timeRange: "-", dayRange: " - ", parts: ", ",
    snooze: "Snooze", done: "Done", stopRepeat: "Stop Repeating", open: "Open", join: "Join",
    nothing: "nothing", nothingUntil: "nothing until …", moreFrom: "more from … on",
    until: "until …", rings: "rings …", isDue: "due", movedFrom: "moved from …",
    renew: "Open the app to renew its reminders", noTitle: "(no title)",
    snoozeFor: "Snooze …", snoozeUntilTomorrow: "Snooze until tomorrow …", wasDue: "was due …",
    several: PluralTemplate(.oneOrOther, one: "… reminder", other: "… reminders"),
    missed: PluralTemplate(.oneOrOther, one: "… missed reminder", other: "… missed reminders"),
    silenced: "Silent during the pause: …",
    more: PluralTemplate(.oneOrOther, one: "and … more", other: "and … more"))

  private static let german = Wording(
    tag: "de", regionOfNone: nil,
    today: "heute", tomorrow: "morgen", yesterday: "gestern", now: "jetzt",
    // Both require the dative.
    ahead: "in …", ago: "vor …", day: "… Tag",
    days: "… Tagen", daysAndHours: " und ",
    due: "fällig: …", inZone: " (…)",
    dayAndTime: " ", dateAndTime: ", ", timeRange: "-", dayRange: " - ", parts: ", ",
    snooze: "Später erinnern", done: "Erledigt", stopRepeat: "Wiederholung beenden", open: "Öffnen",
    join: "Teilnehmen",
    nothing: "nichts", nothingUntil: "nichts bis …", moreFrom: "weitere ab …",
    until: "bis …", rings: "Erinnerung: …", isDue: "fällig", movedFrom: "statt …",
    renew: "App öffnen, um die Erinnerungen zu erneuern", noTitle: "(kein Titel)",
    snoozeFor: "In … erinnern", snoozeUntilTomorrow: "Morgen um … erinnern",
    wasDue: "fällig: …",
    several: PluralTemplate(.oneOrOther, one: "… Erinnerung", other: "… Erinnerungen"),
    missed: PluralTemplate(
      .oneOrOther, one: "… verpasste Erinnerung", other: "… verpasste Erinnerungen"),
    silenced: "Während der Pause stumm: …",
    more: PluralTemplate(.oneOrOther, one: "und … weitere", other: "und … weitere"))

  private static let french = Wording(
    tag: "fr", regionOfNone: nil,
    today: "aujourd’hui", tomorrow: "demain", yesterday: "hier", now: "maintenant",
    ahead: "dans …", ago: "il y a …", day: "… jour", days: "… jours",
    daysAndHours: " et ",
    due: "échéance\u{A0}: …", inZone: " (…)",
    dayAndTime: " ", dateAndTime: ", ", timeRange: "-", dayRange: " - ", parts: ", ",
    snooze: "Rappeler plus tard", done: "Terminé", stopRepeat: "Arrêter la répétition",
    open: "Ouvrir", join: "Rejoindre",
    nothing: "rien", nothingUntil: "rien jusqu’au …", moreFrom: "d’autres à partir du …",
    until: "fin\u{A0}: …", rings: "rappel\u{A0}: …", isDue: "échéance", movedFrom: "au lieu de …",
    renew: "Ouvrez l’app pour renouveler les rappels", noTitle: "(sans titre)",
    snoozeFor: "Rappeler dans …", snoozeUntilTomorrow: "Rappeler demain à …",
    wasDue: "prévu\u{A0}: …",
    several: PluralTemplate(
      .french, one: "… rappel", many: "… de rappels", other: "… rappels"),
    missed: PluralTemplate(
      .french, one: "… rappel manqué", many: "… de rappels manqués", other: "… rappels manqués"),
    silenced: "Silencieux pendant la pause\u{A0}: …",
    more: PluralTemplate(.french, one: "et … autre", many: "et … d’autres", other: "et … autres"))

  private static let spanish = Wording(
    tag: "es", regionOfNone: nil,
    today: "hoy", tomorrow: "mañana", yesterday: "ayer", now: "ahora",
    ahead: "dentro de …", ago: "hace …", day: "… día", days: "… días",
    daysAndHours: " y ",
    due: "vencimiento: …", inZone: " (…)",
    dayAndTime: " ", dateAndTime: ", ", timeRange: "-", dayRange: " - ", parts: ", ",
    snooze: "Posponer", done: "Hecho", stopRepeat: "Detener repetición", open: "Abrir",
    join: "Unirse",
    nothing: "nada", nothingUntil: "nada hasta el …", moreFrom: "más a partir del …",
    until: "fin: …", rings: "aviso: …", isDue: "vencimiento", movedFrom: "en lugar de …",
    renew: "Abre la app para renovar los recordatorios", noTitle: "(sin título)",
    snoozeFor: "Posponer …", snoozeUntilTomorrow: "Posponer hasta mañana, …",
    wasDue: "previsto: …",
    several: PluralTemplate(
      .spanish, one: "… recordatorio", many: "… de recordatorios", other: "… recordatorios"),
    missed: PluralTemplate(
      .spanish, one: "… recordatorio perdido", many: "… de recordatorios perdidos",
      other: "… recordatorios perdidos"),
    silenced: "En silencio durante la pausa: …",
    more: PluralTemplate(.spanish, one: "y … más", many: "y … más", other: "y … más"))

  private static let japanese = Wording(
    tag: "ja", regionOfNone: nil,
    today: "今日", tomorrow: "明日", yesterday: "昨日", now: "今",
    ahead: "…後", ago: "…前", day: "…日", days: "…日", daysAndHours: " ",
    due: "期限：…", inZone: "（…）",
    dayAndTime: " ", dateAndTime: " ", timeRange: "～", dayRange: " ～ ", parts: "、",
    snooze: "スヌーズ", done: "完了", stopRepeat: "繰り返しを停止", open: "開く", join: "参加",
    nothing: "なし", nothingUntil: "…まで予定なし", moreFrom: "…以降は省略",
    until: "…まで", rings: "通知：…", isDue: "期限", movedFrom: "…から変更",
    renew: "アプリを開いてリマインダーを更新してください", noTitle: "（タイトルなし）",
    snoozeFor: "…後に再通知", snoozeUntilTomorrow: "明日 …に再通知", wasDue: "…のリマインダー",
    several: PluralTemplate(.otherAlone, other: "…件のリマインダー"),
    missed: PluralTemplate(.otherAlone, other: "見逃したリマインダー …件"),
    silenced: "一時停止中に通知しなかったもの：…",
    more: PluralTemplate(.otherAlone, other: "ほか…件"))
}

/// A phrase with a gap for a text, written as `in …` or `… ago`.
package struct PhraseTemplate: Hashable, Sendable, ExpressibleByStringLiteral {
  package let before: String
  package let after: String

  package init(stringLiteral value: String) {
    let halves = value.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    before = String(halves[0])
    after = halves.count == 2 ? String(halves[1]) : ""
  }

  /// Returns the phrase with a text in its gap.
  package func around(_ text: String) -> String { before + text + after }
}

/// A phrase with a gap for a number, in the plural forms of its language.
package struct PluralTemplate: Hashable, Sendable {
  /// The rule that selects the form for a number.
  package let rule: PluralRule
  /// The form for `one`; nil if the language lacks it.
  package let one: PhraseTemplate?
  /// The form for `many`; nil if the language lacks it.
  package let many: PhraseTemplate?
  package let other: PhraseTemplate

  package init(
    _ rule: PluralRule, one: PhraseTemplate? = nil, many: PhraseTemplate? = nil,
    other: PhraseTemplate
  ) {
    self.rule = rule
    self.one = one
    self.many = many
    self.other = other
  }

  /// Returns the phrase with a number in its gap, in the form for that number.
  package func around(_ text: String, count: Int) -> String {
    let frame =
      switch rule.form(of: count) {
      case .one: one ?? other
      case .many: many ?? other
      case .other: other
      }
    return frame.around(text)
  }
}

/// The rule that selects a plural form for a number (Unicode CLDR, Language Plural Rules).
///
/// It covers whole numbers in the supported languages.
package enum PluralRule: Hashable, Sendable {
  /// English and German: `one` for 1.
  case oneOrOther
  /// French: `one` for 0 and 1, `many` for multiples of a million.
  case french
  /// Spanish: `one` for 1, `many` for multiples of a million.
  case spanish
  /// Japanese: only `other`.
  case otherAlone

  /// A plural form, with its name in CLDR.
  package enum Form: Hashable, Sendable {
    case one
    /// The form after a number that is itself a noun: `un million de rappels`.
    case many
    case other
  }

  private static let million = 1_000_000

  package func form(of count: Int) -> Form {
    switch self {
    case .oneOrOther: count == 1 ? .one : .other
    case .french where count == 0 || count == 1: .one
    case .spanish where count == 1: .one
    case .french, .spanish: count != 0 && count % PluralRule.million == 0 ? .many : .other
    case .otherAlone: .other
    }
  }
}
