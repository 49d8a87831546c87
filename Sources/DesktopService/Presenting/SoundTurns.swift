import CSystem
import CivilTime
import DesktopReminders
import NotificationTriggers
import ProgramSupport
import SessionBus

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The process that plays the sounds of the notifications on the screen, one at a time.
///
/// It runs while a notification has a sound to play, once per installation. It stops a sound as soon
/// as its notification has an answer or is gone, and if no watcher runs.
final class SoundTurns {
  /// What this process remembers about a notification.
  private struct Course {
    /// The latest end of its sound, because the clock of the day can be set back.
    let end: ContinuousClock.Instant
    /// The earliest start of its next turn.
    var next: ContinuousClock.Instant
    /// The start of its last turn; nil before the first one.
    var lastTurn: ContinuousClock.Instant?
    /// Whether its own file can't be played.
    var hasFailed = false
  }

  private let presenter: ReminderPresenter
  private let claim: WatcherLock
  private let clock = ContinuousClock()
  /// Readable when the state file changes; below 0 if the file can't be watched.
  private let changes: Int32
  /// The notifications on the screen with a sound, at the last read of the state.
  private var marked: [ShownNotification] = []
  /// What is known of the marked notifications, by identifier.
  private var courses: [String: Course] = [:]
  private var isStale = true
  /// Whether this process isn't the player any more.
  private var isReleased = false
  private var nextCheck: ContinuousClock.Instant
  /// The last warning, which is not repeated.
  private var warning: String?
  private lazy var bus = try? SessionBus()
  private var server: NotificationServer?

  /// The longest turn while another notification waits for its turn, in seconds.
  private static let turn = 30
  /// The time between two sounds of a notification, and after a sound that failed, in seconds.
  private static let pauses = (usual: 1, failed: 10)
  /// The time between two checks that a watcher runs, in seconds.
  private static let period = 1
  /// The time between two questions for do-not-disturb during a sound, in seconds.
  private static let silencePeriod = 5
  /// The timeout of a notification server, in seconds.
  private static let patience = 10
  /// The time between two looks at the state, in milliseconds.
  private static let pause: Int32 = 100

  /// Becomes the player; nil if another process is, which then plays all sounds.
  init?(_ presenter: ReminderPresenter) throws(Failure) {
    guard StateFile.exists(presenter.name),
      let claim = try StateFile(presenter.name).claimPlaying()
    else { return nil }
    self.presenter = presenter
    self.claim = claim
    nextCheck = clock.now
    changes = watchNames(UserDirectories.state)
  }

  deinit { if changes >= 0 { _ = closeFile(changes) } }

  /// Plays until no sound is left.
  func run() throws(Failure) {
    while try look() {
      for one in marked where isOver(one) { try end(one) }
      if let one = next {
        try play(one)
      } else {
        waitToReadEither(changes, changes, SoundTurns.pause)
      }
    }
  }

  /// Reads the state if it has changed, and returns whether a sound is left.
  ///
  /// Otherwise it gives up the lock of the player. A program that marks a notification afterwards
  /// therefore sees that it must start a player.
  private func look() throws(Failure) -> Bool {
    if changes < 0 || waitToRead(changes, 0) {
      drain(changes)
      isStale = true
    }
    guard !isReleased else { return false }
    guard isStale || clock.now >= nextCheck || heard.isEmpty else { return true }
    nextCheck = clock.now + .seconds(SoundTurns.period)
    guard StateFile.exists(presenter.name) else { return false }
    let file = try StateFile(presenter.name)
    // Without the lock of the state, this could be taken for a watcher.
    defer { withExtendedLifetime(file) {} }
    // A program may have marked a notification just before this process got the lock.
    let isLast = heard.isEmpty
    if try !file.isWatched() {
      marked = []
    } else if isStale || isLast {
      marked = try file.read()?.shown.filter { $0.sound != nil && $0.isOnScreen } ?? []
      isStale = false
    }
    let identifiers = Set(marked.map(\.notification.identifier))
    courses = courses.filter { identifiers.contains($0.key) }
    for identifier in identifiers where courses[identifier] == nil {
      courses[identifier] = Course(
        end: clock.now + .seconds(ReminderNotification.ringLength), next: clock.now)
    }
    guard isLast, heard.isEmpty else { return true }
    claim.release()
    isReleased = true
    return false
  }

