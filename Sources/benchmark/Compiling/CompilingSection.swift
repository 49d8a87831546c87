import CivilTime
import Foundation
import ICalendar
import ICalendarReader
import ReminderCompiler

/// The stages of compiling many series into one plan, each by itself.
enum CompilingSection {
  /// How often each stage is run.
  private static let runs = 3

  /// Measures, and prints what came out.
  ///
  /// - Throws: Where the input can't be written or read.
  static func run() throws {
    // The device is where the events are.
    guard let zone = ZoneDatabase().zone(named: CalendarText.zone) else {
      throw BenchmarkError.noZone(CalendarText.zone)
    }
    let options = NotificationOptions(now: EventMaker.now, deviceZone: zone)
    let reading = try TemporaryDirectory.lend { directory in
      let input = try Inputs.series(in: directory)
      return try Stopwatch.best(of: runs) { try read(input) }
    }
    let components = reading.result
    let whole = Stopwatch.best(of: runs) { Compiler.plan(for: components, options) }
    let grouped = Stopwatch.best(of: runs) { Expansion(components, options.compiler) }
    let expansion = grouped.result
    let target = NotificationTarget(options)
    let expanded = Stopwatch.best(of: runs) { expansion.mapReminders { $0.fires.count } }
    let lowered = Stopwatch.best(of: runs) { target.lower(expansion) }
    let selected = Stopwatch.best(of: runs) { target.select(lowered.result, of: expansion) }
    let assembled = Stopwatch.best(of: runs) {
      let selection = selected.result
      return target.output(
        selection, Validation.validate(target.assemble(selection), on: target),
        expansion.diagnostics)
    }
    let plan = whole.result
    var table = TextTable(.words("stage"), .numbers("ms"), .words("what comes out"))
    table.add(
      "read", Quantity.milliseconds(reading.time), "\(Quantity.count(components.count)) components")
    table.add(
      "group", Quantity.milliseconds(grouped.time),
      "\(Quantity.count(expansion.series.count)) series")
    table.add(
      "expand and lower", Quantity.milliseconds(lowered.time),
      "\(Quantity.count(lowered.result.count)) reminders")
    table.add(
      "  expand alone", Quantity.milliseconds(expanded.time),
      "\(Quantity.count(expanded.result.reduce(0, +))) fires")
    table.add(
      "select", Quantity.milliseconds(selected.time),
      "\(selected.result.reminders.reduce(0) { $0 + $1.slots }) requests chosen")
    table.add(
      "assemble and validate", Quantity.milliseconds(assembled.time),
      "\(Quantity.count(plan.fireCount)) fires compared")
    table.add("all but read", Quantity.milliseconds(whole.time), "a plan of one year")
    print("Compiling \(Quantity.count(Conditions.seriesCount)) series; best of \(runs)")
    print(table.text)
  }

  private static func read(_ input: Inputs.Input) throws -> [CalendarComponent] {
    // With a zone database of its own, as every run of the program has.
    let reader = CalendarReader(
      zones: ZoneDatabase(), options: ReadingOptions(firesFrom: EventMaker.now))
    let scan = try reader.scan(path: input.url.path)
    return reader.documents(selecting: [scan]).flatMap(\.components)
  }
}
