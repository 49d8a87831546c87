import ReminderCompiler
import Testing

@Suite struct AlarmTextTests {
  @Test(arguments: [
    "", " \n\t", "...", "This is an event reminder", "this is an event reminder.", "Reminder",
    "REMINDER", "reminder!", " Reminder\n", "«Reminder»", "Event reminder", "Event\n  reminder",
    "Alarm notification", "Alarm", "Alert", "Notification", "Display reminder", "🔔 Reminder",
    "⏰ Alarm!", "Default Description", "Default Mozilla Description", "Default Mozilla Summary",
    "Mozilla Standardbeschreibung", "Mozilla default description", "Description par défaut Mozilla",
    "Description par de\u{301}faut Mozilla", "默认 Mozilla 描述", "Beschreibung", "Erinnerung",
    "Rappel", "Recordatorio", "通知", "Default Tasks.org description", "Ereignisbenachrichtigung",
    "Rappel d’événement",
  ])
  func `what programs write for want of a text says nothing`(_ text: String) {
    #expect(AlarmText.saysNothing(text, besides: "Dinner"))
    #expect(AlarmText.saysNothing(text, besides: ""))
  }

  @Test(arguments: [
    "Dinner with Ada", "DINNER  with\nAda!", "Reminder: Dinner with Ada", "Alarm: Dinner with Ada",
    "reminder - dinner with ada", "Event reminder: Dinner with Ada", "Dinner with Ada reminder",
    "Dinner with Ada – Alarm", "Reminder for Dinner with Ada", "Reminder: “Dinner with Ada”",
    "Mozilla Alarm: Dinner with Ada", "Erinnerung: Dinner with Ada", "🔔 Reminder: Dinner with Ada",
    "(Dinner with Ada)", "Dinner with Ada (Reminder)",
  ])
  func `the title once more says nothing`(_ text: String) {
    #expect(AlarmText.saysNothing(text, besides: "Dinner with Ada"))
    #expect(AlarmText.saysNothing(text, besides: " „Dinner with Ada“ "))
    #expect(!AlarmText.saysNothing(text, besides: "Dinner"))
    #expect(!AlarmText.saysNothing(text, besides: ""))
  }

  @Test(arguments: [
    ("Bring the wine", "Dinner"), ("Reminder: bring the wine", "Dinner"), ("Dinner at 8", "Dinner"),
    ("Alarmclock", "clock"), ("clockalarm", "clock"), ("Pickup Reminder", "Dinner"),
    ("🎂", "Dinner"),
    ("Reminders", "Dinner"), ("Reminder 2", "Dinner"), ("No alarm", "Dinner"), ("C", "C++"),
    ("Dinner Dinner", "Dinner"), ("Reminder reminder Dinner x", "Dinner"), ("Mozilla", "Dinner"),
    ("Dinner", ""), ("Reminder: Dinner", "..."), ("😀", "😃"), ("Re\u{300}minder", "Dinner"),
  ])
  func `what somebody has written says something`(_ text: String, _ title: String) {
    #expect(!AlarmText.saysNothing(text, besides: title))
  }

  @Test(arguments: [" ", ".", "a", "Reminder ", "\u{301}", "🇩"])
  func `a megabyte of hostile text takes no time to speak of`(_ unit: String) {
    let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
    let time = ContinuousClock().measure {
      #expect(AlarmText.saysNothing(text, besides: "Dinner") == (unit == " " || unit == "."))
      #expect(!AlarmText.saysNothing("Dinner", besides: text))
    }
    #expect(time < .seconds(20))
  }
}
