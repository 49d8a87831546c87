import CivilTime
import NotificationTriggers
import ReminderCompiler

extension LayerRequest {
  /// The arguments of `zonedSchedule`, or of `periodicallyShowWithDuration` for an interval.
  func flutterEntry(isOnAndroid: Bool) -> JSONValue {
    var entry: [String: JSONValue?] = [
      "id": .integer(RequestIdentifier.integer(of: identifier)), "title": title, "body": body,
      "payload": markText,
    ]
    switch trigger {
    case .interval(let seconds): entry["everySeconds"] = .integer(seconds)
    case .once(let once):
      entry["timeZone"] = once.zone.map { .string($0.flutterName) }
      entry["scheduled"] = .string(once.civil.description)
      entry["match"] = .some(.null)
    case .repeating(let repeating):
      entry["timeZone"] = repeating.zone.map { .string($0.flutterName) }
      entry["scheduled"] = .string(repeating.civil.description)
      entry["match"] =
        switch repeating.pattern.days {
        case .weekday: "dayOfWeekAndTime"
        case .dayOfMonth: "dayOfMonthAndTime"
        case .date: "dateAndTime"
        default: "time"
        }
    }
    if isOnAndroid {
      entry["android"] = .object(present: [
        "channelId": channel, "mode": "exactAllowWhileIdle", "subText": subtitle,
        "categoryIdentifier": category,
      ])
    } else {
      entry["ios"] = .object(present: [
        "subtitle": subtitle, "threadIdentifier": thread, "categoryIdentifier": category,
        "interruptionLevel": level, "badgeNumber": badge,
        "presentSound": .boolean(content.sound != nil),
        "sound": content.sound.flatMap {
          $0.name == NotificationSound.systemName ? nil : .string($0.name)
        },
        "criticalSoundVolume": criticalVolume,
      ])
    }
    return .object(present: entry)
  }
}

extension Zone {
  /// The name in Dart's `timezone` package, whose smaller files lack GMT.
  fileprivate var flutterName: String { self == .gmt ? "UTC" : identifier }
}
