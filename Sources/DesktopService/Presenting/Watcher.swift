import CSystem
import CivilTime
import DesktopReminders
import NotificationTriggers
import ProgramSupport
import SessionBus
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The process that shows an installation's reminders and handles the user's answers.
///
/// It runs while a reminder is on the screen or waits for a notification server, once per
/// installation. Every change of the state file wakes it, and it updates the screen to match.
final class Watcher {
  private let presenter: ReminderPresenter
  private let claim: WatcherLock
  private let bus: SessionBus
  /// Readable when the state file changes; below 0 if the file can't be watched.
  private let changes: Int32
  /// The running server, if any.
  private var server: NotificationServer?
  private var isStarted = false
  /// The notifications of this process on the screen: from the ID to the index of the program name.
  private var visible: [UInt32: Int] = [:]
  /// The activation tokens, which let the browser take the focus, by notification ID.
  private var tokens: [UInt32: String] = [:]
  private var retry = Retry()
  /// The pending notifications at the last read of the state.
  private var pending: Set<String> = []
  /// The server that exited during the last call; nil if it answered.
  private var crashed: ServerInformation?
  /// The number of times that a server exited while showing each notification, by identifier.
  private var crashes: [String: Int] = [:]

  /// The time that a desktop has to start its own server before the bus starts one, in seconds.
  private static let timeToStart = 16
  /// The time between reads of the state if changes can't be watched, in milliseconds.
  private static let period: Int32 = 1_000

