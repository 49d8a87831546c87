package import ICalendar

extension CompilerOptions {
  package var user: UserAddresses { UserAddresses(userAddresses) }

  /// A rule with the option that it belongs to.
  package struct NamedRule {
    package let option: String
    package let text: String
    package let rule: ReminderRule
    /// The origin of the alarms that the rule makes or moves; nil for other options.
    package let origin: Alarm.Origin?

    init(
      _ option: String, text: some CustomStringConvertible, rule: ReminderRule,
      origin: Alarm.Origin? = nil
    ) {
      self.option = option
      self.text = text.description
      self.rule = rule
      self.origin = origin
    }

    /// The reason why the option cannot have such a rule; nil if it can.
    var fault: String? {
      guard rule.testsAlarms, ["default-alarm", "all-day-alarm"].contains(option) else {
        return nil
      }
      return "ACTION is a property of alarms, and default alarms are for components without alarms"
    }

    /// The option as on the command line: `--level critical=CATEGORIES:medication`.
    ///
    /// A value that can be missing follows an equals sign.
    package var phrase: String {
      "--\(option)\(CompilerOptions.optionalRules.keys.contains(option) ? "=" : " ")\(text)"
    }
  }

  /// The default rules of those options whose rule can be missing, by option: each matches every
  /// component.
  package static let optionalRules = ["no-overrun": "UID:*", "ring": "UID:*"]

  /// All rules of all options.
  ///
  /// The text of a template is shortened to its rule.
  package var rules: [NamedRule] {
    filters
      + ignoredAlarms.map { NamedRule("ignore-alarms", text: $0, rule: $0) }
      + ruledDefaultAlarms.enumerated().map { place, alarm in
        let option =
          switch alarm.trigger {
          case .relative: "default-alarm"
          case .timeOfDay: "all-day-alarm"
          }
        return NamedRule(option, text: alarm, rule: alarm.rule, origin: .defaultAlarm(place))
      }
      + allDayMoves.enumerated().compactMap { place, move in
        move.rule.map {
          NamedRule("move-all-day", text: move, rule: $0, origin: .move(place))
        }
      }
      + levels.map { NamedRule("level", text: $0, rule: $0.rule) }
      + quietHours.compactMap { hours in
        hours.rule.map { NamedRule("quiet-hours", text: hours, rule: $0) }
      }
      + silences.compactMap { silence in
        silence.rule.map { NamedRule(silence.option, text: silence, rule: $0) }
      }
      + noOverrun.map { NamedRule("no-overrun", text: $0, rule: $0) }
      + bodies.compactMap { body in body.rule.map { NamedRule("body", text: "…=\($0)", rule: $0) } }
      + sounds.compactMap { sound in
        sound.rule.map { NamedRule("sound", text: "…=\($0)", rule: $0) }
      }
      + rings.map { NamedRule("ring", text: $0, rule: $0) }
  }

  var filters: [NamedRule] {
    only.map { NamedRule("only", text: $0, rule: $0) }
      + ignored.map { NamedRule("ignore", text: $0, rule: $0) }
  }

  /// The diagnostics for rules that cannot match anything and for texts that look like rules.
  package var ruleFaults: [Diagnostic] {
    let user = user
    return rules.compactMap { named in
      (named.fault ?? named.rule.fault(user)).map {
        Diagnostic(.ruleImpossible(named.phrase, reason: $0))
      }
    }
      + bodies.compactMap { body in
        body.misspeltProperty.map {
          Diagnostic(.ruleUnknown("\(body.templates[0])", property: $0))
        }
      }
  }
}

extension CompilerOptions {
  /// Returns a diagnostic if there are invitations, and none names the user.
  package func addressFaults(in components: [CalendarComponent]) -> [Diagnostic] {
    let user = user
    guard !user.isEmpty else { return [] }
    let invitations = components.filter { !$0.attendees.isEmpty }
    let isNamed = invitations.contains { $0.attendees.contains { user.contains($0.address) } }
    guard !invitations.isEmpty, !isNamed else { return [] }
    return [Diagnostic(.addressUnknown(userAddresses, invitations: invitations.count))]
  }
}
