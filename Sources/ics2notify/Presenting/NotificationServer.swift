import DesktopReminders
import SessionBus
import SystemdTimers

/// The desktop's notification server, which owns a name on the session bus (Desktop Notifications
/// Specification).
struct NotificationServer {
  /// Its connection, which no other server has.
  let connection: ServerConnection
  let capabilities: ServerCapabilities
  /// Its name, vendor and version.
  let information: ServerInformation

  let traits: ServerTraits

  /// The name on the bus that the server owns, and its interface.
  static let name = "org.freedesktop.Notifications"
  /// The reasons of `NotificationClosed` that the specification has.
  static let reasons: [UInt32: ShownNotification.Outcome] = [1: .expired, 2: .dismissed]

  /// How long the start of a service may take, in seconds.
  private static let startPatience = 30
  /// How long the bus itself and Xfce's settings may take, in seconds.
  private static let patience = 10

  /// Asks the server that is on the bus; nil without a server.
  ///
  /// Waits as long as a busy server is on the bus, or for some seconds, after which it counts as absent.
  init?(on bus: SessionBus, within seconds: Int? = nil) throws(BusError) {
    guard let owner = try NotificationServer.owner(on: bus) else { return nil }
    connection = ServerConnection(bus: bus.identifier, name: owner)
    // One that has just started may own the name before it can be called.
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

  /// Has the bus start a server; returns whether a service file of the desktop allows it.
  @discardableResult
  static func start(on bus: SessionBus) -> Bool {
    do {
      _ = try bus.call(
        .ofBus("StartServiceByName"), [.string(name), .uint32(0)], within: startPatience)
      return true
    } catch {
      return error.name != "org.freedesktop.DBus.Error.ServiceUnknown"
    }
  }

  /// Asks the bus to start a server, and doesn't wait for it.
  static func requestStart(on bus: SessionBus) {
    try? bus.send(.ofBus("StartServiceByName"), [.string(name), .uint32(0)])
  }

  /// Shows a notification; waits for a busy server as long as it is there.
  ///
  /// It takes the place of the notification whose number is `replaced`, unless that is 0. Returns the
  /// number by which the server knows it; 0 if it gives none.
  func show(
    _ request: NotifyCall, by program: String, replacing replaced: UInt32,
    on bus: SessionBus
  ) throws(BusError) -> UInt32 {
    var hints: [String: BusValue] = [
      "urgency": .byte(request.urgency.number), "category": .string(NotifyCall.category),
    ]
    if let sound = request.sound {
      if capabilities.hasSound { hints["sound-name"] = .string(sound) }
    } else {
      hints["suppress-sound"] = .boolean(true)
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

  /// Whether the server would silently drop a notification now; false if that is unknown.
  func drops(isCritical: Bool, on bus: SessionBus) -> Bool {
    guard let setting = traits.doNotDisturb, !(isCritical && traits.showsCritical) else {
      return false
    }
    switch setting {
    case .xfconf(let channel, let property):
      let answer = try? bus.call(
        BusMethod("org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf", "GetProperty"),
        [.string(channel), .string(property)], within: NotificationServer.patience)
      return answer?.first == .boolean(true)
    case .gsettings(let schema, let key):
      return InstalledProgram(named: "gsettings")?.answer(["get", schema, key])?.text.trimmed
        == "true"
    }
  }

  /// Match rules for signals about changed settings of Xfce and of dconf, which GSettings uses.
  static let settingRules = [
    "type='signal',interface='org.xfce.Xfconf',member='PropertyChanged'",
    "type='signal',interface='ca.desrt.dconf.Writer',member='Notify'",
  ]

  /// Takes a notification off the screen of a server.
  static func close(_ number: UInt32, of server: ServerConnection, on bus: SessionBus) {
    // It may be gone already.
    try? bus.send(method("CloseNotification", of: server.name), [.uint32(number)])
  }

  private static func method(_ member: String, of owner: String) -> BusMethod {
    BusMethod(owner, "/org/freedesktop/Notifications", name, member)
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
