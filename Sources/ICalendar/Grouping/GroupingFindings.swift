extension Finding {
  /// A revision that another one replaces.
  ///
  /// - Parameter component: The revision that is skipped.
  /// - Returns: The warning.
  package static func duplicateReplaced(_ component: CalendarComponent) -> Finding {
    let name = component.recurrenceID.map { "RECURRENCE-ID \($0.time)" } ?? "the UID"
    return Finding(
      "duplicate-replaced", .warning, property: "SEQUENCE", section: "RFC 5545, 3.8.7.4",
      message: "\(name) occurs several times; the older copy, \"\(component.shortTitle)\" "
        + "with SEQUENCE \(component.sequence), is skipped")
  }

  /// An override of an occurrence that a newer revision of its event takes away.
  ///
  /// - Parameter override: The override.
  /// - Returns: The note.
  package static func overrideRemoved(_ override: CalendarComponent) -> Finding {
    Finding(
      "override-removed", .note, property: "RECURRENCE-ID", section: "RFC 5545, 3.8.5.1",
      message: "a newer revision of the event has an EXDATE for this occurrence; the changed "
        + "occurrence \"\(override.shortTitle)\" is skipped")
  }

  /// A number of events of a file with one UID.
  package static func uidConflict(count: Int) -> Finding {
    Finding(
      "uid-conflict", .warning, property: "UID", section: "RFC 5545, 3.8.4.7",
      message: "\(count) events of the file have this UID and different starts; each is kept as a "
        + "separate event")
  }

  /// A UID that stands in another place, too.
  package static func uidShared(with place: String) -> Finding {
    Finding(
      "uid-shared", .warning, property: "UID", section: "RFC 5545, 3.8.4.7",
      message:
        "\(place) has the same UID with different content; both are kept and equal fires are "
        + "merged")
  }

  /// An override without its event.
  package static let overrideOrphaned = Finding(
    "override-orphaned", .note, property: "RECURRENCE-ID", section: "RFC 5545, 3.8.4.4",
    message:
      "the event of this changed occurrence is missing; the occurrence is kept as a separate "
      + "event")
}

extension CalendarComponent {
  /// The longest title that a diagnostic quotes, in characters.
  private static let longestTitle = 60

  /// The title as a diagnostic quotes it.
  fileprivate var shortTitle: String {
    let start = title.prefix(CalendarComponent.longestTitle)
    return start.endIndex == title.endIndex ? title : start + "…"
  }
}
