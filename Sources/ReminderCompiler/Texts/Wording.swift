/// The words that one language says of reminders; numbers, dates and times are Foundation's.
///
/// Words that can stand inside a text are in lower case, as far as the language has it; whoever
/// begins a text with one capitalises it. Titles are as they are shown.
///
/// A further language is a further value, and its name in ``all``.
package struct Wording: Hashable, Sendable {
  /// The language as BCP 47 names it, of two letters.
  package let tag: String
  /// The region whose dates and times are written where none is asked for; nil for the language's
  /// own.
  package let regionOfNone: String?

  /// The day of the reminder.
  package let today: String
  /// The day after.
  package let tomorrow: String
  /// The day before.
  package let yesterday: String
  /// Less than a minute away.
  package let now: String

  /// How far something lies ahead.
  package let ahead: WordFrame
  /// The lead of a reminder: how long before the event it comes.
  package let beforehand: WordFrame
  /// How long ago something was.
  package let ago: WordFrame
  /// One day, in the case that ``ahead`` and ``ago`` ask for.
  package let day: WordFrame
  /// Several days, in that case.
  package let days: WordFrame
  /// Between days and hours of one length, as the language's lists are joined.
  package let daysAndHours: String

  /// What a to-do's time is.
  package let due: WordFrame
  /// Whose clock times are read on.
  package let inZone: WordFrame

  /// Between `today` or a weekday and a time.
  package let dayAndTime: String
  /// Between a date and a time.
  package let dateAndTime: String
  /// Between the times that a range begins and ends at.
  package let timeRange: String
  /// Between the days that a range begins and ends on.
  package let dayRange: String
  /// Between parts that stand side by side.
  package let parts: String

  /// The title of the action that has the reminder come again.
  package let snooze: String
  /// The title of the action that says that it is done.
  package let done: String
  /// The title of the action that ends a reminder which repeats until it is done.
  package let stopRepeat: String
  /// The title of the action that shows the event.
  package let open: String
  /// The title of the action that joins a meeting.
  package let join: String

  /// The entry of an empty day.
  package let nothing: String
  /// What to do before the reminders run out.
  package let renew: String
  /// What stands for a title where an event has none.
  package let noTitle: String

  /// What a button says that puts a reminder off, around how long, in the case that ``ahead`` asks
  /// for.
  package let snoozeFor: WordFrame
  /// What it says around the time of the next day.
  package let snoozeUntilTomorrow: WordFrame
  /// When a reminder should have come that is late.
  package let wasDue: WordFrame
  /// The title of several reminders, around their number.
  package let several: CountFrame
  /// The title of several that came while nobody could see them.
  package let missed: CountFrame
  /// Behind a list, how many more there are.
  package let more: CountFrame

  /// All languages, English first.
  package static let all = [english, german, french, spanish, japanese]

  /// English.
  package static let english = Wording(
    tag: "en", regionOfNone: "GB",
    today: "today", tomorrow: "tomorrow", yesterday: "yesterday", now: "now",
    ahead: "in …", beforehand: "… before", ago: "… ago", day: "… day", days: "… days",
    daysAndHours: ", ",
    due: "due …", inZone: " (…)",
    dayAndTime: " ", dateAndTime: ", ", timeRange: "-", dayRange: " - ", parts: ", ",
    snooze: "Snooze", done: "Done", stopRepeat: "Stop Repeat", open: "Open", join: "Join",
    nothing: "nothing",
    renew: "Open the app to renew its reminders", noTitle: "(no title)",
    snoozeFor: "Snooze …", snoozeUntilTomorrow: "Snooze until tomorrow …", wasDue: "was due …",
    several: CountFrame(.oneOrOther, one: "… reminder", other: "… reminders"),
    missed: CountFrame(.oneOrOther, one: "… missed reminder", other: "… missed reminders"),
    more: CountFrame(.oneOrOther, one: "and … more", other: "and … more"))

  private static let german = Wording(
    tag: "de", regionOfNone: nil,
    today: "heute", tomorrow: "morgen", yesterday: "gestern", now: "jetzt",
    // Both ask for the dative.
    ahead: "in …", beforehand: "… vorher", ago: "vor …", day: "… Tag",
    days: "… Tagen", daysAndHours: " und ",
    due: "fällig …", inZone: " (…)",
    dayAndTime: " ", dateAndTime: ", ", timeRange: "-", dayRange: " - ", parts: ", ",
    snooze: "Schlummern", done: "Erledigt", stopRepeat: "Wiederholung beenden", open: "Öffnen",
    join: "Teilnehmen",
    nothing: "nichts",
    renew: "App öffnen, um die Erinnerungen zu erneuern", noTitle: "(kein Titel)",
    snoozeFor: "In … erneut", snoozeUntilTomorrow: "Morgen um … erneut", wasDue: "war … fällig",
    several: CountFrame(.oneOrOther, one: "… Erinnerung", other: "… Erinnerungen"),
    missed: CountFrame(
      .oneOrOther, one: "… verpasste Erinnerung", other: "… verpasste Erinnerungen"),
    more: CountFrame(.oneOrOther, one: "und … weitere", other: "und … weitere"))

  private static let french = Wording(
    tag: "fr", regionOfNone: nil,
    today: "aujourd’hui", tomorrow: "demain", yesterday: "hier", now: "maintenant",
    ahead: "dans …", beforehand: "… avant", ago: "il y a …", day: "… jour", days: "… jours",
    daysAndHours: " et ",
    due: "échéance …", inZone: " (…)",
    dayAndTime: " ", dateAndTime: ", ", timeRange: "-", dayRange: " - ", parts: ", ",
    snooze: "Rappeler plus tard", done: "Terminé", stopRepeat: "Arrêter la répétition",
    open: "Ouvrir", join: "Rejoindre",
    nothing: "rien",
    renew: "Ouvrez l’app pour renouveler ses rappels", noTitle: "(sans titre)",
    snoozeFor: "Rappeler dans …", snoozeUntilTomorrow: "Rappeler demain à …", wasDue: "prévu …",
    several: CountFrame(
      .french, one: "… rappel", many: "… de rappels", other: "… rappels"),
    missed: CountFrame(
      .french, one: "… rappel manqué", many: "… de rappels manqués", other: "… rappels manqués"),
    more: CountFrame(.french, one: "et … autre", many: "et … d’autres", other: "et … autres"))

  private static let spanish = Wording(
    tag: "es", regionOfNone: nil,
    today: "hoy", tomorrow: "mañana", yesterday: "ayer", now: "ahora",
    ahead: "dentro de …", beforehand: "… antes", ago: "hace …", day: "… día", days: "… días",
    daysAndHours: " y ",
    // A noun: the verb would have to know whether the time has passed.
    due: "vencimiento …", inZone: " (…)",
    dayAndTime: " ", dateAndTime: ", ", timeRange: "-", dayRange: " - ", parts: ", ",
    snooze: "Posponer", done: "Hecho", stopRepeat: "Detener repetición", open: "Abrir",
    join: "Unirse",
    nothing: "nada",
    renew: "Abre la app para renovar sus recordatorios", noTitle: "(sin título)",
    // A colon, since no verb goes with lengths, days and dates alike.
    snoozeFor: "Posponer …", snoozeUntilTomorrow: "Posponer hasta mañana, …",
    wasDue: "previsto: …",
    several: CountFrame(
      .spanish, one: "… recordatorio", many: "… de recordatorios", other: "… recordatorios"),
    missed: CountFrame(
      .spanish, one: "… recordatorio perdido", many: "… de recordatorios perdidos",
      other: "… recordatorios perdidos"),
    more: CountFrame(.spanish, one: "y … más", many: "y … más", other: "y … más"))

  private static let japanese = Wording(
    tag: "ja", regionOfNone: nil,
    today: "今日", tomorrow: "明日", yesterday: "昨日", now: "今",
    ahead: "…後", beforehand: "…前", ago: "…前", day: "…日", days: "…日", daysAndHours: " ",
    due: "期限 …", inZone: "（…）",
    dayAndTime: " ", dateAndTime: " ", timeRange: "～", dayRange: " ～ ", parts: "、",
    snooze: "スヌーズ", done: "完了", stopRepeat: "繰り返しを停止", open: "開く", join: "参加",
    nothing: "なし",
    renew: "アプリを開いてリマインダーを更新してください", noTitle: "（タイトルなし）",
    snoozeFor: "…後に再通知", snoozeUntilTomorrow: "明日 …に再通知", wasDue: "…のリマインダー",
    several: CountFrame(.otherAlone, other: "…件のリマインダー"),
    missed: CountFrame(.otherAlone, other: "見逃したリマインダー …件"),
    more: CountFrame(.otherAlone, other: "ほか…件"))
}

