import CalendarFiles
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
    var table = TextTable(
      .words("stage"), .numbers("ms"), .numbers("each"), .words("of what"))
    let components = try TemporaryDirectory.lend { directory in
      try read(try Inputs.series(in: directory), into: &table)
    }
    try compile(components, options, into: &table)
    try list(components, options, into: &table)
    print(
      "Compiling \(Quantity.count(Conditions.seriesCount)) series for a year; best of \(runs)")
    print(table.text)
  }

  private static func read(
    _ input: Inputs.Input, into table: inout TextTable
  ) throws -> [CalendarComponent] {
    // With a zone database of its own, as every run of the program has.
    func reader() -> CalendarReader {
      CalendarReader.ofProgram(zones: ZoneDatabase(), ReadingOptions(firesFrom: EventMaker.now))
    }
    let scanned = try Stopwatch.best(of: runs) { try reader().scan(path: input.url.path) }
    let built = Stopwatch.best(of: runs) {
      reader().documents(selecting: [scanned.result]).flatMap(\.components)
    }
    let components = built.result
    table.add(
      "scan", Quantity.milliseconds(scanned.time), Quantity.rate(input.byteCount, in: scanned.time),
      "\(Quantity.megabytes(input.byteCount)) MB")
    table.add(
      "read what is selected", Quantity.milliseconds(built.time),
      Quantity.each(built.time, of: components.count),
      "\(Quantity.count(components.count)) components")
    return components
  }

  private static func compile(
    _ components: [CalendarComponent], _ options: NotificationOptions,
    into table: inout TextTable
  ) throws {
    func add(_ stage: String, _ time: Duration, _ count: Int, _ what: String) {
      table.add(
        stage, Quantity.milliseconds(time), Quantity.each(time, of: count),
        "\(Quantity.count(count)) \(what)")
    }
    let grouped = Stopwatch.best(of: runs) { Expansion(components, options.compiler) }
    let expansion = grouped.result
    add("group", grouped.time, expansion.series.count, "series")
    let expanded = Stopwatch.best(of: runs) { expansion.mapReminders { $0.fires.count } }
    let target = NotificationTarget(options)
    // Triggers are looked for of what may win a slot, and only once of each that is lowered.
    let lowered = Stopwatch.best(of: runs) { target.lower(expansion) }
    let chosen = Stopwatch.best(of: runs) {
      target.select(target.lower(expansion), of: expansion).reminders.count
    }
    add("expand, lower and select", chosen.time, chosen.result, "reminders")
    add("  expand alone", expanded.time, expanded.result.reduce(0, +), "fires")
    let lowering = Lowering(options, target.range)
    let every = Stopwatch.best(of: runs) { expansion.mapReminders(lowering.lower).count }
    add("  expand and lower all", every.time, every.result, "reminders")
    let selected = Stopwatch.best(of: runs) { target.select(lowered.result, of: expansion) }
    add("  select what is lowered", selected.time, lowered.result.count, "reminders ranked")
    let assembled = Stopwatch.best(of: runs) {
      let selection = selected.result
      return target.output(
        selection, Validation.validate(target.assemble(selection), on: target),
        of: expansion, expansion.diagnostics)
    }
    add("assemble and validate", assembled.time, assembled.result.fireCount, "fires compared")
    let whole = Stopwatch.best(of: runs) { Compiler.plan(for: components, options) }
    add("all but read", whole.time, expansion.series.count, "series")
    let plan = whole.result
    let written = try Stopwatch.best(of: runs) { try plan.json().count }
    table.add(
      "write the plan", Quantity.milliseconds(written.time),
      Quantity.rate(written.result, in: written.time),
      "\(Quantity.megabytes(written.result)) MB of JSON")
  }

  private static func list(
    _ components: [CalendarComponent], _ options: NotificationOptions,
    into table: inout TextTable
  ) throws {
    var batches: [ListedFires] = []
    _ = FireListing(components, options.compiler).forEachBatch { batches.append($0) }
    let lines = FireLines(.jsonLines, zone: options.compiler.deviceZone)
    let written = Stopwatch.best(of: runs) {
      var (bytes, count): ([UInt8], Int) = ([], 0)
      for batch in batches {
        for fire in batch { lines.append(fire, to: &bytes) }
        count += bytes.count
        bytes.removeAll(keepingCapacity: true)
      }
      return count
    }
    table.add(
      "write lines of fires", Quantity.milliseconds(written.time),
      Quantity.rate(written.result, in: written.time),
      "\(Quantity.megabytes(written.result)) MB of JSON")
  }
}
