import CivilTime
import ICalendar
import ReminderCompiler
import TimerCompiler

/// Calendars with options: what a plan and timers promise is held against the list of fires.
struct AgreementFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(
      separator: UInt8(ascii: "\n"), vocabulary: CompilationInput.optionLines + CalendarLines.all)
  }

  /// The most fires of one input, so that there are many inputs.
  private static let maximumFires = 2_000

  func run(_ input: [UInt8]) {
    guard let input = CompilationInput(input), let components = input.components(isBounded: true),
      let all = input.components(isBounded: false)
    else { return }
    guard let asked = ListedFires(components, input.options.compiler),
      asked.all.count <= AgreementFuzzer.maximumFires
    else { return }
    expectEqual(
      asked.all.map(ListedFireKey.init),
      ListedFires(all, input.options.compiler)?.all.map(ListedFireKey.init) ?? [],
      "the fires where nothing is left out for being over")
    PlanAgreement(Compiler.plan(for: components, input.options), input.options, asked).check()
    let timers = input.timers
    TimerAgreement(Compiler.timerPlan(for: components, timers), timers, asked)
      .check()
  }
}

/// What a calendar asks for between now and the horizon.
struct ListedFires {
  /// All of them, those that are due now included.
  let all: [ListedFire]

  /// Lists them; nil where the list is cut short.
  init?(_ components: [CalendarComponent], _ options: CompilerOptions) {
    var fires: [ListedFire] = []
    let cuts = FireListing(components, options).forEachBatch { fires += $0 }
    guard cuts.isEmpty else { return nil }
    all = fires
  }
}

/// What a fire of a plan and one that is asked for have in common.
struct ListedFireKey: Hashable, Comparable, CustomStringConvertible {
  let at: Instant
  let uid: String
  let repetition: Int
  let title: String

  init(_ fire: ListedFire) {
    (at, uid, repetition, title) = (fire.at, fire.uid ?? "", fire.repetition, fire.title)
  }

  var description: String { "\(at) \(uid) +\(repetition) \"\(title)\"" }

  static func < (left: ListedFireKey, right: ListedFireKey) -> Bool {
    (left.at, left.uid, left.repetition, left.title)
      < (right.at, right.uid, right.repetition, right.title)
  }
}
