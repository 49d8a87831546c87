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
  }

  /// Holds what has fired against what calendars ask for.
  ///
  /// - Parameter expansion: The calendars, with the window that is looked at.
  /// - Returns: How the two compare.
  func validated(against expansion: Expansion) -> Validated {
    var fired: [Reminder.ID: [Int]] = [:]
    for (index, fire) in fires.enumerated() {
      guard let reminder = request(of: fire).reminder else { continue }
      fired[reminder, default: []].append(index)
    }
    return expansion.mapReminders { validated(against: $0, fired[$0.id] ?? []) }
      .reduce(into: Validated()) {
        $0.verdict.add($1.verdict)
        $0.echoes.formUnion($1.echoes)
      }
  }

  /// Holds the fires of requests that serve a reminder against what it asks for.
  private func validated(against asked: Reminder, _ fired: [Int]) -> Validated {
    var validated = Validated()
    var reminder = asked
    if let cut {
      // What wasn't played was neither missed nor answered.
      reminder.fires.keep { $0.at < cut }
      reminder.fires.cut = min(cut, reminder.fires.cut ?? cut)
    }
    var (own, strangers) = fires(fired, of: reminder)
    for (key, group) in reminder.groups(after: options.now) {
      validated.add(own.removeValue(forKey: key) ?? [], of: self, asked: group.asked)
    }
    // What is shown of a group that asks for nothing any more; and what was never asked for.
    for (key, indices) in own {
      let echoes = (reminder.echoes[key] ?? []).sorted()
      validated.add(
        indices, of: self, asked: AskedFires([], echoes: echoes, isRepeat: key.repetition > 0))
    }
    for index in strangers {
      validated.add(
        [index], of: self,
        asked: AskedFires([], isRepeat: request(of: fires[index]).repetition > 0))
    }
    let cut = reminder.fires.cut
    validated.verdict.exactUntil = Verdict.earlier(validated.verdict.exactUntil, cut)
    validated.verdict.repeatsUntil = Verdict.earlier(validated.verdict.repeatsUntil, cut)
    return validated
  }

  /// Fires by the group that they answer, and those that show what the reminder never does.
  private func fires(
    _ fired: [Int], of reminder: Reminder
  ) -> (own: [FireKey: [Int]], strangers: [Int]) {
    let components = Dictionary(
      zip(reminder.identifierPrefixes, reminder.contents.indices),
      uniquingKeysWith: { first, _ in first })
    var own: [FireKey: [Int]] = [:]
    var strangers: [Int] = []
    // Beyond the cut nobody knows what is asked for.
    for index in fired where reminder.fires.cut.map({ fires[index].at < $0 }) ?? true {
      let request = request(of: fires[index])
      let prefix = String(RequestIdentifier.prefix(of: request.identifier))
      if let component = components[prefix], reminder.contents[component] == request.asked {
        let key = reminder.key(ofRepetition: request.repetition, component: component)
        own[key, default: []].append(index)
      } else {
        strangers.append(index)
      }
    }
    return (own, strangers)
  }

  /// What the app did, for whoever asked to play it.
  ///
  /// - Parameters:
  ///   - validated: How what fired compares with what was asked for.
  ///   - faults: What was found wrong with the options.
  ///   - presenter: What knows when fires are seen; nil where nobody asked.
  /// - Returns: What fired, and the verdict.
  func playback(
    _ validated: Validated, _ faults: [Diagnostic], _ presenter: FirePresenter? = nil
  ) -> Playback {
    var listed = fires.enumerated().map {
      self.listed($1, isEcho: validated.echoes.contains($0))
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
  /// Adds the fires of one group.
  ///
  /// - Parameters:
  ///   - indices: The fires, ascending.
  ///   - app: What fired them.
  ///   - asked: What was asked for.
  fileprivate mutating func add(_ indices: [Int], of app: PlayedApp, asked: AskedFires) {
    let counted = indices.filter { !app.isOverstaying(app.fires[$0]) }
    let others = indices.filter { app.isOverstaying(app.fires[$0]) }
    let outcome = Validation.outcome(
      of: [
        Validation.Fired(
          counted.map { app.fires[$0].at }, overstaying: others.map { app.fires[$0].at })
      ], asked: [asked])
    verdict.add(outcome.verdict)
    echoes.formUnion(
      outcome.echoes.compactMap { echo in counted.first { app.fires[$0].at == echo.at } })
  }
}
