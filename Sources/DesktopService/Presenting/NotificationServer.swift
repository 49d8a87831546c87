package import DesktopReminders
import ProgramSupport
package import SessionBus
import SystemdTimers

/// The notification server on the session bus (Desktop Notifications Specification).
package struct NotificationServer {
  /// The server's unique connection.
  let connection: ServerConnection
  /// The capabilities that the server has named.
  package let capabilities: ServerCapabilities
  /// The server's name, vendor and version.
  package let information: ServerInformation

  /// The known properties of the server.
  package let traits: ServerTraits

  /// The well-known bus name of the server, and its interface.
  static let name = "org.freedesktop.Notifications"
  /// The reason codes of `NotificationClosed`; others count as `closed`.
  static let reasons: [UInt32: ShownNotification.Outcome] = [1: .expired, 2: .dismissed]

  /// The timeout for starting a service, in seconds.
  private static let startPatience = 30
  /// The timeout for calls to the bus and to Xfce's settings, in seconds.
  private static let patience = 10

  /// Queries the running server; nil without a server.
  ///
  /// Waits for a busy server without a limit, or for `seconds`, after which it counts as absent.
  package init?(on bus: SessionBus, within seconds: Int? = nil) throws(BusError) {
    guard let owner = try NotificationServer.owner(on: bus) else { return nil }
    connection = ServerConnection(bus: bus.identifier, name: owner)
    // A server that is starting can own the name before it answers calls.
    guard
      let names = try? bus.call(
        NotificationServer.method("GetCapabilities", of: owner), within: seconds),
      case .strings(let names)? = names.first
    else { return nil }
    capabilities = ServerCapabilities(names)
    let texts = try? bus.call(
      NotificationServer.method("GetServerInformation", of: owner), within: seconds)
    information = ServerInformation(
      (texts ?? []).map { value in if case .string(let text) = value { text } else { "" } })
    traits = ServerTraits.named(information)
  }

  /// The unique name of the server's connection; nil without a server.
  static func owner(on bus: SessionBus) throws(BusError) -> String? {
    do {
      let answer = try bus.call(.ofBus("GetNameOwner"), [.string(name)], within: patience)
      return if case .string(let owner)? = answer.first { owner } else { nil }
    } catch {
      guard error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" else { throw error }
      return nil
    }
  }

  /// Starts a server through the bus; returns false if no service file allows it.
  @discardableResult
  package static func start(on bus: SessionBus) -> Bool {
    do {
      _ = try bus.call(
        .ofBus("StartServiceByName"), [.string(name), .uint32(0)], within: startPatience)
      return true
    } catch {
      return error.name != "org.freedesktop.DBus.Error.ServiceUnknown"
    }
  }

  /// Requests that the bus start a server, without waiting.
  static func requestStart(on bus: SessionBus) {
    try? bus.send(.ofBus("StartServiceByName"), [.string(name), .uint32(0)])
  }

  /// Shows a notification; waits for a busy server without a limit.
  ///
  /// Replaces the notification with the ID `replaced`, unless that is 0. Returns the new ID; 0 if
  /// the server's answer lacks it.
  func show(
    _ request: NotifyCall, by program: String, replacing replaced: UInt32,
    on bus: SessionBus
  ) throws(BusError) -> UInt32 {
    var hints: [String: BusValue] = [
      "urgency": .byte(request.urgency.number), "category": .string(NotifyCall.category),
    ]
    switch request.sound {
    case .named(let name): if capabilities.hasSound { hints["sound-name"] = .string(name) }
    case .file(let path): if capabilities.hasSound { hints["sound-file"] = .string(path) }
    case nil: hints["suppress-sound"] = .boolean(true)
    }
    let answer = try bus.call(
      NotificationServer.method("Notify", of: connection.name),
      [
        .string(program), .uint32(replaced), .string(NotifyCall.icon),
        .string(request.summary), .string(request.body),
        .strings(request.actions.flatMap { [$0.key, $0.label] }), .dictionary(hints),
        .int32(request.timeout),
      ])
    return if case .uint32(let number)? = answer.first { number } else { 0 }
  }

  /// Whether Do Not Disturb would silently drop a notification now; false if unknown.
  func drops(isCritical: Bool, on bus: SessionBus) -> Bool {
    guard let setting = traits.doNotDisturb, !(isCritical && traits.showsCritical) else {
      return false
    }
    return isOn(setting, on: bus)
  }

  /// Whether Do Not Disturb would hide or drop a notification now; false if unknown.
  func isSilent(isCritical: Bool, on bus: SessionBus) -> Bool {
    guard let setting = traits.doNotDisturb ?? traits.silence,
      !(isCritical && traits.showsCritical)
    else { return false }
    return isOn(setting, on: bus)
  }

  private func isOn(_ setting: ServerTraits.DoNotDisturb, on bus: SessionBus) -> Bool {
    switch setting {
    case .xfconf(let channel, let property):
      let answer = try? bus.call(
        BusMethod(
          destination: "org.xfce.Xfconf", path: "/org/xfce/Xfconf", interface: "org.xfce.Xfconf",
          member: "GetProperty"),
        [.string(channel), .string(property)], within: NotificationServer.patience)
      return answer?.first == .boolean(true)
    case .gsettings(let schema, let key, let value):
      return InstalledProgram(named: "gsettings")?.answer(["get", schema, key])?.text.trimmed
        == value
    case .property(let interface, let name):
      let answer = try? bus.call(
        BusMethod(
          destination: connection.name, path: NotificationServer.path,
          interface: "org.freedesktop.DBus.Properties", member: "Get"),
        [.string(interface), .string(name)], within: NotificationServer.patience)
      return answer?.first == .boolean(true)
    }
  }

  /// Match rules for setting changes in Xfce and in dconf, which stores GSettings.
  static let settingRules = [
    "type='signal',interface='org.xfce.Xfconf',member='PropertyChanged'",
    "type='signal',interface='ca.desrt.dconf.Writer',member='Notify'",
  ]

  /// Closes a notification on the screen.
  static func close(_ number: UInt32, of server: ServerConnection, on bus: SessionBus) {
    // Ignore errors: the notification may be closed already.
    try? bus.send(method("CloseNotification", of: server.name), [.uint32(number)])
  }

  private static let path = "/org/freedesktop/Notifications"

  private static func method(_ member: String, of owner: String) -> BusMethod {
    BusMethod(destination: owner, path: path, interface: name, member: member)
  }
}

extension DesktopNotification.Urgency {
  /// The value of the hint `urgency`.
  fileprivate var number: UInt8 {
    switch self {
    case .low: 0
    case .normal: 1
    case .critical: 2
    }
  }
}