  /// Becomes the watcher; nil if another process is, which then shows all pending notifications.
  init?(_ presenter: ReminderPresenter) throws(Failure) {
    self.presenter = presenter
    guard StateFile.exists(presenter.name),
      let claim = try StateFile(presenter.name).claimWatching()
    else { return nil }
    self.claim = claim
    do {
      bus = try SessionBus()
      // Only signals of the name's owner. Unicast signals arrive without a rule.
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

  /// Runs until all work is done; after a failure, the next watcher takes over.
  func run() throws(Failure) {
    do {
      try changeServer()
      while try step() {
        let wait = changes < 0 ? Watcher.period : retry.milliseconds
        waitToReadEither(try bus.descriptor(), changes, wait)
        drain(changes)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.unavailable, "the session bus has ended: \(TerminalText.oneLine("\(error)"))")
    }
  }

  /// Handles signals and changes, and returns whether work is left to wait for.
  private func step() throws -> Bool {
    repeat {
      while try handleNext() {}
      guard try update() else { return false }
      // Handle signals that arrived during calls to the server before waiting.
    } while try handleNext()
    return try !claim.released(from: StateFile(presenter.name)) { $0.hasWork }
  }

  /// Updates the screen from the state; returns false if `uninstall` has removed the state.
  private func update() throws -> Bool {
    let state = try presenter.readState()
    if let server {
      let numbers = state?.onScreen(of: server.connection).map(\.number) ?? []
      for number in visible.keys where !numbers.contains(number) {
        NotificationServer.close(number, of: server.connection, on: bus)
        visible[number] = nil
      }
    }
    guard let state else { return false }
    let identifiers = Set(state.pending.map(\.identifier))
    if !identifiers.isSubset(of: pending) {
      retry.reset(tries: server == nil ? 1 : Retry.mostTries)
    }
    pending = identifiers
    guard !pending.isEmpty, retry.begin() else { return true }
    if server == nil {
      let canStart = NotificationServer.start(on: bus)
      try changeServer()
      if server == nil { canStart ? retry.failed() : retry.giveUp() }
    }
    if let server {
      var pending: [ReminderNotification] = []
      try presenter.change {
        $0.dropGone(at: Instant(Date()))
        pending = $0.pending
      }
      try show(pending, on: server)
    }
    return true
  }

  // MARK: The server

  /// Finds the current server, and makes notifications of other servers pending again.
  private func changeServer() throws {
    let found = try NotificationServer(on: bus)
    // The server owns the name, but doesn't answer calls yet.
    if found == nil, try NotificationServer.owner(on: bus) != nil { retry.soon(within: 1) }
    guard !isStarted || found?.connection != server?.connection else { return }
    if let server {
      // A server that lost the name can still be running.
      for number in visible.keys {
        NotificationServer.close(number, of: server.connection, on: bus)
      }
    }
    server = found
    visible = [:]
    tokens = [:]
    let lateness = try presenter.readTable().header.settings.lateness
    try presenter.change { $0.putBackAll(but: found?.connection, on: bus.identifier, lateness) }
    if let found {
      if found.traits.doNotDisturb != nil {
        for rule in NotificationServer.settingRules { try bus.subscribe(to: rule) }
      }
      if found.information == crashed {
        retry.allowOne()
      } else {
        crashes = [:]
        retry.reset(tries: Retry.mostTries)
      }
      if !isStarted { try takeOver(from: found) }
    }
    isStarted = true
  }

  /// Replaces the notifications of a previous watcher, because servers may send answers only to the
  /// connection that showed them.
  private func takeOver(from server: NotificationServer) throws {
    var pass = try ShowingPass(server, presenter: presenter, on: bus)
    for (number, notification) in try presenter.readState()?.onScreen(of: server.connection) ?? [] {
      // When GNOME Shell replaces a critical notification, the buttons are missing.
      let isReplaced = notification.level != .critical
      if isReplaced {
        visible[number] = 0
      } else {
        NotificationServer.close(number, of: server.connection, on: bus)
      }
      let shown = isReplaced ? number : nil
      guard try ask(for: notification, in: &pass, replacing: shown) else { break }
      if pass.isFull { try record(&pass) }
    }
    try record(&pass)
  }

  /// Shows the pending notifications, except those that the server would drop now.
  private func show(_ pending: [ReminderNotification], on server: NotificationServer) throws {
    var pass = try ShowingPass(server, presenter: presenter, on: bus)
    guard pass.header.settings.command == nil else { return }
    // Show those that made the server exit last.
    var waiting = pending.sorted { crashes(of: $0) < crashes(of: $1) }.filter {
      crashes(of: $0) < Retry.mostTries && !pass.isDropped($0)
    }[...]
    var hasFailed = false
    while !waiting.isEmpty {
      var replaced: [UInt32] = []
      let batch = waiting.prefix(ShowingPass.size)
      try presenter.change { state in
        replaced = batch.flatMap {
          state.replace(by: $0, on: server.connection, at: Instant(Date()))
        }
      }
      // Close first: some servers drop a notification that equals one on the screen.
      for number in replaced {
        NotificationServer.close(number, of: server.connection, on: bus)
        visible[number] = nil
      }
      do {
        while !pass.isFull, let notification = waiting.popFirst() {
          guard try !ask(for: notification, in: &pass) else { continue }
          hasFailed = true
          if crashed != nil { waiting = [] }
        }
      } catch {
        try? record(&pass)
        throw error
      }
      try record(&pass)
    }
    if hasFailed { retry.failed() }
  }

  private func crashes(of notification: ReminderNotification) -> Int {
    crashes[notification.identifier] ?? 0
  }

  /// The index of the first program name under which the server accepts another notification.
  private func nameWithRoom(_ server: NotificationServer) -> Int {
    guard let most = server.traits.mostOfOneName else { return 0 }
    return (0...).first { name in visible.values.count { $0 == name } < most } ?? 0
  }

  /// Shows a notification, or replaces the one with the ID `shown`; returns false on failure.
  private func ask(
    for notification: ReminderNotification, in pass: inout ShowingPass,
    replacing shown: UInt32? = nil
  ) throws -> Bool {
    let server = pass.server
    let now = Instant(Date())
    let isRinging = notification.ringsUntil.map { now < $0 } ?? false
    let settings = pass.header.settings
    var request = NotifyCall(
      title: pass.words.title(of: notification),
      body: pass.words.body(of: notification, seenAt: now),
      level: notification.level, buttons: pass.words.buttons(of: notification, settings),
      isStaying: settings.isStaying || isRinging, capabilities: server.capabilities,
      traits: server.traits)
    // A notification that replaces itself rings on, but its sound doesn't begin again.
    let sound =
      shown == nil || isRinging
      ? server.addSound(of: notification, isRinging: isRinging, to: &request) {
        pass.isSilent(notification)
      } : nil
    if shown != nil { request.sound = nil }
    let name = shown.flatMap { visible[$0] } ?? nameWithRoom(server)
    let program = NotifyCall.program + (name > 0 ? " \(name + 1)" : "")
    do {
      let number = try server.show(request, by: program, replacing: shown ?? 0, on: bus)
      if number > 0 { visible[number] = name }
      crashes[notification.identifier] = nil
      crashed = nil
      pass.shown.append(.init(notification: notification, number: number, at: now, sound: sound))
      return true
    } catch {
      StandardError.say(
        .warning,
        "a reminder is not shown yet: the notification server failed: "
          + TerminalText.oneLine("\(error)"))
      if try NotificationServer.owner(on: bus) == server.connection.name {
        crashed = nil
      } else {
        crashed = server.information
        crashes[notification.identifier, default: 0] += 1
      }
      return false
    }
  }

  /// Records the notifications that were shown since the last record, and plays their sounds.
  ///
  /// A record for each of them would write the whole state as many times. If this process is killed
  /// before a record, the next watcher shows the batch again. Answers that arrive before the record
  /// wait in the connection to the bus.
  private func record(_ pass: inout ShowingPass) throws {
    let shown = pass.shown
    pass.begin()
    guard !shown.isEmpty else { return }
    var kept: Set<UInt32> = []
    try presenter.change { state in
      for one in shown where state.isOpen(one.notification.identifier) {
        kept.insert(one.number)
        state.show(
          one.notification, on: pass.server.connection, as: one.number, at: one.at,
          sound: one.sound)
      }
    }
    // Another process has answered the others meanwhile, or has uninstalled the calendars.
    for one in shown where one.number > 0 && !kept.contains(one.number) {
      NotificationServer.close(one.number, of: pass.server.connection, on: bus)
      visible[one.number] = nil
    }
    guard shown.contains(where: { $0.sound != nil }), StateFile.exists(presenter.name) else {
      return
    }
    if try !StateFile(presenter.name).isPlaying(), !presenter.units.play() {
      StandardError.say(.warning, "the user's systemd can't start the sound of the reminder")
    }
  }

  // MARK: Signals

  private func handleNext() throws -> Bool {
    guard let signal = try bus.nextSignal() else { return false }
    try handle(signal)
    return true
  }

  private func handle(_ signal: BusSignal) throws {
    switch (signal.interface, signal.member) {
    case ("org.freedesktop.DBus", "NameOwnerChanged"):
      guard signal.sender == "org.freedesktop.DBus", signal.arguments.count == 3,
        case .string(let name) = signal.arguments[0]
      else { return }
      if name == NotificationServer.name {
        try changeServer()
      } else if server == nil, !name.hasPrefix(":"), signal.arguments[2] != .string("") {
        // A new program can be a desktop whose server the bus can start.
        retry.soon(within: Watcher.timeToStart)
      }
    case (NotificationServer.name, let member):
      // Ignore signals from other senders.
      guard let server, signal.sender == server.connection.name,
        case .uint32(let number)? = signal.arguments.first
      else { return }
      let second = signal.arguments.dropFirst().first
      switch (member, second) {
      case ("ActivationToken", .string(let token)?):
        if visible[number] != nil { tokens[number] = Watcher.checked(token) }
      case ("ActionInvoked", .string(let key)?):
        if let button = NotificationButton(name: key) {
          try press(button, of: number, server: server)
        }
      case ("NotificationClosed", .uint32(let reason)?):
        visible[number] = nil
        tokens[number] = nil
        // The server may now accept a notification that it refused.
        retry.reset(tries: Retry.mostTries)
        let outcome = server.traits.confusesReasons ? nil : NotificationServer.reasons[reason]
        try presenter.change { $0.close(number, of: server.connection, as: outcome ?? .closed) }
      default: break
      }
    default: break
    }
  }

  /// Returns the token if a unit's environment can contain it; else nil.
  private static func checked(_ token: String) -> String? {
    token.utf8.count <= DueReminder.longestName
      && token.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"\"'\\%$".utf8.contains($0) } ? token : nil
  }

  private func press(
    _ button: NotificationButton, of number: UInt32, server: NotificationServer
  ) throws {
    let zone = try presenter.zone(of: presenter.readTable().header, .ofMachine)
    let now = Instant(Date())
    var opened: ReminderNotification?
    var snoozed: [SnoozedNotification] = []
    var isFull = false
    try presenter.change { state in
      guard let notification = state.onScreen(number, of: server.connection) else { return }
      let outcome: ShownNotification.Outcome
      switch button {
      case .open where notification.link == nil:
        // Some servers report a click even without a default action.
        outcome = .dismissed
      case .open:
        outcome = .opened
        opened = notification
      case .done:
        outcome = .done
        state.finish(
          notification, number: state.number(onScreen: number, of: server.connection), at: now)
      case .snooze(let choice):
        isFull = !state.snooze(notification, until: choice.until(pressedAt: now, in: zone))
        outcome = isFull ? .dismissed : .snoozed
        snoozed = state.snoozed
      }
      state.close(number, of: server.connection, as: outcome)
    }
    if isFull {
      StandardError.say(
        .warning,
        "the reminder is not snoozed: \(DesktopState.maximumPending) are snoozed already")
    }
    presenter.wake(snoozed)
    if let opened, !presenter.units.open(opened, token: tokens[number]) {
      StandardError.say(.warning, "the user's systemd can't open the link")
    }
  }
}
