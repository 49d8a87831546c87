#if canImport(CSystemd)
  import CSystem
  import CSystemd

  /// A connection to the user's session bus through libsystemd's D-Bus client (sd-bus(3)).
  ///
  /// Use it from one thread. No call starts a service; use the method `StartServiceByName` for
  /// that.
  @safe package final class SessionBus {
    private let bus: OpaquePointer
    /// The identifier of this bus, 32 hexadecimal digits.
    ///
    /// Every bus has a different identifier, including the bus of the next session.
    package let identifier: String

    /// Connects to the bus that `DBUS_SESSION_BUS_ADDRESS` names, or to `$XDG_RUNTIME_DIR/bus`.
    ///
    /// - Throws: A ``BusError`` if the bus doesn't exist or refuses this user.
    package init() throws(BusError) {
      var opened: OpaquePointer?
      try SessionBus.check(unsafe sd_bus_open_user(&opened))
      guard let bus = unsafe opened else { throw SessionBus.error(ENOTCONN) }
      var guid = sd_id128_t()
      let code = unsafe sd_bus_get_bus_id(bus, &guid)
      guard code >= 0 else {
        unsafe sd_bus_flush_close_unref(bus)
        throw SessionBus.error(-code)
      }
      unsafe self.bus = bus
      identifier = unsafe withUnsafeBytes(of: &guid) { bytes in
        unsafe bytes.map { byte in
          let digits = String(byte, radix: 16)
          return digits.utf8.count < 2 ? "0" + digits : digits
        }.joined()
      }
    }

    deinit { unsafe sd_bus_flush_close_unref(bus) }

    /// Calls a method and waits for the reply.
    ///
    /// If the other side leaves the bus, the wait ends with an error. Signals that arrive meanwhile
    /// are kept for ``nextSignal()``.
    ///
    /// - Parameters:
    ///   - method: The method. It must exist, because no service is started for it.
    ///   - arguments: The arguments of the call.
    ///   - seconds: The longest wait; nil to wait as long as the other side is on the bus.
    /// - Throws: The error that the other side returned, or the reason why the call failed.
    /// - Returns: The values of the reply, up to the first with a type that ``BusValue`` does not
    ///   support.
    package func call(
      _ method: BusMethod, _ arguments: [BusValue] = [], within seconds: Int? = nil
    ) throws(BusError) -> [BusValue] {
      let message = try unsafe message(for: method, arguments)
      defer { unsafe sd_bus_message_unref(message) }
      try SessionBus.check(unsafe sd_bus_message_set_auto_start(message, 0))
      var error = unsafe sd_bus_error()
      defer { unsafe sd_bus_error_free(&error) }
      var reply: OpaquePointer?
      let microseconds = seconds.map { UInt64($0) * 1_000_000 } ?? .max
      let code = unsafe sd_bus_call(bus, message, microseconds, &error, &reply)
      guard code >= 0, let reply = unsafe reply else {
        guard let name = unsafe error.name else { throw SessionBus.error(-code) }
        throw BusError(
          name: unsafe String(cString: name),
          message: unsafe error.message.map { unsafe String(cString: $0) } ?? "")
      }
      defer { unsafe sd_bus_message_unref(reply) }
      return unsafe SessionBus.values(of: reply)
    }

    /// Calls a method without waiting for a reply; throws if the message cannot be sent.
    package func send(_ method: BusMethod, _ arguments: [BusValue]) throws(BusError) {
      let message = try unsafe message(for: method, arguments)
      defer { unsafe sd_bus_message_unref(message) }
      try SessionBus.check(unsafe sd_bus_message_set_auto_start(message, 0))
      try SessionBus.check(unsafe sd_bus_message_set_expect_reply(message, 0))
      try SessionBus.check(unsafe sd_bus_send(bus, message, nil))
    }

    /// Subscribes to the signals that match a rule (D-Bus Specification, Match Rules).
    package func subscribe(to rule: String) throws(BusError) {
      _ = try call(.ofBus("AddMatch"), [.string(rule)])
    }

    /// Returns the next signal without waiting, or nil; throws if the connection has ended.
    package func nextSignal() throws(BusError) -> BusSignal? {
      while true {
        var message: OpaquePointer?
        let code = unsafe sd_bus_process(bus, &message)
        try SessionBus.check(code)
        guard let message = unsafe message else {
          if code == 0 { return nil }
          continue
        }
        defer { unsafe sd_bus_message_unref(message) }
        guard unsafe sd_bus_message_is_signal(message, nil, nil) > 0 else {
          // This program does not offer methods.
          unsafe sd_bus_reply_method_errno(message, ENOTSUP, nil)
          continue
        }
        guard let sender = unsafe sd_bus_message_get_sender(message),
          let interface = unsafe sd_bus_message_get_interface(message),
          let member = unsafe sd_bus_message_get_member(message)
        else { continue }
        return unsafe BusSignal(
          sender: String(cString: sender), interface: String(cString: interface),
          member: String(cString: member), arguments: SessionBus.values(of: message))
      }
    }

    /// Returns the descriptor for `poll(2)`, which becomes readable when a message arrives.
    package func descriptor() throws(BusError) -> Int32 {
      // Send the queued messages before the wait begins.
      try SessionBus.check(unsafe sd_bus_flush(bus))
      let descriptor = unsafe sd_bus_get_fd(bus)
      try SessionBus.check(descriptor)
      return descriptor
    }

    private func message(
      for method: BusMethod, _ arguments: [BusValue]
    ) throws(BusError) -> OpaquePointer {
      var made: OpaquePointer?
      try SessionBus.check(
        unsafe sd_bus_message_new_method_call(
          bus, &made, method.destination, method.path, method.interface, method.member))
      guard let message = unsafe made else { throw SessionBus.error(ENOMEM) }
      for argument in arguments {
        let code = unsafe SessionBus.append(argument, to: message)
        guard code >= 0 else {
          unsafe sd_bus_message_unref(message)
          throw SessionBus.error(-code)
        }
      }
      return unsafe message
    }
  }

  extension SessionBus {
    private static func check(_ code: Int32) throws(BusError) {
      guard code >= 0 else { throw error(-code) }
    }

    private static func error(_ number: Int32) -> BusError {
      var error = unsafe sd_bus_error()
      defer { unsafe sd_bus_error_free(&error) }
      unsafe sd_bus_error_set_errno(&error, number)
      return unsafe BusError(
        name: error.name.map { unsafe String(cString: $0) } ?? "",
        message: error.message.map { unsafe String(cString: $0) } ?? "")
    }

    /// Appends a value; returns a negative error number if it fails.
    private static func append(_ value: BusValue, to message: OpaquePointer) -> Int32 {
      switch value {
      case .byte(var number): return unsafe appendBasic("y", value: &number, to: message)
      case .boolean(let isTrue):
        var number: Int32 = isTrue ? 1 : 0
        return unsafe appendBasic("b", value: &number, to: message)
      case .int32(var number): return unsafe appendBasic("i", value: &number, to: message)
      case .uint32(var number): return unsafe appendBasic("u", value: &number, to: message)
      case .string(let text): return unsafe append(text, to: message)
      case .strings(let texts):
        return unsafe container("a", contents: "s", in: message) {
          firstFailure(in: texts) { unsafe append($0, to: message) }
        }
      case .dictionary(let entries):
        return unsafe container("a", contents: "{sv}", in: message) {
          firstFailure(in: entries.sorted { $0.key < $1.key }) { key, value in
            unsafe container("e", contents: "sv", in: message) {
              let code = unsafe append(key, to: message)
              guard code >= 0 else { return code }
              return unsafe container("v", contents: value.signature, in: message) {
                unsafe append(value, to: message)
              }
            }
          }
        }
      }
    }

    private static func append(_ text: String, to message: OpaquePointer) -> Int32 {
      // A NUL would end the string early.
      let text = text.contains("\0") ? text.filter { $0 != "\0" } : text
      return unsafe text.withCString { unsafe appendBasic("s", value: $0, to: message) }
    }

    private static func appendBasic(
      _ type: Character, value: UnsafeRawPointer, to message: OpaquePointer
    ) -> Int32 {
      unsafe sd_bus_message_append_basic(message, code(of: type), value)
    }

    private static func container(
      _ type: Character, contents: String, in message: OpaquePointer, body: () -> Int32
    ) -> Int32 {
      let opened = unsafe sd_bus_message_open_container(message, code(of: type), contents)
      guard opened >= 0 else { return opened }
      let code = body()
      return code < 0 ? code : unsafe sd_bus_message_close_container(message)
    }

    private static func firstFailure<Element>(
      in elements: some Sequence<Element>, _ body: (Element) -> Int32
    ) -> Int32 {
      for element in elements {
        let code = body(element)
        if code < 0 { return code }
      }
      return 0
    }

    private static func code(of type: Character) -> CChar {
      CChar(bitPattern: type.asciiValue ?? 0)
    }

    /// The values of a message, up to the first with a type that ``BusValue`` does not support.
    private static func values(of message: OpaquePointer) -> [BusValue] {
      var values: [BusValue] = []
      while let value = unsafe next(of: message) { values.append(value) }
      return values
    }

    private static func next(of message: OpaquePointer) -> BusValue? {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
      switch type {
      case code(of: "y"):
        var number: UInt8 = 0
        return unsafe read(type, into: &number, of: message) ? .byte(number) : nil
      case code(of: "b"):
        var number: Int32 = 0
        return unsafe read(type, into: &number, of: message) ? .boolean(number != 0) : nil
      case code(of: "i"):
        var number: Int32 = 0
        return unsafe read(type, into: &number, of: message) ? .int32(number) : nil
      case code(of: "u"):
        var number: UInt32 = 0
        return unsafe read(type, into: &number, of: message) ? .uint32(number) : nil
      case code(of: "s"): return unsafe text(of: message).map { .string($0) }
      case code(of: "a") where unsafe contents.map { unsafe String(cString: $0) } == "s":
        guard unsafe sd_bus_message_enter_container(message, type, "s") > 0 else { return nil }
        var texts: [String] = []
        while let text = unsafe text(of: message) { texts.append(text) }
        return unsafe sd_bus_message_exit_container(message) >= 0 ? .strings(texts) : nil
      case code(of: "v"):
        guard unsafe sd_bus_message_enter_container(message, type, contents) > 0,
          let value = unsafe next(of: message)
        else { return nil }
        return unsafe sd_bus_message_exit_container(message) >= 0 ? value : nil
      default: return nil
      }
    }

    private static func read(
      _ type: CChar, into value: UnsafeMutableRawPointer, of message: OpaquePointer
    ) -> Bool {
      unsafe sd_bus_message_read_basic(message, type, value) > 0
    }

    private static func text(of message: OpaquePointer) -> String? {
      var text: UnsafePointer<CChar>?
      guard unsafe sd_bus_message_read_basic(message, code(of: "s"), &text) > 0 else { return nil }
      return unsafe text.map { unsafe String(cString: $0) }
    }
  }
