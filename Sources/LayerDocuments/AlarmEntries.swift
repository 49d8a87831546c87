import CivilTime
import NotificationTriggers
import ReminderCompiler

extension LayerRequest {
  /// The values of an alarm of AlarmKit.
  ///
  /// The plan has neither intervals nor one-shots with a zone for it.
  var alarmKitEntry: JSONValue {
    .object(present: [
      "id": .string(RequestIdentifier.uuid(of: identifier)), "title": title,
      "sound": content.sound.flatMap {
        $0.name == NotificationSound.systemName ? nil : .string($0.name)
      },
      "schedule": alarmKitSchedule, "metadata": mark,
    ])
  }

  private var alarmKitSchedule: JSONValue {
    switch trigger {
    case .interval: .null
    case .once(let once): .object(["fixed": .string(once.at.description)])
    case .repeating(let repeating):
      .object([
        "relative": .object(
          present: repeating.clock.merging(["weekdays": .array(repeating.weekdays)]) { first, _ in
            first
          })
      ])
    }
  }

  /// The values of an alarm of Android's AlarmManager, with the notification to show.
  var androidEntry: JSONValue {
    var at: JSONValue?
    if case .once(let once) = trigger { at = once.at.milliseconds }
    return .object(present: [
      "id": .integer(RequestIdentifier.integer(of: identifier)), "at": at, "title": title,
      "subtitle": subtitle, "body": body, "channelId": channel, "categoryIdentifier": category,
      "data": mark,
    ])
  }
}

extension LayerRequest.Repeating {
  /// The weekdays by the names of `Locale.Weekday`; all for a daily alarm.
  fileprivate var weekdays: [JSONValue] {
    Weekday.allCases.filter { weekday in
      if case .weekday(let own) = pattern.days { own == weekday } else { true }
    }.map { .string("\($0)".prefix(3).lowercased()) }
  }
}
