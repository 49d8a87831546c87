// swift-format-ignore-file: NeverForceUnwrap

import CalendarReminders
import Foundation
import Synchronization

/// The values that examples of the documentation use without declaring them.
struct Given {
  /// An event on weekdays, the options of a phone in Berlin, the plan, and a store for requests.
  let values:
    (
      standUp: CalendarComponent, options: NotificationOptions, plan: Plan,
      memory: RequestMemory
    )

  init() throws {
    let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
    let start = CivilDateTime(iso8601: "2027-09-06T09:00")!
    var standUp = CalendarComponent(
      uid: "standup@example.org", start: CalendarTime(start, reference: .zone(berlin)))
    standUp.title = "Stand-up"
    standUp.rules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")]
    standUp.alarms = [Alarm(.relative(CalendarDuration("-PT10M")!, to: .start))]
    let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
    let options = NotificationOptions(now: now, deviceZone: berlin)
    values = (standUp, options, Compilation(of: [standUp], options).plan, RequestMemory())
  }
}

/// A store of requests like a device's.
actor RequestMemory: NotificationStore {
  private var requests: [String: Plan.Request] = [:]

  func pending() -> [ScheduledRequest] {
    requests.values.map {
      ScheduledRequest(
        PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint))
    }
  }

  func add(_ request: Plan.Request) { requests[request.identifier] = request }

  func remove(_ identifiers: [String]) {
    for identifier in identifiers { requests[identifier] = nil }
  }
}

/// The output of the examples so far.
struct Outcome {
  /// The comment after each `print`, by document and line.
  var expected: [String: String] = [:]
  var reached: Set<String> = []
  var failures = 0

  mutating func fail(_ message: String) {
    failures += 1
    FileHandle.standardError.write(Data("\(message)\n".utf8))
  }
}

let outcome = Mutex(Outcome())

/// Replaces Swift's `print` in examples: compares the text with the comment.
struct Printer {
  func callAsFunction(_ values: Any..., file: String = #filePath, line: Int = #line) {
    let text = values.map { "\($0)" }.joined(separator: " ").trimmingCharacters(
      in: .whitespacesAndNewlines)
    let place = "\(file):\(line)"
    outcome.withLock {
      $0.reached.insert(place)
      if let wanted = $0.expected[place], text != wanted {
        $0.fail("\(place): error: prints “\(text)”, and the comment says “\(wanted)”")
      }
    }
  }
}

func run(_ name: String, _ example: (Given, Printer) async throws -> Void) async {
  do {
    try await example(Given(), Printer())
  } catch {
    outcome.withLock { $0.fail("\(name): error: the example throws \(error)") }
  }
}

/// Reports the calls of `print` that were not reached, and ends the program.
func finish() -> Never {
  outcome.withLock {
    for place in $0.expected.keys.sorted() where !$0.reached.contains(place) {
      $0.fail("\(place): error: this line prints nothing")
    }
    exit($0.failures == 0 ? 0 : 1)
  }
}
