import CivilTime
import NotificationTriggers
import ReminderCompiler

extension LayerRequest {
  /// An element of the `notifications` that `schedule` takes, with `at` as a text.
  func capacitorEntry(isOnAndroid: Bool) -> JSONValue {
    var entry: [String: JSONValue?] = [
      "id": .integer(RequestIdentifier.integer(of: identifier)), "title": title, "body": wholeBody,
      "extra": mark, "actionTypeId": category,
      "schedule": .object(capacitorSchedule(isOnAndroid: isOnAndroid)),
    ]
    if isOnAndroid {
      entry["channelId"] = channel
      entry["group"] = thread
    } else {
      entry["sound"] = sound
      entry["threadIdentifier"] = thread
      entry["interruptionLevel"] = level
      entry["relevanceScore"] = .number(content.relevanceScore)
    }
    return .object(present: entry)
  }

  private func capacitorSchedule(isOnAndroid: Bool) -> [String: JSONValue] {
    switch trigger {
    case .interval(let seconds):
      let (unit, name) = Unit.longest(dividing: seconds)
      return ["every": .string(name.lowercased()), "count": .integer(seconds / unit)]
    case .once(let once):
      let at: JSONValue = .string("\(once.at.description.dropLast()).000Z")
      return isOnAndroid ? ["at": at, "allowWhileIdle": true] : ["at": at]
    case .repeating(let repeating): return ["on": .object(repeating.components)]
    }
  }
}
