package import CivilTime
package import ICalendar
package import WorkSharing

extension QuietChanges {
  /// What there is of them, for a person: `12 fires moved`.
  var phrases: [String] {
    [
      moved > 0 ? "\(EnglishNames.count(moved, "fire")) moved" : nil,
      together > 0
        ? "\(EnglishNames.count(together, "occurrence")) told of by the fire of another one" : nil,
      leftOut > 0 ? "\(EnglishNames.count(leftOut, "fire")) left out" : nil,
    ].compactMap { $0 }
  }

  /// What quiet hours do to a plan, in one line for a person: how many fires they move or leave out,
  /// and what the plan would be without them: `quiet hours: 12 fires moved, 64 slots rather than 5`.
  ///
  /// Hours that are kept free can make many patterns of one: five reminders of every hour, kept to a
  /// few hours of the day, need far more slots.
  ///
  /// - Parameters:
  ///   - unit: What a plan has room for, one of it: `slot`.
  ///   - use: How many the plan takes, and up to when it is exact; nil for the horizon's end.
  ///   - other: The same for the plan without quiet hours.
  ///   - zone: The zone of local times.
  /// - Returns: The line without its end.
  package func cost(
    in unit: String, _ use: (count: Int, exactUntil: Instant?),
    without other: (count: Int, exactUntil: Instant?), zone: Zone
  ) -> String {
    func reach(_ until: Instant?) -> String {
      until.map { "until \(LocalTime($0, in: zone))" } ?? "to the horizon"
    }
    var parts = phrases
    if use.count != other.count {
      parts.append("\(EnglishNames.count(use.count, unit)) rather than \(other.count)")
    }
    if use.exactUntil != other.exactUntil {
      parts.append("exact \(reach(use.exactUntil)) rather than \(reach(other.exactUntil))")
    }
    return "quiet hours: " + parts.joined(separator: ", ")
  }
}

extension Compiler {
  /// What quiet hours do to a plan, in one line for a person; nil where no fire lies in them.
  package static func quietHoursCost(
    of plan: Plan, for components: [CalendarComponent], _ options: NotificationOptions,
    _ workers: Workers = .one
  ) -> String? {
    guard let changes = QuietChanges(of: components, options.compiler) else { return nil }
    var others = options
    others.compiler.quietHours = []
    let other = Compiler.plan(for: components, others, workers)
    return changes.cost(
      in: "slot", (plan.requests.count, plan.exactUntil),
      without: (other.requests.count, other.exactUntil), zone: options.deviceZone)
  }
}
