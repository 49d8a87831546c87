import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// The second line of repeating requests against each of their fires, one by one.
@Suite struct TrueTextTests {
  /// The words of a text: `tomorrow`, `14:00`, `(new`, `york)`.
  private static func words(_ text: String) -> Set<String> {
    Set(text.lowercased().split { " ,".contains($0) }.map(String.init))
  }

  /// Whether a text is true at a moment: whether each of its words is one of those that the moment
  /// has by itself.
  ///
  /// If a text names the city of the event's zone, its times are those of the event's clock.
  private static func isTrue(_ text: String, at moment: Moment) -> Bool {
    let phrase = WhenPhrase(.english)
    var text = text.lowercased()
    let lead = phrase.lead(to: moment).lowercased()
    if text.hasSuffix(lead) { text.removeLast(lead.count) }
    var known = words(phrase.once(moment))
    if let own = moment.ownZone, own !== moment.deviceZone {
      let city = words(phrase.zone(own.identifier))
      if city.isSubset(of: words(text)) {
        let there = Moment(
          moment.kind, fire: moment.fire, start: moment.start, end: moment.end, deviceZone: own,
          ownZone: own)
        known.formUnion(city)
        known.insert(
          phrase.formatter.weekday(Weekday(dayNumber: there.pointOnDevice.dayNumber)).lowercased())
        return words(text).isSubset(
          of: known.filter { !$0.contains(":") }.union(words(phrase.once(there)))
            .union(words(phrase.common([there]))))
      }
    }
    return words(text).isSubset(of: known.union(words(phrase.common([moment]))))
  }

  /// The values that decide the words of a moment.
  private struct Look: Hashable {
    let days, lead: Int
    let weekday: Int
    let point, own: TimeOfDay

    init(_ moment: Moment) {
      days = moment.daysAhead
      lead = moment.point - moment.fire
      weekday = moment.pointOnDevice.dayNumber % 7
      point = moment.pointOnDevice.time
      own = moment.pointOnOwnClock.time
    }
  }

  private static let rules = [
    "FREQ=HOURLY", "FREQ=HOURLY", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU,MO,SA",
  ]

  private static let zones = [
    "Europe/London", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo",
  ]

  /// Exact durations, so that a start is its fire less one of them.
  private static let offsets = [
    "PT24H", "PT25H", "PT23H30M", "PT48H", "PT0S", "-PT15M", "-PT24H", "-PT23H", "-PT36H", "-PT8H",
  ]

  @Test(arguments: 0..<8)
  func `what a repeating request says is true at each of its fires`(_ batch: Int) throws {
    for seed in (batch * 6)..<(batch * 6 + 6) {
      var random = SplitMix(seed: UInt64(seed))
      let rule = random.pick(TrueTextTests.rules) ?? ""
      let own = random.pick(TrueTextTests.zones) ?? ""
      let device = random.pick(TrueTextTests.zones) ?? ""
      let offset = random.pick(TrueTextTests.offsets) ?? ""
      let hour = random.number(0...23)
      let event = try TestCalendars.event(
        start: "\(own):20281201T\(hour < 10 ? "0" : "")\(hour)\(random.oneIn(2) ? "30" : "00")00",
        rule: rule, alarms: [offset])
      let month = random.number(1...9)
      let options = try TestCalendars.options(
        now: "2029-0\(month)-1\(random.number(0...9))T16:42:00Z", zone: device,
        horizon: random.oneIn(2) ? "P1Y" : "P30D", limit: random.number(1...3))
      let ahead = -(try TestCalendars.duration(offset)).nominalSeconds
      for request in Compiler.plan(for: [event], options).requests {
        let text = request.content.subtitle
        guard request.trigger.repeats, !text.isEmpty, let trigger = request.trigger.calendar else {
          continue
        }
        var seen: Set<Look> = []
        let end = min(request.removeBy ?? .endOfProof, options.now + 450 * 86_400)
        for fire in trigger.fires(
          addedAt: options.now, until: end, deviceZone: options.deviceZone)
        where !request.echoes.contains(fire) {
          let start = fire + ahead
          let moment = Moment(
            .timed, fire: fire, start: start, end: start, deviceZone: options.deviceZone,
            ownZone: try TestCalendars.zone(own))
          guard seen.insert(Look(moment)).inserted else { continue }
          let isTrue = TrueTextTests.isTrue(text, at: moment)
          #expect(
            isTrue,
            "seed \(seed): \(text) at \(fire), \(rule) \(own) on \(device), \(offset)")
          guard isTrue else { break }
        }
      }
    }
  }

  @Test func `a start two days ago is not yesterday in the night of a clock change`() throws {
    let event = try TestCalendars.event(
      start: "Europe/London:20281201T000000", rule: "FREQ=HOURLY", alarms: ["PT24H"])
    let options = try TestCalendars.options(
      now: "2028-12-29T16:42:00Z", zone: "Europe/London", limit: 1)
    let requests = Compiler.plan(for: [event], options).requests
    // 25 March 2029 has 23 hours: the reminder of 23:00 on the 24th rings at 00:00 on the 26th.
    #expect(requests.count == 1 && requests[0].trigger.repeats)
    #expect(requests[0].content.subtitle.isEmpty)
  }
}
