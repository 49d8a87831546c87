package import ICalendar

/// Requests that were held against what is asked for.
package struct ValidatedAssembly<Request: Sendable>: Sendable {
  /// The requests, with what became of the fires that they answer.
  package let answers: [ValidatedAnswer<Request>]
  /// What was found while they were assembled.
  package let diagnostics: [Diagnostic]
}
