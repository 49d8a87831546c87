internal import ICalendar

extension SourceComponent {
  /// An identifier made of what the component says, for one without UID.
  ///
  /// The same in every run and for every export of the same event: what changes with each export
  /// doesn't count.
  func identifierFromContent(_ kind: CalendarComponent.Kind) -> String {
    var hash = StableHash()
    hash.combine(kind.rawValue.utf8)
    for property in properties + parts.flatMap(\.properties) {
      switch property.name {
      case .stamp, .lastModified, .sequence, .acknowledged, .mozillaLastAcknowledged,
        .mozillaSnoozeTime, .recurrenceID:
        continue
      default:
        hash.combine(0)
        hash.combine(property.name.rawValue.utf8)
        hash.combine(0)
        hash.combine(property.value.utf8)
      }
    }
    let digits = String(hash.value, radix: 16)
    return "ics2notify-" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
