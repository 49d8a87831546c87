import CivilTime
import ReminderCompiler
import Testing

/// The examples of a reminder's words.
@Suite(.printsAll) struct LanguageExamples: Example {
  @Test func reminderLanguage() throws {
    print(ReminderLanguage("DE_at")!.tag)  // de-AT
    print(ReminderLanguage("it") == nil)  // true
  }

  @Test func whenPhrase() throws {
    let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
    let start = Instant(iso8601: "2028-01-03T08:00:00Z")!
    let moment = Moment(
      .timed, fire: start - 900, start: start, end: start + 3_600, deviceZone: berlin,
      ownZone: berlin)
    let phrase = WhenPhrase(ReminderLanguage("fr")!)
    print(phrase.once(moment))  // Aujourd’hui 09:00-10:00
    print(phrase.common([moment]))  // 09:00-10:00, dans 15 minutes
  }

  @Test func desktopPhrase() throws {
    let phrase = DesktopPhrase(ReminderLanguage("fr")!)
    print(phrase.snooze(seconds: 300))  // Rappeler dans 5 minutes
    print(phrase.several(4), phrase.more(1))  // 4 rappels et 1 autre
  }
}
