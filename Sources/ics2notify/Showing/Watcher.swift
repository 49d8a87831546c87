import CSystem
import CivilTime
import DesktopReminders
import SessionBus
import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The process that shows an installation's reminders and waits for what the user does about them.
///
/// There is one for each installation while anything is on the screen or waits for a notification
/// server, and it speaks to the server alone. It keeps the screen as the state file says: whoever
/// changes that file wakes it.
final class Watcher {
  private let showing: Showing
  private let claim: WatchClaim
  private let bus: SessionBus
  /// Becomes readable when the state file changes; below zero where that can't be told.
  private let changes: Int32
  /// The server that owns the name; nil if there is none.
  private var server: NotificationServer?
  /// The numbers of what this process believes to be on the server's screen.
  private var visible: Set<UInt32> = []
  /// The tokens that let the program that opens a link take the focus, by notification.
  private var tokens: [UInt32: String] = [:]
  /// When to try again what failed.
  private var retry = Retry()
  /// What was pending when the state was looked at last.
  private var pending: Set<String> = []

  /// The longest activation token that is passed on, in bytes.
  private static let longestToken = 256

  /// Takes the place of the one watcher; nil if there is another one, which sees all that is pending.
  ///
  /// - Parameter showing: What is shown.
  /// - Throws: Why there is no bus.
  init?(_ showing: Showing) throws(Failure) {
    self.showing = showing
    guard StateFile.exists(showing.name),
      let claim = try StateFile(showing.name).claimWatching()
    else { return nil }
    self.claim = claim
    do {
      bus = try SessionBus()
      // Signals of the owner only; what is sent to this process alone is delivered all the same.
      try bus.subscribe(
        to: "type='signal',sender='\(NotificationServer.name)',"
          + "interface='\(NotificationServer.name)'")
      try bus.subscribe(
        to: "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
          + "member='NameOwnerChanged'")
    } catch {
      throw Failure(
        .unavailable, "the session bus can't be used: \(TerminalText.oneLine("\(error)"))")
    }
    changes = watchNames(UserDirectories.state)
  }

  deinit { if changes >= 0 { _ = closeFile(changes) } }

  /// Shows and waits until nothing is left.
  ///
  /// - Throws: Why it can't go on; what is on the screen is taken over by the next watcher.
  func run() throws(Failure) {
    do {
      try changeServer()
      while try step() {
        waitToReadEither(try bus.descriptor(), changes, retry.milliseconds)
        drain(changes)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.unavailable, "the session bus has ended: \(TerminalText.oneLine("\(error)"))")
    }
  }

  /// Does all that can be done now.
  ///
  /// - Returns: Whether there is anything left to wait for.
  private func step() throws -> Bool {
    while let signal = try bus.nextSignal() { try handle(signal) }
    guard let state = try showing.readState() else {
      closeOthers(than: [])
      return false
    }
    if let server { closeOthers(than: state.numbers(on: server.connection)) }
    let identifiers = Set(state.pending.map(\.identifier))
    if !identifiers.isSubset(of: pending) { retry.reset() }
    pending = identifiers
    if !pending.isEmpty, server == nil, retry.isDue {
      let canStart = NotificationServer.start(on: bus)
      try changeServer()
      if server == nil { canStart ? retry.failed() : retry.giveUp() }
    }
    if server != nil, retry.isDue { try showPending(state.pending) }
    // What arrived while the server was asked comes first.
    if let signal = try bus.nextSignal() {
      try handle(signal)
      return true
    }
    return try !claim.released(from: StateFile(showing.name)) { $0.hasWork }
  }

  // MARK: The server

  /// Looks for the server, and has pending again what others have shown.
  private func changeServer() throws {
    let found = NotificationServer(on: bus)
    let isNew = found?.connection != server?.connection
    guard isNew || found == nil else { return }
    server = found
    visible = []
    tokens = [:]
    if found != nil { retry.reset() }
    try showing.change { $0.putBackLost(keeping: found?.connection, isNew: isNew) }
    if let found {
      visible = try showing.readState()?.numbers(on: found.connection) ?? []
    }
  }

  /// Takes what is not on the screen any more, as far as the state knows, off the screen.
  private func closeOthers(than numbers: Set<UInt32>) {
    for number in visible.subtracting(numbers) { server?.close(number, on: bus) }
    visible.formIntersection(numbers)
  }

  private func showPending(_ pending: [ReminderNotification]) throws {
    for notification in pending {
      guard let server, try show(notification, on: server) else { return }
    }
  }

  /// Shows one notification.
  ///
  /// - Returns: Whether the server can show another one.
  private func show(
    _ notification: ReminderNotification, on server: NotificationServer
  ) throws -> Bool {
    let identifier = notification.identifier
    let header = try showing.readTable().header
    guard header.settings.command == nil else { return true }
    let words = try showing.words(of: header)
    let now = Instant(Date())
    var replaced: [UInt32] = []
    var isTaken = false
    // It is taken before it is shown, so that it is shown once whoever is ended when.
    try showing.change { state in
      guard let taken = state.take(identifier, for: server.connection, at: now) else { return }
      (isTaken, replaced) = (true, taken.replaced)
    }
    guard isTaken else { return true }
    let request = NotificationRequest(
      title: words.title(of: notification), body: words.body(of: notification, seenAt: now),
      level: notification.level, buttons: words.buttons(of: notification, header.settings),
      isStaying: header.settings.isStaying, server.capabilities,
      showsDefaultAction: server.traits.showsDefaultAction)
    do {
      let number = try server.show(request, replacing: replaced.last ?? 0, on: bus)
      visible.insert(number)
      try showing.change { $0.shown(identifier, on: server.connection, as: number) }
      return true
    } catch let error as BusError {
      StandardError.say(
        .warning,
        "a reminder is not shown yet: the notification server failed: "
          + TerminalText.oneLine("\(error)"))
      try showing.change { $0.putBack(identifier, on: server.connection) }
      retry.failed()
      return false
    }
  }

