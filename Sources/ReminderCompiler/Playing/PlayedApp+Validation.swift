import CivilTime
import ICalendar
import NotificationTriggers

extension PlayedApp {
  /// What has fired, held against what calendars ask for.
  struct Validated {
    /// How the two compare; requests that serve no alarm have no part in it.
    var verdict = Verdict()
    /// The fires that are echoes, as indices.
    var echoes: Set<Int> = []
    /// The unexpected fires, as indices.
    var unexpected: Set<Int> = []
  }

  /// Some of a reminder's fires that are held together against what is asked for.
  struct HeldFires {
    /// What the reminder shows there; nil for what was never asked for.
    let content: ReminderContent?
    /// Those that fired, as indices, ascending.
    let fires: [Int]
    let isRepeat: Bool
    let outcome: Validation.Outcome
  }

  /// What has fired of each reminder, as indices, ascending.
  var firesByReminder: [Reminder.ID: [Int]] {
    var fired: [Reminder.ID: [Int]] = [:]
    for (index, fire) in fires.enumerated() {
      guard let reminder = request(of: fire).reminder else { continue }
      fired[reminder, default: []].append(index)
    }
    return fired
  }

  /// Holds what has fired against what calendars ask for.
  func validated(against expansion: Expansion) -> Validated {
    let fired = firesByReminder
    return expansion.mapReminders { reminder in
      let asked = played(reminder)
      return Validated(held(fired[asked.id] ?? [], against: asked), of: asked, in: self)
    }
    .reduce(into: Validated()) {
      $0.verdict.add($1.verdict)
      $0.echoes.formUnion($1.echoes)
      $0.unexpected.formUnion($1.unexpected)
    }
  }

  /// The reminder as far as it was played: what wasn't was neither missed nor answered.
  func played(_ reminder: Reminder) -> Reminder {
    guard let cut else { return reminder }
    var reminder = reminder
    reminder.fires.keep { $0.at < cut }
    reminder.fires.cut = min(cut, reminder.fires.cut ?? cut)
    return reminder
  }

  /// Holds the fires of requests that serve a reminder against what it asks for.
  func held(_ fired: [Int], against reminder: Reminder) -> [HeldFires] {
    var (own, strangers) = fires(fired, of: reminder)
    var held: [HeldFires] = []
    for group in reminder.groups(after: options.now) {
      held.append(hold(own.removeValue(forKey: group.key) ?? [], group.content, group.asked))
    }
    // What is shown of a group that asks for nothing any more; and what was never asked for.
    for (key, indices) in own {
      let echoes = (reminder.echoes[key] ?? []).sorted()
      held.append(
        hold(
          indices, reminder.contents[key.component],
          AskedFires([], echoes: echoes, isRepeat: key.repetition > 0)))
    }
    for index in strangers {
      held.append(
        hold([index], nil, AskedFires([], isRepeat: request(of: fires[index]).repetition > 0)))
    }
    return held
  }

  /// The fires that are compared together, as indices, with their fates.
  func fates(of held: HeldFires) -> [(place: Int, fate: FireFate)] {
    var answered = held.outcome.answered[...]
    var echoes = Set(held.outcome.echoes.map(\.at))
    return held.fires.map { place in
      let fire = fires[place]
      if isOverstaying(fire) { return (place, .overstaying) }
      if echoes.remove(fire.at) != nil { return (place, .echo) }
      while let first = answered.first, first < fire.at { answered.removeFirst() }
      guard answered.first == fire.at else { return (place, .unasked) }
      answered.removeFirst()
      return (place, .fired)
    }
  }

  private func hold(
    _ indices: [Int], _ content: ReminderContent?, _ asked: AskedFires
  ) -> HeldFires {
    let counted = indices.filter { !isOverstaying(fires[$0]) }
    let others = indices.filter { isOverstaying(fires[$0]) }
    return HeldFires(
      content: content, fires: indices, isRepeat: asked.isRepeat,
      outcome: Validation.outcome(
        of: [
          Validation.Fired(
            counted.map { fires[$0].at }, overstaying: others.map { fires[$0].at })
        ], asked: [asked]))
  }

  /// Fires by the group that they answer, and those that show what the reminder never does.
  private func fires(
    _ fired: [Int], of reminder: Reminder
  ) -> (own: [FireKey: [Int]], strangers: [Int]) {
    let components = Dictionary(
      zip(reminder.identifierPrefixes, reminder.contents.indices),
      uniquingKeysWith: { first, _ in first })
    /// The group that a request answers; nil for one that shows what the reminder never does.
    func key(of request: Plan.Request) -> FireKey? {
      let prefix = String(RequestIdentifier.prefix(of: request.identifier))
      guard let component = components[prefix], reminder.contents[component] == request.asked else {
        return nil
      }
      return reminder.key(ofRepetition: request.repetition, component: component)
    }
    var own: [FireKey: [Int]] = [:]
    var strangers: [Int] = []
    // Nil inside for a request that is known to be a stranger's.
    var keys: [Int: FireKey?] = [:]
    // Beyond the cut nobody knows what is asked for.
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

  /// What the app did, for whoever asked to play it.
  func playback(
    _ validated: Validated, _ faults: [Diagnostic], _ presenter: FirePresenter? = nil
  ) -> Playback {
    var listed = fires.enumerated().map {
      request(of: $1).listed(
        at: $1.at, isEcho: validated.echoes.contains($0),
        isUnexpected: validated.unexpected.contains($0))
    }
    let delays = presenter?.present(&listed) { request(of: fires[$0]) }
    return Playback(
      fires: listed, verdict: validated.verdict, openings: openings, changes: changes,
      renewBy: renewBy,
      diagnostics: faults + diagnostics + SimulatedFires(fires: [], cut: cut).diagnostics
        + (delays?.diagnostics ?? []), delays: delays)
  }
}

extension PlayedApp.Validated {
  /// Sums up what became of a reminder's fires.
  init(_ held: [PlayedApp.HeldFires], of reminder: Reminder, in app: PlayedApp) {
    for held in held {
      verdict.add(held.outcome.verdict)
      for (place, fate) in app.fates(of: held) {
        switch fate {
        case .echo: echoes.insert(place)
        case .unasked, .overstaying: unexpected.insert(place)
        default: break
        }
      }
    }
    let cut = reminder.fires.cut
    verdict.exactUntil = Verdict.earlier(verdict.exactUntil, cut)
    verdict.repeatsUntil = Verdict.earlier(verdict.repeatsUntil, cut)
  }
}
