import ICalendar
import NotificationTriggers
import ReminderCompiler

/// A target of a few lines: a clock radio that can be set to a time of every day, or to one date,
/// ten times in all, and knows no zone but its own.
struct ClockRadio: TriggerTarget {
  static let capabilities = TriggerCapabilities(repeating: .daily, namesZones: false, limit: 10)

  let device: NotificationOptions
  let range: ProofRange
  var diagnostics: [Diagnostic] { [] }

  init(_ options: CompilerOptions) {
    device = NotificationOptions(options, ClockRadio.capabilities)
    range = ProofRange(options)
  }

  /// What is emitted is what was validated.
  func output(
    _ selection: RequestSelection, _ validated: ValidatedAssembly<ProvenTrigger>,
    of expansion: Expansion, _ diagnostics: [Diagnostic]
  ) -> ValidatedAssembly<ProvenTrigger> { validated }
}