  /// The notifications whose sounds are left.
  private var heard: [ShownNotification] {
    let now = Instant(Date())
    return marked.filter { $0.isHeard(at: now) }
  }

  private func course(of one: ShownNotification) -> Course? {
    courses[one.notification.identifier]
  }

  private func isOver(_ one: ShownNotification) -> Bool {
    course(of: one).map { clock.now >= $0.end } ?? true
  }

  /// The notifications whose turn can begin now.
  private var waiting: [ShownNotification] {
    heard.filter { one in course(of: one).map { $0.next <= clock.now } ?? false }
  }

  /// The notification whose turn is next: those without a turn first, a ring before others, and then
  /// the one whose last turn is the longest ago.
  private var next: ShownNotification? {
    waiting.min { left, right in
      switch (course(of: left)?.lastTurn, course(of: right)?.lastTurn) {
      case (nil, nil): left.sound == .ring && right.sound != .ring
      case (nil, _): true
      case (_, nil): false
      case (let left?, let right?): left < right
      }
    }
  }

  /// Plays the sound of a notification for one turn.
  private func play(_ one: ShownNotification) throws(Failure) {
    let identifier = one.notification.identifier
    let own = one.notification.soundFile.flatMap {
      SoundFile.problem(of: FilePath(text: $0)) == nil ? $0 : nil
    }
    guard !isSilent(one), let course = course(of: one),
      let file = (course.hasFailed ? nil : own) ?? SoundFile.standard
    else { return try end(one) }
    courses[identifier]?.lastTurn = clock.now
    let problems = play(file, of: one)
    if !problems.isEmpty { warn("a sound is not played: \(problems.joined(separator: "; "))") }
    if !problems.isEmpty, !course.hasFailed, let standard = SoundFile.standard, file != standard {
      courses[identifier]?.hasFailed = true
    } else if one.sound == .once {
      try end(one)
    } else {
      let pause = problems.isEmpty ? SoundTurns.pauses.usual : SoundTurns.pauses.failed
      courses[identifier]?.next = clock.now + .seconds(pause)
    }
  }

  /// Plays a file by the first program that can; returns the problems of all if none can.
  private func play(_ file: String, of one: ShownNotification) -> [String] {
    let start = clock.now
    var nextLook = start
    var nextQuestion = start + .seconds(SoundTurns.silencePeriod)
    var isEnded = false
    var problems: [String] = []
    for player in SoundPlayer.installed(for: file) {
      let problem = player.play(file) {
        guard !isEnded, clock.now >= nextLook else { return !isEnded }
        nextLook = clock.now + .milliseconds(Int(SoundTurns.pause))
        isEnded = !lasts(one, since: start)
        if !isEnded, clock.now >= nextQuestion {
          nextQuestion = clock.now + .seconds(SoundTurns.silencePeriod)
          isEnded = isSilent(one)
        }
        return !isEnded
      }
      guard let problem else { return [] }
      problems.append(problem)
    }
    return problems
  }

  /// Whether the turn of a notification goes on.
  private func lasts(_ one: ShownNotification, since start: ContinuousClock.Instant) -> Bool {
    // After a failure, `run` looks again and throws.
    guard (try? look()) == true, !isOver(one),
      heard.contains(where: { $0.notification.identifier == one.notification.identifier })
    else { return false }
    let others = waiting.filter { $0.notification.identifier != one.notification.identifier }
    guard !others.isEmpty else { return true }
    guard clock.now < start + .seconds(SoundTurns.turn) else { return false }
    // A new ring doesn't wait for a sound that plays once.
    return one.sound == .ring
      || !others.contains { $0.sound == .ring && course(of: $0)?.lastTurn == nil }
  }

  /// Whether do-not-disturb of the server that shows a notification silences it.
  private func isSilent(_ one: ShownNotification) -> Bool {
    guard let bus else { return false }
    if server?.connection != one.server {
      server = try? NotificationServer(on: bus, within: SoundTurns.patience)
    }
    guard let server, server.connection == one.server else { return false }
    return server.isSilent(isCritical: one.notification.level == .critical, on: bus)
  }

  /// Ends the sound of a notification for good.
  private func end(_ one: ShownNotification) throws(Failure) {
    try presenter.change { $0.endSound(of: one.notification.identifier) }
    isStale = true
  }

  private func warn(_ text: String) {
    guard warning != text else { return }
    warning = text
    StandardError.say(.warning, text)
  }
}
