package import CivilTime

/// The occurrence that `done` marks, chosen by words, a time, or its place in a list.
package struct DoneChoice {
  /// Whether a reminder is due.
  package enum Standing: Int, Comparable, Sendable {
    /// It is on the screen, waits for a server, or is snoozed.
    case open
    /// It was shown, and is gone without Done.
    case past
    /// It isn't due yet.
    case later

    package static func < (left: Standing, right: Standing) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A reminder that can be marked.
  package struct Candidate: Sendable {
    /// The reminder.
    package let reminder: DueReminder
    /// Whether it is due.
    package let standing: Standing
    /// Its number in the status; nil if it was never shown, or has the number with others.
    package let number: Int?
    /// The index of its installation.
    package let installation: Int

    package init(
      _ reminder: DueReminder, standing: Standing, number: Int? = nil, installation: Int = 0
    ) {
      self.reminder = reminder
      self.standing = standing
      self.number = number
      self.installation = installation
    }
  }

  /// The candidates of one occurrence.
  ///
  /// There is one of each installation that contains the calendar.
  package struct Occurrence: Sendable {
    /// The most urgent candidate.
    package let first: Candidate
    /// A candidate of each installation.
    package let all: [Candidate]
  }

  /// The position that `--next` gives in the list of reminders that aren't due yet.
  package enum Position: Hashable, Sendable {
    /// The first one, if all have the same title.
    case next
    /// The one with this number, from 1.
    case number(Int)
  }

  /// The result of a choice.
  package enum Result: Sendable {
    /// Exactly one occurrence is meant.
    case one(Occurrence)
    /// Several that are due match, so the user has to choose.
    case due([Occurrence])
    /// Only reminders that aren't due yet match.
    case later([Occurrence])
    /// Nothing matches.
    case nothing
  }

  private let candidates: [Candidate]
  private let times: TimeWords

  package init(_ candidates: [Candidate], times: TimeWords) {
    (self.candidates, self.times) = (candidates, times)
  }

  /// Chooses by words of the title; the last words can also be a day, a time, or both.
  ///
  /// A reminder that isn't due yet is chosen only by its time or its position.
  package func choose(_ words: [String], position: Position? = nil) -> Result {
    // A due reminder precedes a later one whose title matches better.
    let (due, _) = matching(words) { $0 != .later }
    let (others, filter) = matching(words) { $0 == .later }
    let matches = DoneChoice.occurrences(due + others)
    let later = matches.filter { $0.first.standing == .later }
    if let position { return choose(position, from: later) }
    let open = matches.filter { $0.first.standing == .open }
    if let first = open.first { return open.count == 1 ? .one(first) : .due(open) }
    let past = matches.filter { one in
      one.first.standing == .past
        && later.allSatisfy { next in
          next.title != one.title || times.now - one.at <= next.at - times.now
        }
    }
    if let last = past.last {
      return past.allSatisfy { $0.title == last.title } ? .one(last) : .due(past)
    }
    guard let first = later.first else { return .nothing }
    guard let filter else { return .later(later) }
    // The time alone is that of today: the same words twice must not mark the dose of tomorrow.
    let isOnly =
      later.allSatisfy { $0.title == first.title }
      && (filter.hasDay || times.isToday(first.at))
      && later.dropFirst().allSatisfy { !filter.hasDay && $0.at - first.at >= 60 }
    return isOnly ? .one(first) : .later(later)
  }

  private func matching(
    _ words: [String], where isMeant: (Standing) -> Bool
  ) -> (found: [Candidate], filter: TimeWords.Filter?) {
    times.matching(
      words, in: candidates.filter { isMeant($0.standing) }, title: \.reminder.title,
      at: \.reminder.at)
  }

  private func choose(_ position: Position, from later: [Occurrence]) -> Result {
    guard let first = later.first else { return .nothing }
    switch position {
    case .next: return later.allSatisfy { $0.title == first.title } ? .one(first) : .later(later)
    case .number(let number):
      return later.indices.contains(number - 1) ? .one(later[number - 1]) : .later(later)
    }
  }

  /// Returns the occurrences of candidates in order of time.
  private static func occurrences(_ candidates: [Candidate]) -> [Occurrence] {
    var places: [DueReminder.Origin: Int] = [:]
    var groups: [[Candidate]] = []
    let sorted = candidates.sorted {
      ($0.standing, $0.reminder.at) < ($1.standing, $1.reminder.at)
    }
    for candidate in sorted {
      let origin = candidate.reminder.origin.ofAnyAlarm
      if let place = places[origin] {
        if !groups[place].contains(where: { $0.installation == candidate.installation }) {
          groups[place].append(candidate)
        }
      } else {
        places[origin] = groups.count
        groups.append([candidate])
      }
    }
    return groups.map { Occurrence(first: $0[0], all: $0) }.sorted { $0.at < $1.at }
  }
}

extension DoneChoice.Occurrence {
  /// The fire date of the first candidate.
  package var at: Instant { first.reminder.at }
  /// Its title without invisible characters, in lower case.
  var title: String { TitleWords.plain(first.reminder.title) }
}

extension DesktopState {
  /// Returns the reminders that are due or were.
  ///
  /// - Parameter installation: The index of the installation.
  /// - Returns: The candidates, without reminders that are done or that a pause silenced.
  package func dueCandidates(of installation: Int) -> [DoneChoice.Candidate] {
    var candidates: [DoneChoice.Candidate] = []
    func add(
      _ notification: ReminderNotification, standing: DoneChoice.Standing, number: Int?
    ) {
      guard notification.kind != .silenced else { return }
      // A reminder that was snoozed after Done is open again.
      candidates += notification.reminders.filter { standing == .open || !isDone($0) }.map {
        // The number of a group is that of all its reminders.
        DoneChoice.Candidate(
          $0, standing: standing, number: notification.reminders.count == 1 ? number : nil,
          installation: installation)
      }
    }
    for one in shown where one.outcome != .done && one.outcome != .replaced {
      add(one.notification, standing: one.isOnScreen ? .open : .past, number: one.number)
    }
    for one in pending { add(one, standing: .open, number: nil) }
    for one in snoozed {
      add(
        one.notification, standing: .open,
        number: shown.last { $0.notification.identifier == one.notification.identifier }?.number)
    }
    return candidates
  }
}
