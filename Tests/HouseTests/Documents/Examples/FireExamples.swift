import CivilTime
import Foundation
import ICalendar
import ReminderCompiler
import Testing

/// The examples of what calendars ask for, and what fires.
@Suite(.printsAll) struct FireExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions

  init() throws { (standUp, options) = try Self.given() }

  @Test func fireListing() throws {
    var count = 0
    let listing = FireListing([standUp], options.compiler)
    let cut = listing.forEachBatch { fires in count += fires.count }
    print(count, cut.isEmpty)  // 262 true
  }

  @Test func listedFires() throws {
    _ = FireListing([standUp], options.compiler).forEachBatch { fires in
      if let first = fires.first { print(first.at, first.title) }  // 2028-01-03T07:50:00Z Stand-up
    }
  }

  @Test func listedFire() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let fire = plan.simulated(onDeviceIn: options.deviceZone)[0]
    print(fire.at, fire.title, fire.repetition)  // 2028-01-03T07:50:00Z Stand-up 0
  }

  @Test func fireLines() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let fires = plan.simulated(onDeviceIn: options.deviceZone)
    let lines = FireLines(.text, zone: options.deviceZone)
    print(lines.line(fires[0]))  // Mon 2028-01-03 08:50  Stand-up
  }

  @Test func fireLine() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let fire = plan.simulated(onDeviceIn: options.deviceZone)[0]
    let text = FireLines(.jsonLines, zone: options.deviceZone).line(fire)
    let line = try JSONDecoder().decode(FireLine.self, from: Data(text.utf8))
    print(line.at, line.title)  // 2028-01-03T07:50:00Z Stand-up
    print(line.identifier == plan.requests[0].identifier)  // true
  }

  @Test func pushLines() throws {
    let listing = FireListing([standUp], options.compiler)
    let lines = PushLines(listing)
    var bytes: [UInt8] = []
    _ = listing.forEachBatch { fires in
      for place in fires.indices { lines.append(fires, place, to: &bytes) }
    }
    print(bytes.count { $0 == 0x0A })  // 262
  }
}
