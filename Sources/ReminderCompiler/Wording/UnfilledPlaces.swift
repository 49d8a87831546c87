import ICalendar

/// The places of templates for which an occurrence has nothing to say.
struct UnfilledPlaces {
  private struct Place: Hashable {
    let uid: String
    let placeholder: BodyTemplate.Placeholder
  }

  private var known: Set<Place> = []
  /// What was found, each once.
  private(set) var diagnostics: [Diagnostic] = []

  /// Notes a place that stays empty.
  mutating func add(
    _ placeholder: BodyTemplate.Placeholder, uid: String, at location: SourceLocation?
  ) {
    guard known.insert(Place(uid: uid, placeholder: placeholder)).inserted else { return }
    diagnostics.append(
      Diagnostic(.placeholderEmpty(placeholder.rawValue), at: location, uid: uid))
  }
}
