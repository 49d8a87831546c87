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
      let asked = answer.groups.map(\.asked)
      // What is fired where nobody knows what is asked for is held against nothing.
      let end = min(window.upperBound, knownUntil(asked) ?? window.upperBound)
      let fired = answer.requests.map { request in
        Fired(
          target.fires(of: request, after: window.lowerBound, before: end),
          removeBy: target.removeBy(request))
      }
      return ValidatedAnswer(answer: answer, outcome: outcome(of: fired, asked: asked))
    }
    return ValidatedAssembly(answers: answers, diagnostics: assembly.diagnostics)
  }
}
