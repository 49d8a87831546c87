import CivilTime
import ICalendar
import NotificationTriggers
import ReminderExpansion
import ReminderOptions
import ReminderPlans

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
}

extension Compilation {
  /// Returns what quiet hours and the layer cost, in one line each.
  func costs(of plan: Plan) -> [String] {
    [quietHoursCost(of: plan), layerCost(of: plan)].compactMap(\.self)
  }

  /// Returns the effect of quiet hours as one line: the numbers of moved and dropped fires, and the
  /// difference to a plan without quiet hours: `quiet hours: 12 fires moved, 64 slots rather than
  /// 5`; nil if no fire is in quiet hours.
  ///
  /// Quiet hours can split one pattern into many. For example, five hourly reminders that are
  /// limited to a few hours of the day need far more slots.
  private func quietHoursCost(of plan: Plan) -> String? {
    guard let effect = QuietHoursEffect(of: expansion) else { return nil }
    guard !effect.phrases.isEmpty else { return effect.silencePhrase }
    var others = options
    others.compiler.quietHours = []
    let other = Compilation(of: components, others).plan
    var parts = effect.phrases
    if plan.requests.count != other.requests.count {
      parts.append(
        "\(EnglishNames.count(plan.requests.count, "slot")) rather than \(other.requests.count)")
    }
    if plan.exactUntil != other.exactUntil {
      parts.append("exact \(reach(of: plan)) rather than \(reach(of: other))")
    }
    return "quiet hours: " + parts.joined(separator: ", ")
      + (effect.silencePhrase.map { "; \($0)" } ?? "")
  }

  /// Returns the slots that a layer costs as one line: `expo-android: 31 slots, exact to the horizon;
  /// apple: 5 slots, exact to the horizon`; nil for UserNotifications.
  ///
  /// The other plan is for the same alerts and the slots of an Apple system, so the difference is
  /// what the layer cannot repeat. Nags take a slot each on both.
  private func layerCost(of plan: Plan) -> String? {
    guard options.layer != .apple else { return nil }
    var others = options
    others.layer = .apple
    others.limit = min(options.slots, NotificationLayer.apple.limit)
    others.reserve = 0
    others.pending = PendingIdentifiers()
    let other = NotificationTarget(others).compile(expansion)
    func part(_ layer: NotificationLayer, of plan: Plan) -> String {
      "\(layer.name): \(EnglishNames.count(plan.requests.count, "slot")), exact \(reach(of: plan))"
    }
    return part(options.layer, of: plan) + "; " + part(.apple, of: other)
  }

  private func reach(of plan: Plan) -> String {
    plan.exactUntil.map { "until \(LocalTime($0, in: options.deviceZone))" } ?? "to the horizon"
  }
}

extension QuietHoursEffect {
  /// Counts the effects of quiet hours and silences on the fires from now to the horizon; nil without
  /// any effect.
  fileprivate init?(of expansion: Expansion) {
    guard !expansion.options.quietHours.isEmpty || !expansion.options.silences.isEmpty else {
      return nil
    }
    self.init()
    let changes = expansion.mapReminders { reminder in
      reminder.expansion.quietHoursEffect(of: reminder.alarm, reminder.fires, in: reminder.window)
    }
    for change in changes { self += change }
    guard moved + leftOut + silent > 0 else { return nil }
  }
}
