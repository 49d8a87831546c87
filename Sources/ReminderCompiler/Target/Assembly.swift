package import ICalendar

/// Requests that are ready to be held against what is asked for.
package struct Assembly<Request: Sendable>: Sendable {
  /// The requests, with the fires that they answer.
  package let answers: [Answer<Request>]
  /// What was found on the way.
  package let diagnostics: [Diagnostic]

  /// Makes an assembly.
  package init(_ answers: [Answer<Request>], _ diagnostics: [Diagnostic] = []) {
    self.answers = answers
    self.diagnostics = diagnostics
  }
}
