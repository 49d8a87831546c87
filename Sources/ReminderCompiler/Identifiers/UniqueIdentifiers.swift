import ICalendar

/// The identifiers of a plan, each once: a promise that is looked at like all others.
struct UniqueIdentifiers {
  private var known: Set<String>
  /// What was found to be named like something else.
  private(set) var diagnostics: [Diagnostic] = []

  /// Knows some identifiers already.
  init(_ known: [String] = []) {
    self.known = Set(known)
  }

  /// Takes an identifier, unless another request has it.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - location: Where what it serves stands in the input; nil where that is not known.
  ///   - uid: The UID of what it serves.
  /// - Returns: Whether it is the first with it.
  mutating func insert(
    _ identifier: String, at location: SourceLocation?, uid: String?
  ) -> Bool {
    if known.insert(identifier).inserted { return true }
    diagnostics.append(
      Diagnostic(
        .identifierTaken(identifier: identifier), at: location, uid: uid))
    return false
  }
}
