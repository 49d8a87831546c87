package import ICalendar

/// Requests that were held against what is asked for.
package struct ValidatedAssembly<Request: Sendable>: Sendable {
  /// The requests, with what became of the fires that they answer.
  package let answers: [ValidatedAnswer<Request>]
  /// What was found while they were assembled.
  package let diagnostics: [Diagnostic]
}

/// An answer with what validation found about it.
package struct ValidatedAnswer<Request: Sendable>: Sendable {
  /// The fires that are asked for, and the requests.
  package let answer: Answer<Request>
  /// What became of the fires.
  package let outcome: Validation.Outcome
}

extension Validation {
  /// Simulates requests on their target, and holds what they fire against what is asked for.
  ///
  /// The promises of a plan are what is found here, whatever selection had in mind.
  ///
  /// - Parameters:
  ///   - assembly: The requests, with the fires that they answer.
  ///   - target: What fires them, from now to the horizon.
  /// - Returns: The answers with what became of them, in the same order.
  package static func validate<T: Target>(
    _ assembly: Assembly<T.Request>, on target: T
  ) -> ValidatedAssembly<T.Request> {
    let window = target.options.window
    let answers = assembly.answers.map { answer in
      let fired = answer.requests.map { request in
        Fired(
          target.fires(of: request, after: window.lowerBound, before: window.upperBound),
          removeBy: target.removeBy(request))
      }
      return ValidatedAnswer(
        answer: answer, outcome: outcome(of: fired, asked: answer.groups.map(\.asked)))
    }
    return ValidatedAssembly(answers: answers, diagnostics: assembly.diagnostics)
  }
}
