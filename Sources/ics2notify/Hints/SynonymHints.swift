/// Hints for words that other programs use for a command or an option.
enum SynonymHints {
  /// Hints for unknown commands, by name.
  static let commands = hints([
    "'ics2notify status' lists the installed calendars, 'ics2notify agenda' the week":
      "list ls show info ps log logs history",
    "'ics2notify install PATH' shows reminders on the desktop":
      "enable start add setup init schedule watch serve daemon service on import subscribe",
    "edit ~/.config/ics2notify/default.conf, then run 'ics2notify install'":
      "edit set config configure conf settings options preferences",
    "'ics2notify uninstall' stops the reminders and removes them":
      "stop remove rm delete del disable off purge clean",
    "'ics2notify done' answers the reminder that was shown last":
      "ack acknowledge dismiss complete finish",
    "'ics2notify done --undo' takes the last Done back": "undo undone unmark",
    "'ics2notify snooze' shows the last reminder again later": "later postpone delay defer",
    "'ics2notify renew' reads the installed calendars again":
      "reload refresh update sync restart",
    "'ics2notify agenda' lists the week":
      "next today tomorrow week upcoming events calendar print cal remind reminders alarms",
    "'ics2notify PATH' compiles a calendar, '--format json' for an app":
      "plan convert build generate export run parse apple ios json table text",
    "'ics2notify --format html --output plan.html PATH' writes a page": "html page open view",
    "'ics2notify simulate PATH' plays a plan and compares it with the calendar":
      "preview play check verify validate lint",
    "'ics2notify --target apns PATH' writes a line for each push": "apns push pushes",
    "'ics2notify --target expo-ios PATH' writes the entries of a layer; see man ics2notify-apps":
      "expo react native notifee notifykit flutter capacitor ionic maui android alarmkit",
    "'ics2notify pause DAYS' silences reminders, such as pause 2026-12-24..2027-01-06":
      "mute silence vacation holiday away hold suspend",
    "'ics2notify --target systemd PATH' writes timers": "systemd timers units cron",
    "'ics2notify test' shows a reminder now":
      "notify notification notifications popup try ping demo",
    "'ics2notify explain PATH' explains how each reminder became triggers": "why debug",
    "'ics2notify --version' prints the version": "version",
    "'man ics2notify' is the manual": "man manual usage docs",
  ])

  /// Options that an unknown option can mean, by long name; the first that a command accepts.
  static let options: [String: [String]] = {
    let words = [
      "--format json|--format jsonl": "json", "--format jsonl|--format json": "jsonl",
      "--format text": "text table", "--format html": "html",
      "--target systemd": "systemd timers", "--target apns": "apns push",
      "--target apple": "apple ios", "--time-zone": "tz zone", "--horizon 7d": "days until",
      "--default-alarm -15m": "alarm reminder remind before", "--only": "filter include match",
      "--ignore": "exclude without", "--language": "lang locale", "--nag 3x5m": "repeat",
      "--output FILE": "out save", "--options FILE": "config conf rules",
      "--level critical=CATEGORIES:pills": "priority critical", "--limit 64": "max maximum slots",
      "--target": "platform", "--now": "from since start", "--dry-run": "dry",
      "--jobs": "workers threads parallel", "--pause DAYS": "vacation away mute silence",
      "--skip-on FILE": "holidays skip",
    ]
    return hints(words).mapValues { $0.split(separator: "|").map(String.init) }
  }()

  /// Hints by an option that no command has, or by a command with an option or `PATH`.
  static let arguments = [
    "recursive": "a directory is read with all directories below it",
    "agenda today": "--horizon 1d lists a day", "agenda week": "it lists a week by default",
    "agenda tomorrow": "--horizon 2d lists two days", "agenda month": "--horizon 30d lists a month",
    "agenda json": "it writes text; 'ics2notify fires PATH' lists the reminders as JSON",
    "agenda html":
      "it writes text; 'ics2notify --format html --output plan.html PATH' writes a page",
    "explain json": "it writes text; 'ics2notify PATH' writes the plan as JSON",
    "explain html":
      "it writes text; 'ics2notify --format html --output plan.html PATH' writes a page",
    "fires html": "'ics2notify --format html --output plan.html PATH' writes a page",
    "status all": "it lists all installations",
    "pause until": "type the days without hyphens, such as 'ics2notify pause until monday'",
    "pause for": "type the days without hyphens, such as 'ics2notify pause 3 days'",
    "snooze until": "--for takes a time, too, such as --for 14:00",
    "schema list": "'ics2notify schema' lists the formats",
    "uninstall all": "'ics2notify uninstall' alone removes everything",
    "uninstall dry-run": "'ics2notify status' lists what it would remove",
    "status PATH": "'ics2notify agenda PATH' lists the week of a calendar",
    "renew PATH": "it reads all installed calendars; 'ics2notify install PATH' adds one",
  ]

  private static func hints(_ words: [String: String]) -> [String: String] {
    let pairs = words.flatMap { hint, words in
      words.split(separator: " ").map { (String($0), hint) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
