import CivilTime
import ICalendar
import NotificationTriggers
import ReminderExpansion
import ReminderOptions
import ReminderPlanning
import ReminderPlans

extension SimulatedApp {
  /// The result of comparing an app's fires with the expected ones.
  struct Validated {
    /// The result of the comparison.
    ///
    /// Requests without an alarm are not included.
    var verdict = Verdict()
    /// The indices of the fires that are echoes.
    var echoes: Set<Int> = []
    /// The unexpected fires, as indices.
    var unexpected: Set<Int> = []
  }

  /// The fires of one reminder with one content, with the result of their comparison.
  struct ComparedFires {
    /// The content of the reminder; nil for content that it never has.
    let content: ReminderContent?
    let fires: [Int]
    let isRepeat: Bool
    let outcome: Validation.Outcome
  }

  /// The fires of each reminder, as ascending indices.
  var firesByReminder: [Reminder.ID: [Int]] {
    var fired: [Reminder.ID: [Int]] = [:]
    for (index, fire) in fires.enumerated() {
      guard let reminder = request(of: fire).reminder else { continue }
      fired[reminder, default: []].append(index)
    }
    return fired
  }

  func validated(against expansion: Expansion) -> Validated {
    let fired = firesByReminder
    return expansion.mapReminders { reminder in
      let expected = simulated(reminder)
      return Validated(
        compared(fired[expected.id] ?? [], against: expected), of: expected, in: self)
    }
    .reduce(into: Validated()) {
      $0.verdict.add($1.verdict)
      $0.echoes.formUnion($1.echoes)
      $0.unexpected.formUnion($1.unexpected)
    }
  }

  /// Returns the reminder on the device's way, up to the end of the simulation.
  ///
  /// Later fires are neither missed nor answered.
  func simulated(_ reminder: Reminder) -> Reminder {
    var reminder = itinerary.reminder(reminder)
    guard let cut else { return reminder }
    reminder.fires.keep { $0.at < cut }
    reminder.fires.cut = min(cut, reminder.fires.cut ?? cut)
    return reminder
  }

  func compared(_ fired: [Int], against reminder: Reminder) -> [ComparedFires] {
    var (own, strangers) = fires(fired, of: reminder)
    var compared: [ComparedFires] = []
    for group in reminder.groups(after: options.now) {
      compared.append(
        compare(
          own.removeValue(forKey: group.key) ?? [], content: group.content, with: group.expected))
    }
    // Then the fires of groups without expected fires, and fires with content that was never
    // expected.
    for (key, indices) in own {
      let echoes = (reminder.echoes[key] ?? []).sorted()
      compared.append(
        compare(
          indices, content: reminder.contents[key.component],
          with: ExpectedFires(instants: [], echoes: echoes, isRepeat: key.repetition > 0)))
    }
    for index in strangers {
      compared.append(
        compare(
          [index], content: nil,
          with: ExpectedFires(instants: [], isRepeat: request(of: fires[index]).repetition > 0)))
    }
    return compared
  }

  /// The fires that are compared together, as indices, with their outcomes.
  func outcomes(of compared: ComparedFires) -> [(place: Int, outcome: FireOutcome)] {
    var answered = compared.outcome.answered[...]
    var echoes = Set(compared.outcome.echoes.map(\.at))
    return compared.fires.map { place in
      let fire = fires[place]
      if isOverstaying(fire) { return (place, .overstaying) }
      if echoes.remove(fire.at) != nil { return (place, .echo) }
      while let first = answered.first, first < fire.at { answered.removeFirst() }
      guard answered.first == fire.at else { return (place, .unexpected) }
      answered.removeFirst()
      return (place, .fired)
    }
  }

  private func compare(
    _ indices: [Int], content: ReminderContent?, with expected: ExpectedFires
  ) -> ComparedFires {
    let counted = indices.filter { !isOverstaying(fires[$0]) }
    let others = indices.filter { isOverstaying(fires[$0]) }
    return ComparedFires(
      content: content, fires: indices, isRepeat: expected.isRepeat,
      outcome: Validation.outcome(
        of: [
          Validation.RequestFires(
            counted.map { fires[$0].at }, overstaying: others.map { fires[$0].at })
        ], expected: [expected]))
  }

  /// Returns the fires by the group that they answer, and those with content that the reminder
  /// never has.
  private func fires(
    _ fired: [Int], of reminder: Reminder
  ) -> (own: [FireKey: [Int]], strangers: [Int]) {
    let components = Dictionary(
      zip(reminder.identifierPrefixes, reminder.contents.indices),
      uniquingKeysWith: { first, _ in first })
    /// Returns the group that a request answers; nil if the reminder never has its content.
    func key(of request: Plan.Request) -> FireKey? {
      let prefix = String(RequestIdentifier.prefix(of: request.identifier))
      guard let component = components[prefix],
        reminder.contents[component] == request.reminderContent
      else {
        return nil
      }
      return reminder.key(ofRepetition: request.repetition, component: component)
    }
    var own: [FireKey: [Int]] = [:]
    var strangers: [Int] = []
    // A nil value inside marks a request whose content the reminder never has.
    var keys: [Int: FireKey?] = [:]
    // After the cut the expected fires are unknown.
    let cut = reminder.fires.cut
    for index in fired where cut.map({ fires[index].at < $0 }) ?? true {
      let number = fires[index].request
      let key = keys[number] ?? key(of: request(of: fires[index]))
      keys[number] = .some(key)
      if let key {
        own[key, default: []].append(index)
      } else {
        strangers.append(index)
      }
    }
    return (own, strangers)
  }

  func appSimulation(
    of validated: Validated, faults: [Diagnostic], delaySimulator: DelaySimulator? = nil
  ) -> AppSimulation {
    var listed = fires.enumerated().map {
      request(of: $1).listed(
        at: $1.at, isEcho: validated.echoes.contains($0),
        isUnexpected: validated.unexpected.contains($0))
    }
    let delays = delaySimulator?.present(&listed) { request(of: fires[$0]) }
    return AppSimulation(
      fires: listed, verdict: validated.verdict, openings: openings, changes: changes,
      renewBy: renewBy,
      diagnostics: faults + diagnostics + SimulatedFires(fires: [], cut: cut).diagnostics
        + (delays?.diagnostics ?? []), delays: delays)
  }
}

extension SimulatedApp.Validated {
  init(_ compared: [SimulatedApp.ComparedFires], of reminder: Reminder, in app: SimulatedApp) {
    for compared in compared {
      verdict.add(compared.outcome.verdict)
      for (place, outcome) in app.outcomes(of: compared) {
        switch outcome {
        case .echo: echoes.insert(place)
        case .unexpected, .overstaying: unexpected.insert(place)
        default: break
        }
      }
    }
    let cut = reminder.fires.cut
    verdict.exactUntil = Verdict.earlier(verdict.exactUntil, cut)
    verdict.repeatsUntil = Verdict.earlier(verdict.repeatsUntil, cut)
  }
}
