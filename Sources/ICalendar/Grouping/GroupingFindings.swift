extension Finding {
  /// A revision that another one replaces.
  package static let duplicateReplaced = Finding(
    "duplicate-replaced", .warning, property: "SEQUENCE", section: "RFC 5545, 3.8.7.4",
    message: "the same UID stands in several places; the highest SEQUENCE, then the latest "
      + "DTSTAMP, counts")

  /// A number of events of a file with one UID.
  package static func uidConflict(count: Int) -> Finding {
    Finding(
      "uid-conflict", .warning, property: "UID", section: "RFC 5545, 3.8.4.7",
      message: "\(count) events of the file have this UID and different starts; each is kept as an "
        + "event of its own")
  }

  /// A UID that stands in another place, too.
  package static func uidShared(with place: String) -> Finding {
    Finding(
      "uid-shared", .warning, property: "UID", section: "RFC 5545, 3.8.4.7",
      message: "the UID stands in \(place) too, where it asks for something else; what both ask "
        + "for is asked for, and equal fires once")
  }

  /// An override without its event.
  package static let overrideOrphaned = Finding(
    "override-orphaned", .note, property: "RECURRENCE-ID", section: "RFC 5545, 3.8.4.4",
    message: "the event that this occurrence belongs to is missing")
}
