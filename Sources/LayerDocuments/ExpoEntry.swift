import CivilTime
import NotificationTriggers
import ReminderCompiler

extension LayerRequest {
  /// The argument of `scheduleNotificationAsync`.
  func expoEntry(isOnAndroid: Bool) -> JSONValue {
    .object([
      "identifier": .string(identifier),
      "content": .object(present: [
        "title": title, "subtitle": subtitle, "body": body, "badge": badge, "sound": expoSound,
        "data": mark, "categoryIdentifier": category,
        "interruptionLevel": isOnAndroid ? nil : level,
      ]),
      "trigger": isOnAndroid ? expoAndroidTrigger : expoIOSTrigger,
    ])
  }

  /// The sound is always present, because versions of the layer differ about a missing one.
  private var expoSound: JSONValue {
    guard let sound = content.sound else { return false }
    return sound.name == NotificationSound.systemName && sound.criticalVolume != nil
      ? "defaultCritical" : .string(sound.name)
  }

  private var expoIOSTrigger: JSONValue {
    switch trigger {
    case .interval(let seconds): .object(present: expoInterval(seconds))
    case .once(let once):
      .object(present: [
        "type": "calendar", "repeats": false,
        "timezone": once.zone.map { .string($0.identifier) },
        "year": .integer(once.civil.date.year), "month": .integer(once.civil.date.month),
        "day": .integer(once.civil.date.day), "hour": .integer(once.civil.time.hour),
        "minute": .integer(once.civil.time.minute), "second": .integer(once.civil.time.second),
      ])
    case .repeating(let repeating):
      if repeating.zone == nil, repeating.isWeeklyOrDaily {
        .object(present: repeating.expoDays.merging(repeating.clock) { first, _ in first })
      } else {
        .object(
          present: repeating.components.mapValues { .some($0) }.merging([
            "type": "calendar", "repeats": true,
            "timezone": repeating.zone.map { .string($0.identifier) },
          ]) { first, _ in first })
      }
    }
  }

  private func expoInterval(_ seconds: Int) -> [String: JSONValue?] {
    ["type": "timeInterval", "seconds": .integer(seconds), "repeats": true]
  }

  private var expoAndroidTrigger: JSONValue {
    var members: [String: JSONValue?] =
      switch trigger {
      case .interval(let seconds): expoInterval(seconds)
      case .once(let once): ["type": "date", "date": once.at.milliseconds]
      case .repeating(let repeating):
        repeating.expoDays.merging(repeating.clock) { first, _ in first }
      }
    members["channelId"] = channel
    return .object(present: members)
  }
}

extension LayerRequest.Repeating {
  /// Whether expo has a type of its own for the days, and the time is a full minute.
  fileprivate var isWeeklyOrDaily: Bool {
    guard case .time(let time) = pattern.time, time.second == 0 else { return false }
    return switch pattern.days {
    case .everyDay, .weekday: true
    case .dayOfMonth, .date, .ordinalWeekday, .once: false
    }
  }

  /// The type of a trigger without a zone, and its days.
  fileprivate var expoDays: [String: JSONValue?] {
    let components = pattern.components
    return switch pattern.days {
    case .weekday: ["type": "weekly", "weekday": components.weekday.map(JSONValue.integer)]
    case .dayOfMonth: ["type": "monthly", "day": components.day.map(JSONValue.integer)]
    case .date:
      // Expo counts the months of this type from 0.
      [
        "type": "yearly", "month": components.month.map { .integer($0 - 1) },
        "day": components.day.map(JSONValue.integer),
      ]
    default: ["type": "daily"]
    }
  }
}
