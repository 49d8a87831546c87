import CivilTime
import NotificationTriggers
import ReminderCompiler

extension LayerRequest {
  /// The arguments of `createTriggerNotification`, by their names.
  func notifeeEntry(isOnAndroid: Bool) -> JSONValue {
    var notification: [String: JSONValue?] = [
      "id": .string(identifier), "title": title, "subtitle": subtitle, "body": body, "data": mark,
    ]
    if isOnAndroid {
      // notifee ignores a category on Android. The apply function adds its buttons.
      notification["android"] = .object(present: ["channelId": channel, "categoryId": category])
    } else {
      notification["ios"] = .object(present: [
        "badgeCount": badge, "sound": sound, "threadId": thread, "categoryId": category,
        "interruptionLevel": level,
        "critical": criticalVolume.map { _ in true }, "criticalVolume": criticalVolume,
      ])
    }
    return .object([
      "notification": .object(present: notification),
      "trigger": .object(present: notifeeTrigger(isOnAndroid: isOnAndroid)),
    ])
  }

  private func notifeeTrigger(isOnAndroid: Bool) -> [String: JSONValue?] {
    var trigger: [String: JSONValue?]
    switch self.trigger {
    case .interval(let seconds):
      let (unit, name) = Unit.longest(dividing: seconds)
      return ["type": 1, "interval": .integer(seconds / unit), "timeUnit": .string("\(name)S")]
    case .once(let once): trigger = ["type": 0, "timestamp": once.at.milliseconds]
    case .repeating(let repeating):
      let frequency =
        switch (repeating.pattern.days, repeating.pattern.time) {
        case (_, .everyHour): 0
        case (.weekday, _): 2
        case (.dayOfMonth, _): 3
        default: 1
        }
      trigger = [
        "type": 0, "timestamp": repeating.first.milliseconds,
        "repeatFrequency": .integer(frequency),
        "repeatInterval": repeating.pattern.step.flatMap {
          $0.every > 1 ? .integer($0.every) : nil
        },
      ]
    }
    // SET_EXACT_AND_ALLOW_WHILE_IDLE; without it, Android delays reminders on purpose.
    if isOnAndroid { trigger["alarmManager"] = .object(["type": 3]) }
    return trigger
  }
}

/// The units of time that layers name.
enum Unit {
  /// Returns the longest unit that divides a number of seconds.
  static func longest(dividing seconds: Int) -> (seconds: Int, name: String) {
    [(86_400, "DAY"), (3_600, "HOUR"), (60, "MINUTE")].first { seconds % $0.0 == 0 }
      ?? (1, "SECOND")
  }
}
