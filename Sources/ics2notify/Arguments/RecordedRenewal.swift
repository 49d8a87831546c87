/// The arguments with which a renewal compiles again, as its service records them.
struct RecordedRenewal: Equatable {
  /// The arguments behind the program's name.
  let arguments: [String]

  /// The calendars that it reads.
  var calendars: [String] {
    arguments.firstIndex(of: "--").map { Array(arguments[($0 + 1)...]) } ?? []
  }

  /// Whether it was written by a version that recorded defaults.
  ///
  /// Such a one wrote the horizon, the time to the next renewal and the limit, in this order and
  /// whether or not anybody had asked for them. ``RenewalArguments`` writes what was asked for, and
  /// the limit before the others.
  var recordsDefaults: Bool {
    guard let place = arguments.firstIndex(where: { $0.hasPrefix("--horizon=") }) else {
      return false
    }
    let next = arguments[(place + 1)...].prefix(2)
    return zip(next, ["--renew-within=", "--limit="]).allSatisfy { $0.hasPrefix($1) }
      && next.count == 2
  }

  /// The options of a run without the defaults that it was called with, though nobody had asked for
  /// them.
  ///
  /// - Parameters:
  ///   - options: The options as they were given.
  ///   - arguments: All arguments of the run, which are those recorded where it is the renewal.
  /// - Returns: What was asked for.
  func asked(_ options: SharedArguments, calledWith arguments: [String]) -> SharedArguments {
    guard recordsDefaults, arguments == self.arguments else { return options }
    var asked = options
    if asked.horizon == SharedArguments.defaultHorizon { asked.horizon = nil }
    if asked.renewWithin == SharedArguments.defaultRenewWithin { asked.renewWithin = nil }
    // The limit of Apple's systems, which such a version took for the default of systemd, too.
    if asked.limit == 64 { asked.limit = nil }
    return asked
  }
}
