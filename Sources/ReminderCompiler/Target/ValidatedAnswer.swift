/// An answer with what validation found about it.
package struct ValidatedAnswer<Request: Sendable>: Sendable {
  /// The fires that are asked for, and the requests.
  package let answer: Answer<Request>
  /// What became of the fires.
  package let outcome: Validation.Outcome
}