  // MARK: Signals

  private func handle(_ signal: BusSignal) throws {
    switch (signal.interface, signal.member) {
    case ("org.freedesktop.DBus", "NameOwnerChanged"):
      guard signal.sender == "org.freedesktop.DBus", signal.arguments.count == 3,
        case .string(let name) = signal.arguments[0]
      else { return }
      if name == NotificationServer.name {
        try changeServer()
      } else if server == nil, !name.hasPrefix(":"), signal.arguments[2] != .string("") {
        // A program has started: perhaps a desktop that has its server started when it is needed.
        retry.start()
      }
    case (NotificationServer.name, let member):
      // Whoever else sends such a signal has shown nothing of ours.
      guard let server, signal.sender == server.connection.name,
        case .uint32(let number)? = signal.arguments.first
      else { return }
      let second = signal.arguments.dropFirst().first
      switch (member, second) {
      case ("ActivationToken", .string(let token)?):
        if visible.contains(number) { tokens[number] = Watcher.checked(token) }
      case ("ActionInvoked", .string(let key)?):
        if let button = NotificationButton(name: key) { try press(button, number, server) }
      case ("NotificationClosed", .uint32(let reason)?):
        visible.remove(number)
        tokens[number] = nil
        // There may be room for one that the server has refused.
        retry.reset()
        try showing.change {
          $0.close(
            number, of: server.connection, as: NotificationServer.reasons[reason] ?? .closed)
        }
      default: break
      }
    default: break
    }
  }

  /// A token as it may stand in a unit's environment; nil for any other.
  private static func checked(_ token: String) -> String? {
    token.utf8.count <= longestToken
      && token.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"\"'\\%$".utf8.contains($0) } ? token : nil
  }

  /// Does what a button is for.
  private func press(
    _ button: NotificationButton, _ number: UInt32, _ server: NotificationServer
  ) throws {
    let header = try showing.readTable().header
    let zone = try showing.zone(of: header, .ofMachine)
    let now = Instant(Date())
    var opened: ReminderNotification?
    var snoozed: [SnoozedNotification] = []
    var isFull = false
    try showing.change { state in
      guard let notification = state.onScreen(number, of: server.connection) else { return }
      var outcome: ShownNotification.Outcome
      switch button {
      case .open:
        outcome = .opened
        opened = notification
      case .done:
        outcome = .done
        state.finish(notification, at: now)
      case .snooze(let place):
        outcome = .snoozed
        let choices = header.settings.snoozes.all
        // A renewal may have other choices than the buttons that were shown.
        guard let choice = choices.indices.contains(place) ? choices[place] : choices.last else {
          return
        }
        isFull = !state.snooze(notification, until: choice.until(pressedAt: now, in: zone))
        if isFull { outcome = .dismissed }
        snoozed = state.snoozed
      }
      state.close(number, of: server.connection, as: outcome)
    }
    if isFull {
      StandardError.say(
        .warning,
        "the reminder is not snoozed: \(DesktopState.maximumSnoozed) are snoozed already")
    }
    showing.wake(snoozed)
    if let opened, !showing.units.open(opened, token: tokens[number]) {
      StandardError.say(.warning, "the user's systemd can't open the link")
    }
  }
}

/// When what failed is tried again: four times, ever later, then when something happens.
private struct Retry {
  private let clock = ContinuousClock()
  /// How often it has failed since something happened.
  private var failures = 0
  private var next: ContinuousClock.Instant?

  /// The most tries; the last is 64 seconds after the one before.
  private static let maximumFailures = 4

  /// Whether it is time to try.
  var isDue: Bool { failures <= Retry.maximumFailures && next.map { $0 <= clock.now } ?? true }

  /// How long to wait for the next try, in milliseconds; below 0 if none is planned.
  var milliseconds: Int32 {
    guard failures <= Retry.maximumFailures, let next else { return -1 }
    let left = next - clock.now
    return Int32(max(0, left / .milliseconds(1)).rounded(.up))
  }

  /// A try has failed.
  mutating func failed() {
    failures += 1
    next = clock.now + .seconds(1 << (2 * (failures - 1)))
  }

  /// Nothing can succeed before something happens.
  mutating func giveUp() { failures = Retry.maximumFailures + 1 }

  /// Something has happened, so that a try at once could succeed.
  mutating func reset() {
    failures = 0
    next = nil
  }

  /// Something has happened that may lead to success; tries that are planned already stay.
  mutating func start() {
    guard failures > Retry.maximumFailures else { return }
    failures = 1
    next = clock.now + .seconds(1)
  }
}
