package import CivilTime
package import ICalendar
package import ReminderExpansion
package import ReminderOptions
package import WorkSharing

/// A system that reminders are compiled for: its capabilities, and the fires of its requests.
///
/// A back-end implements only this protocol. ``ReminderExpansion/Expansion`` finds the expected
/// fires, and ``Validation`` compares them with the fires of the requests. Both are the same for
/// all targets.
package protocol Target: Sendable {
  /// A lowered reminder: the possible requests for its fires, before slots are allocated.
  associatedtype Lowered: Sendable
  /// The result of selection.
  associatedtype Selection: Sendable
  /// A request that the system keeps and fires by itself.
  associatedtype Request: Sendable
  associatedtype Output: Sendable

  /// The options of the compilation, with invalid values corrected.
  var options: CompilerOptions { get }
  /// The diagnostics for invalid options of the target.
  var diagnostics: [Diagnostic] { get }

  /// Returns a function that lowers the reminders of one series.
  ///
  /// - Parameter expansion: The expanded calendars.
  /// - Returns: The function. Several threads call it at the same time, each with one series.
  func lowering(of expansion: Expansion) -> @Sendable ([Reminder]) -> [Lowered]
  /// Selects the requests that fit on the system.
  func select(_ lowered: [Lowered], of expansion: Expansion, workers: Workers) -> Selection
  /// Assembles the requests, with the fires that each answers.
  ///
  /// Fires without a request are missed.
  func assemble(_ selection: Selection) -> Assembly<Request>
  /// Returns the instants at which a request fires after one instant and before another, ascending.
  func fires(of request: Request, after start: Instant, before end: Instant) -> [Instant]
  /// Returns the instant by which a request must be removed; nil for never.
  ///
  /// Its fires from then on are unexpected.
  func removeBy(_ request: Request) -> Instant?
  func output(
    _ selection: Selection, validated: ValidatedAssembly<Request>, of expansion: Expansion,
    diagnostics: [Diagnostic]
  ) -> Output
}

extension Target {
  /// Lowers all reminders, several series at a time, and returns them in the order of the
  /// expansion.
  package func lower(_ expansion: Expansion, workers: Workers = .one) -> [Lowered] {
    let parts = expansion.mapFiringSeries(workers: workers, lowering(of: expansion))
    var all: [Lowered] = []
    all.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { all += part }
    return all
  }
}

/// Requests with the fires that they answer together.
package struct Answer<Request: Sendable>: Sendable {
  /// The expected fires.
  package let groups: [FireGroup]
  /// The requests that answer the fires; empty if all are missed.
  package let requests: [Request]

  package init(to groups: [FireGroup], _ requests: [Request]) {
    self.groups = groups
    self.requests = requests
  }
}

/// The requests of a plan, ready for validation.
package struct Assembly<Request: Sendable>: Sendable {
  /// The requests, with the fires that they answer.
  package let answers: [Answer<Request>]
  package let diagnostics: [Diagnostic]

  package init(_ answers: [Answer<Request>], diagnostics: [Diagnostic] = []) {
    self.answers = answers
    self.diagnostics = diagnostics
  }
}

/// An answer, with the result of comparing its fires with the expected ones.
package struct ValidatedAnswer<Request: Sendable>: Sendable {
  package let answer: Answer<Request>
  package let outcome: Validation.Outcome
}

/// The requests of a plan after validation.
package struct ValidatedAssembly<Request: Sendable>: Sendable {
  package let answers: [ValidatedAnswer<Request>]
  package let diagnostics: [Diagnostic]
}

extension Validation {
  /// Simulates the requests on their target and compares their fires with the expected ones.
  ///
  /// The plan's promises are computed from this result, not from the selection.
  package static func validate<T: Target>(
    _ assembly: Assembly<T.Request>, on target: T
  ) -> ValidatedAssembly<T.Request> {
    let window = target.options.window
    let answers = assembly.answers.map { answer in
      let expected = answer.groups.map(\.expected)
      // Beyond the instant at which expansion stopped, the expected fires are unknown.
      let end = min(window.upperBound, knownUntil(expected) ?? window.upperBound)
      let fired = answer.requests.map { request in
        RequestFires(
          target.fires(of: request, after: window.lowerBound, before: end),
          removeBy: target.removeBy(request))
      }
      return ValidatedAnswer(answer: answer, outcome: outcome(of: fired, expected: expected))
    }
    return ValidatedAssembly(answers: answers, diagnostics: assembly.diagnostics)
  }
}