/// Words with a gap for a text, written as `in …` or `… ago`.
package struct WordFrame: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What stands before the text.
  package let before: String
  /// What stands behind it.
  package let after: String

  /// Makes a frame of its words.
  ///
  /// - Parameter value: The words, with `…` where the text goes.
  package init(stringLiteral value: String) {
    let halves = value.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    before = String(halves[0])
    after = halves.count == 2 ? String(halves[1]) : ""
  }

  /// The words with a text in their gap.
  package func around(_ text: String) -> String { before + text + after }
}

/// Words with a gap for a number, in the forms that a language has for numbers.
package struct CountFrame: Hashable, Sendable {
  /// Which form stands beside which number.
  package let rule: PluralRule
  /// The singular; nil where the language has none.
  package let one: WordFrame?
  /// What stands beside millions; nil where the language has nothing of its own there.
  package let many: WordFrame?
  /// The plural.
  package let other: WordFrame

  /// Makes a frame of its words.
  package init(
    _ rule: PluralRule, one: WordFrame? = nil, many: WordFrame? = nil, other: WordFrame
  ) {
    self.rule = rule
    self.one = one
    self.many = many
    self.other = other
  }

  /// The words around a number, in the form that stands beside it.
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

/// Which form of a word a language puts beside a number (Unicode CLDR, Language Plural Rules).
///
/// The rules of CLDR for whole numbers, of the languages that there are words in.
package enum PluralRule: Hashable, Sendable {
  /// English and German: `one` beside 1.
  case oneOrOther
  /// French: `one` beside 0 and 1, `many` beside multiples of a million.
  case french
  /// Spanish: `one` beside 1, `many` beside multiples of a million.
  case spanish
  /// Japanese: a word has one form.
  case otherAlone

  /// A form of a word, by CLDR's name.
  package enum Form: Hashable, Sendable {
    /// The singular.
    case one
    /// The plural beside a number that is itself a noun: `un million de rappels`.
    case many
    /// The plural.
    case other
  }

  private static let million = 1_000_000

  /// The form beside a number.
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
