import CivilTime
import Foundation
import ICalendar
import ReminderCompiler
import Testing

/// The value of a line and the writer of lines say the same.
@Suite struct FireLineTests {
  /// Holds a line against its value: what is read is the fire, and writes the same JSON.
  private func check(_ fire: ListedFire, _ lines: FireLines, _ zone: Zone) throws {
    let data = Data(lines.line(fire).utf8)
    let read = try JSONDecoder().decode(FireLine.self, from: data)
    #expect(read == FireLine(fire, zone: zone))
    let written = try JSONSerialization.jsonObject(with: data) as? NSDictionary
    let again = try JSONSerialization.jsonObject(with: JSONEncoder().encode(read)) as? NSDictionary
    #expect(written != nil && written == again, "\(lines.line(fire))")
  }

  @Test(arguments: 0..<25)
  func `each line of a random calendar reads back, and is written the same`(_ seed: Int) throws {
    let calendar = try RandomCalendar(seed: UInt64(seed))
    let zone = calendar.options.deviceZone
    let lines = FireLines(.jsonLines, zone: zone)
    var asked: [ListedFire] = []
    _ = FireListing(calendar.components, calendar.options.compiler).forEachBatch { fires in
      asked += fires.prefix(200)
    }
    let plan = Compiler.plan(for: calendar.components, calendar.options)
    for fire in asked.prefix(200) + plan.simulated(onDeviceIn: zone).prefix(200) {
      try check(fire, lines, zone)
    }
    let focus = try #require(Focus("08:00-10:00=critical"))
    let controls = try #require(
      SystemControls(summary: SummarySchedule("09:00"), focuses: [focus]))
    let seen = Compiler.simulation(
      of: plan, for: calendar.components, calendar.options, under: controls)
    for fire in seen.fires.prefix(200) {
      #expect(fire.presentation != nil)
      try check(fire, lines, zone)
    }
    let late = seen.fires.count { $0.presentation?.tooLateFor != nil }
    #expect(seen.delays?.tooLate == late)
    #expect(seen.delays?.delayed == seen.fires.count { $0.presentation?.isDelayed == true })
    #expect((seen.delays?.levelInTime == nil) == (late == 0))
  }

  @Test(arguments: [
    #"{"alarm":0,"at":"2026-01-05T08:00:00Z","repeat":0,"title":"A","uid":"a","version":2}"#,
    #"{"alarm":0,"at":"2026-01-05","repeat":0,"title":"A","uid":"a","version":1}"#,
    #"{"alarm":-1,"at":"2026-01-05T08:00:00Z","repeat":0,"title":"A","uid":"a","version":1}"#,
    #"{"verdict":{},"version":1}"#,
  ])
  func `what is no line of this version is refused`(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FireLine.self, from: Data(text.utf8))
    }
  }
}
