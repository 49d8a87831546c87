package import CivilTime
package import ICalendar
package import WorkSharing

/// A system that reminders are compiled for: what it can be asked for, and when that fires.
///
/// A back-end says no more than this. What calendars ask for comes from ``Expansion``, and whether
/// it is what the system will fire is found by ``Validation``, the same for all.
package protocol Target: Sendable {
  /// What reminders are lowered to: ways to ask the system for their fires, before it is known
  /// whether there is room for them.
  associatedtype Lowered: Sendable
  /// What there is room for.
  associatedtype Selection: Sendable
  /// Something that the system keeps, and fires by itself.
  associatedtype Request: Sendable
  /// What is emitted.
  associatedtype Output: Sendable

  /// The options of the compilation, the nearest that there are.
  var options: CompilerOptions { get }
  /// What the target's own options can't be.
  var diagnostics: [Diagnostic] { get }

  /// Makes what lowers the reminders of a series: the ways in which the system can be asked for
  /// their fires.
  ///
  /// - Parameter expansion: What is lowered, a series at a time, on several threads at once.
  /// - Returns: What lowers the reminders of one.
  func lowering(of expansion: Expansion) -> @Sendable ([Reminder]) -> [Lowered]
  /// Selects what the system has room for.
  func select(_ lowered: [Lowered], of expansion: Expansion, _ workers: Workers) -> Selection
  /// Assembles requests, and says which fires they answer; fires without any request are missed.
  func assemble(_ selection: Selection) -> Assembly<Request>
  /// When a request fires after an instant and before another, ascending.
  func fires(of request: Request, after start: Instant, before end: Instant) -> [Instant]
  /// When a request has to be taken away: its fires from then on count as not asked for.
  func removeBy(_ request: Request) -> Instant?
  /// Puts together what is emitted.
  ///
  /// - Parameters:
  ///   - selection: What there is room for.
  ///   - validated: What was assembled, with what validation found.
  ///   - expansion: What calendars ask for, of which what is selected is put into words.
  ///   - diagnostics: What was found before.
  /// - Returns: What is emitted.
  func output(
    _ selection: Selection, _ validated: ValidatedAssembly<Request>, of expansion: Expansion,
    _ diagnostics: [Diagnostic]
  ) -> Output
}

extension Target {
  /// Lowers all reminders that calendars ask for, several series at a time.
  package func lower(_ expansion: Expansion, _ workers: Workers = .one) -> [Lowered] {
    let parts = expansion.mapAskingSeries(workers, lowering(of: expansion))
    var all: [Lowered] = []
    all.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { all += part }
    return all
  }
}

/// Requests and the fires that they answer together.
package struct Answer<Request: Sendable>: Sendable {
  /// What is asked for.
  package let groups: [FireGroup]
  /// What answers it.
  package let requests: [Request]

  /// Makes an answer.
  package init(to groups: [FireGroup], _ requests: [Request]) {
    self.groups = groups
    self.requests = requests
  }
}

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

/// An answer with what validation found about it.
package struct ValidatedAnswer<Request: Sendable>: Sendable {
  /// The fires that are asked for, and the requests.
  package let answer: Answer<Request>
  /// What became of the fires.
  package let outcome: Validation.Outcome
}

/// Requests that were held against what is asked for.
package struct ValidatedAssembly<Request: Sendable>: Sendable {
  /// The requests, with what became of the fires that they answer.
  package let answers: [ValidatedAnswer<Request>]
  /// What was found while they were assembled.
  package let diagnostics: [Diagnostic]
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
