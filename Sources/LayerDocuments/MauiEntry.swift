import CivilTime
import NotificationTriggers
import ReminderCompiler

extension LayerRequest {
  /// The values of a `NotificationRequest` of Plugin.LocalNotification.
  func mauiEntry(isOnAndroid: Bool) -> JSONValue {
    var entry: [String: JSONValue?] = [
      "notificationId": .integer(RequestIdentifier.integer(of: identifier)), "title": title,
      "subtitle": subtitle, "description": body, "returningData": markText,
      "categoryIdentifier": category,
    ]
    var schedule = mauiSchedule
    if isOnAndroid {
      // The layer drops a request that is later, which is a minute by default.
      schedule["allowedDelay"] = .string(TimeSpan.text(86_400))
      entry["android"] = .object(["channelId": channel])
    } else {
      entry["group"] = thread
      entry["badgeNumber"] = badge
      entry["silent"] = .boolean(content.sound == nil)
      entry["sound"] = content.sound.flatMap {
        $0.name == NotificationSound.systemName ? nil : .string($0.name)
      }
      entry["apple"] = .object(present: [
        "priority": level,
        "relevanceScore": .number(content.relevanceScore), "criticalSoundVolume": criticalVolume,
      ])
    }
    entry["schedule"] = .object(present: schedule)
    return .object(present: entry)
  }

  private var mauiSchedule: [String: JSONValue?] {
    switch trigger {
    case .interval(let seconds):
      ["repeatType": "TimeInterval", "notifyRepeatInterval": .string(TimeSpan.text(seconds))]
    case .once(let once):
      ["repeatType": "No", "notifyTime": .dateTimeOffset(once.civil, at: once.at)]
    case .repeating(let repeating):
      [
        "repeatType": repeating.mauiRepeat,
        "notifyTime": .dateTimeOffset(repeating.civil, at: repeating.first),
      ]
    }
  }
}

extension LayerRequest.Repeating {
  /// The name in `NotificationRepeat`.
  fileprivate var mauiRepeat: JSONValue {
    switch pattern.days {
    case .weekday: "Weekly"
    case .dayOfMonth: "Monthly"
    default: "Daily"
    }
  }
}

/// The form of .NET's `TimeSpan`.
private enum TimeSpan {
  static func text(_ seconds: Int) -> String {
    let time = TimeOfDay(secondOfDay: seconds % 86_400)
    let clock = [time.hour, time.minute, time.second].map { $0.padded(to: 2) }
    return (seconds < 86_400 ? "" : "\(seconds / 86_400).") + clock.joined(separator: ":")
  }
}

extension JSONValue {
  /// A local time with its offset from UTC, as .NET's `DateTimeOffset` has it.
  ///
  /// On iOS, the layer takes only the local time.
  fileprivate static func dateTimeOffset(_ civil: CivilDateTime, at instant: Instant) -> JSONValue {
    let minutes = (civil.secondsSince1970 - instant.secondsSince1970) / 60
    let (hour, minute) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    let sign = minutes < 0 ? "-" : "+"
    return .string("\(civil)\(sign)\(hour.padded(to: 2)):\(minute.padded(to: 2))")
  }
}