#else
  /// The user's session bus; only systems with systemd have one.
  package final class SessionBus {
    package let identifier = ""

    package init() throws(BusError) {
      throw BusError(name: "", message: "this system lacks a session bus")
    }

    package func call(
      _ method: BusMethod, _ arguments: [BusValue] = [], within seconds: Int? = nil
    ) throws(BusError) -> [BusValue] { [] }
    package func send(_ method: BusMethod, _ arguments: [BusValue]) throws(BusError) {}
    package func subscribe(to rule: String) throws(BusError) {}
    package func nextSignal() throws(BusError) -> BusSignal? { nil }
    package func descriptor() throws(BusError) -> Int32 { -1 }
  }
#endif

/// The reason why a call over the bus failed.
package struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The D-Bus error name that the other side returned, or libsystemd's name for an error number.
  package let name: String
  /// The message for the user; not trusted, because another program may have written it.
  package let message: String

  /// Makes an error.
  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// The text for a log: the message, or the name if the message is empty.
  package var description: String { message.isEmpty ? name : message }
}

/// A method of an object of a service on the bus.
package struct BusMethod: Sendable {
  /// The unique or well-known name of the service on the bus.
  package let destination: String
  /// The path of the object.
  package let path: String
  /// The interface.
  package let interface: String
  /// The name of the method.
  package let member: String

  /// Makes a method from its names.
  package init(destination: String, path: String, interface: String, member: String) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
  }

  /// A method of the bus itself.
  package static func ofBus(_ member: String) -> BusMethod {
    BusMethod(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: member)
  }
}

/// A signal that arrived.
package struct BusSignal: Sendable {
  /// The unique name of the sender, which the bus sets, so it cannot be forged.
  package let sender: String
  /// The interface.
  package let interface: String
  /// The name of the signal.
  package let member: String
  /// The arguments, up to the first with a type that ``BusValue`` does not support.
  package let arguments: [BusValue]
}

/// A value of a D-Bus message (D-Bus Specification, Type System).
///
/// It supports the types that desktop services use.
package enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case string(String)
  /// An array of strings, `as`.
  case strings([String])
  /// A dictionary of strings to variants, `a{sv}`.
  case dictionary([String: BusValue])

  /// The D-Bus signature of the type.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int32: "i"
    case .uint32: "u"
    case .string: "s"
    case .strings: "as"
    case .dictionary: "a{sv}"
    }
  }
}
