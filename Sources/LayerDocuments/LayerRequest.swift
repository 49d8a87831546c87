import CivilTime
import NotificationTriggers
import ReminderCompiler

/// A request of a plan with the values that all layers need.
struct LayerRequest {
  let identifier: String
  let content: NotificationContent
  private(set) var trigger: Trigger
  /// The digest of the entry; empty until it is known.
  var digest = ""
  /// The values that the app can read, and the identifier.
  private let values: [String: JSONValue]

  /// Our values, which the layer returns with a pending request.
  var mark: JSONValue {
    var values = values
    values["digest"] = digest.isEmpty ? nil : .string(digest)
    return .object([JSONValue.ownKey: .object(values)])
  }

  /// Our values as a text, for layers that keep only one.
  var markText: JSONValue {
    // Encoding strings and numbers does not fail.
    .string((try? mark.lineBytes()).map { String(decoding: $0, as: UTF8.self) } ?? "{}")
  }

  enum Trigger {
    /// One fire.
    case once(Once)
    case repeating(Repeating)
    /// Repeats from the instant of adding, at an interval in seconds.
    case interval(Int)
  }

  struct Once {
    let at: Instant
    /// The zone that the trigger names; nil if it follows the device.
    let zone: Zone?
    let civil: CivilDateTime
  }

  struct Repeating {
    let pattern: CalendarPattern
    /// The zone that the trigger names; nil if it follows the device.
    let zone: Zone?
    /// The first fire at the pattern's own time.
    ///
    /// Layers that take a date and repeat some of its parts need it: the next fire can be at
    /// another time, after a clock change.
    let first: Instant
    /// The local time of the first fire.
    let civil: CivilDateTime

    /// The components of the pattern by their names.
    var components: [String: JSONValue] {
      Dictionary(
        uniqueKeysWithValues: pattern.components.fields.map { ($0.name, .integer($0.value)) })
    }

    /// The hour and the minute.
    var clock: [String: JSONValue?] {
      [
        "hour": pattern.components.hour.map(JSONValue.integer),
        "minute": pattern.components.minute.map(JSONValue.integer),
      ]
    }
  }

  init(_ request: Plan.Request, of plan: Plan) {
    identifier = request.identifier
    content = request.content
    switch request.trigger {
    case .timeInterval(let interval): trigger = .interval(interval.interval)
    case .calendar(let calendar):
      let zone = calendar.zone(onDeviceIn: plan.deviceZone)
      var named: Zone?
      if case .pinned(let zone) = calendar.zone { named = zone }
      if calendar.repeats {
        let first = calendar.firstAtOwnTime(after: plan.now, in: zone) ?? request.nextFire
        trigger = .repeating(
          Repeating(
            pattern: calendar.pattern, zone: named, first: first, civil: zone.civil(at: first)))
      } else {
        trigger = .once(
          Once(at: request.nextFire, zone: named, civil: zone.civil(at: request.nextFire)))
      }
    }
    var values: [String: JSONValue] = request.userInfo.compactMapValues { value in
      (value as? String).map(JSONValue.string) ?? (value as? Int).map(JSONValue.integer)
    }
    values["identifier"] = .string(request.identifier)
    values["occurrence"] = values["occurrence"] ?? request.overdueOccurrence.map(JSONValue.string)
    self.values = values
  }

  /// The request with the same first date for all repeats of a pattern that have begun.
  var withoutFirstDate: LayerRequest {
    guard case .repeating(let repeating) = trigger, repeating.pattern.step?.firstDay == nil else {
      return self
    }
    var request = self
    let none = Instant(secondsSince1970: 0)
    request.trigger = .repeating(
      Repeating(
        pattern: repeating.pattern, zone: repeating.zone, first: none, civil: none.civilInUTC))
    return request
  }
}

extension CalendarTrigger {
  /// Returns the first fire that is not displaced by a clock change; nil without one.
  fileprivate func firstAtOwnTime(after now: Instant, in zone: Zone) -> Instant? {
    var last = zone.civil(at: now)
    while let civil = pattern.firstTime(after: last) {
      let instant = zone.instant(of: civil)
      if case .gap = zone.resolve(civil) {} else if instant > now { return instant }
      last = civil
    }
    return nil
  }
}

extension LayerRequest {
  var title: JSONValue { .string(content.title) }
  var body: JSONValue { .string(content.body) }
  var subtitle: JSONValue? { JSONValue(present: content.subtitle) }
  var category: JSONValue? { JSONValue(present: content.categoryIdentifier) }
  var thread: JSONValue? { JSONValue(present: content.threadIdentifier) }
  var level: JSONValue { .string(content.interruptionLevel.rawValue) }
  var badge: JSONValue? { content.badge.map(JSONValue.integer) }
  var sound: JSONValue? { content.sound.map { .string($0.name) } }
  var criticalVolume: JSONValue? { content.sound?.criticalVolume.map(JSONValue.number) }

  /// The Android channel, on which sound and importance depend.
  var channel: JSONValue { .string("ics2notify.\(content.interruptionLevel.rawValue)") }

  /// The subtitle and the body, for layers without a subtitle.
  var wholeBody: JSONValue {
    .string([content.subtitle, content.body].filter { !$0.isEmpty }.joined(separator: "\n"))
  }
}

extension JSONValue {
  /// Makes a string; nil for an empty text.
  init?(present text: String) {
    if text.isEmpty { return nil }
    self = .string(text)
  }
}

extension Instant {
  /// Milliseconds since 1970, as JavaScript and Android count.
  var milliseconds: JSONValue { .integer(secondsSince1970 * 1_000) }
}
