import CivilTime
import NotificationTriggers

/// `dateComponents`, by Foundation's field names.
struct DateComponentsDocument: Encodable {
  let trigger: CalendarTrigger

  init(_ trigger: CalendarTrigger) {
    self.trigger = trigger
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for field in trigger.pattern.components.fields {
      try container.encode(field.value, forKey: Key(stringValue: field.name))
    }
    if case .pinned(let zone) = trigger.zone {
      try container.encode("gregorian", forKey: Key(stringValue: "calendar"))
      try container.encode(zone.identifier, forKey: Key(stringValue: "timeZone"))
    }
  }
}
