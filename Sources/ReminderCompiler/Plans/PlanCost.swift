package import CivilTime
package import ICalendar
import NotificationTriggers
package import WorkSharing

extension QuietHoursEffect {
  /// The changes as texts for users: `12 fires moved`.
  var phrases: [String] {
    [
      moved > 0 ? "\(EnglishNames.count(moved, "fire")) moved" : nil,
      together > 0
        ? "\(EnglishNames.count(together, "occurrence")) covered by an alert of another one" : nil,
      leftOut > 0 ? "\(EnglishNames.count(leftOut, "fire")) left out" : nil,
    ].compactMap { $0 }
  }

  /// The fires on silent days as a text for users; nil without any.
  var silencePhrase: String? {
    silent > 0 ? "silent days: \(EnglishNames.count(silent, "fire")) left out" : nil
  }

  /// Returns the effect of quiet hours on a plan as one line: the numbers of moved and dropped
  /// fires, and the difference to a plan without quiet hours: `quiet hours: 12 fires moved, 64
  /// slots rather than 5`.
  ///
  /// Quiet hours can split one pattern into many. For example, five hourly reminders that are
  /// limited to a few hours of the day need far more slots.
  package func cost(
    in unit: String, _ use: (count: Int, exactUntil: Instant?),
    without other: (count: Int, exactUntil: Instant?), zone: Zone
  ) -> String {
    func reach(_ until: Instant?) -> String {
      until.map { "until \(LocalTime($0, in: zone))" } ?? "to the horizon"
    }
    var parts = phrases
    guard !parts.isEmpty else { return silencePhrase ?? "" }
    if use.count != other.count {
      parts.append("\(EnglishNames.count(use.count, unit)) rather than \(other.count)")
    }
    if use.exactUntil != other.exactUntil {
      parts.append("exact \(reach(use.exactUntil)) rather than \(reach(other.exactUntil))")
    }
    return "quiet hours: " + parts.joined(separator: ", ")
      + (silencePhrase.map { "; \($0)" } ?? "")
  }
}

extension Compiler {
  /// Returns the effect of quiet hours on a plan as one line; nil if no fire is in quiet hours.
  package static func quietHoursCost(
    of plan: Plan, for components: [CalendarComponent], _ options: NotificationOptions,
    _ workers: Workers = .one
  ) -> String? {
    guard let changes = QuietHoursEffect(of: components, options.compiler) else { return nil }
    var others = options
    others.compiler.quietHours = []
    let other = Compiler.plan(for: components, others, workers)
    return changes.cost(
      in: "slot", (plan.requests.count, plan.exactUntil),
      without: (other.requests.count, other.exactUntil), zone: options.deviceZone)
  }
}

extension Compiler {
  /// Returns the slots that a layer costs as one line: `expo-android: 31 slots, exact to the horizon;
  /// apple: 5 slots, exact to the horizon`; nil for UserNotifications.
  ///
  /// The other plan is for the same alerts and the slots of an Apple system, so the difference is
  /// what the layer cannot repeat. Nags take a slot each on both.
  package static func layerCost(
    of plan: Plan, for components: [CalendarComponent], _ options: NotificationOptions,
    _ workers: Workers = .one
  ) -> String? {
    guard options.layer != .apple else { return nil }
    var others = options
    others.layer = .apple
    others.limit = min(options.slots, NotificationLayer.apple.limit)
    others.reserve = 0
    others.pending = PendingIdentifiers()
    let other = compile(
      Expansion(components, options.expected, workers), for: NotificationTarget(others), workers)
    func part(_ layer: NotificationLayer, _ plan: Plan) -> String {
      let reach = plan.exactUntil.map { "until \(LocalTime($0, in: options.deviceZone))" }
      return "\(layer.name): \(EnglishNames.count(plan.requests.count, "slot")), exact "
        + (reach ?? "to the horizon")
    }
    return part(options.layer, plan) + "; " + part(.apple, other)
  }
}
