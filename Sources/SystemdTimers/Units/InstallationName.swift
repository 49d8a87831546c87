/// What an installation is called: what tells its files from those of others in one directory.
///
/// All its files begin with ``base``; what follows there, `-` or `.` and a kind, keeps the files of
/// one whose name is the beginning of another's apart, since no name holds either.
package struct InstallationName: Hashable, Sendable {
  /// What the user calls it; nil for the one without a name.
  package let name: String?

  /// The installation that needs no name.
  package static let unnamed = InstallationName()

  /// The most characters of a name, so that names of units stay short enough for lists.
  package static let maximumLength = 32

  private init() {
    name = nil
  }

  /// Makes a name.
  ///
  /// - Parameter text: What the user types: 1 to 32 letters, digits and `_` of ASCII; nil comes of
  ///   any other.
  package init?(_ text: String) {
    guard !text.isEmpty, text.unicodeScalars.count <= InstallationName.maximumLength,
      text.unicodeScalars.allSatisfy(UnitName.isKept)
    else { return nil }
    name = text
  }

  /// What all its files begin with: `ics2notify`, or `ics2notify.work`.
  package var base: String { name.map { "ics2notify.\($0)" } ?? "ics2notify" }

  /// What the names of all its units but the target begin with.
  package var prefix: String { base + "-" }

  /// The file name of the list of its files.
  package var manifestName: String { base + ".manifest" }

  /// The file name of the table of what is due.
  package var tableName: String { base + ".fires" }
}

extension InstallationName {
  /// The target that starts and stops all timers.
  package var target: UnitName { UnitName(base, .target) }
  /// The timer that has everything compiled again.
  package var renewalTimer: UnitName { unit("renew", .timer) }
  /// The service that compiles again.
  package var renewalService: UnitName { unit("renew", .service) }
  /// What watches the calendars.
  package var renewalPath: UnitName { unit("renew", .path) }
  /// The service that a change of a calendar starts.
  package var changedService: UnitName { unit("changed", .service) }
  /// The timer that elapses once calendars have stopped changing.
  package var settleTimer: UnitName { unit("settle", .timer) }
  /// The timer that elapses though calendars go on changing.
  package var unsettledTimer: UnitName { unit("unsettled", .timer) }
  /// The service that tells of a renewal that failed.
  package var failedService: UnitName { unit("failed", .service) }
  /// The timer that has a renewal tried again.
  package var retryTimer: UnitName { unit("retry", .timer) }
  /// The service that shows what is due.
  package var showService: UnitName { unit("show", .service) }
  /// The service that shows plain text where the program can't be started.
  package var plainService: UnitName { unit("plain", .service) }

  /// Whether the target has a unit started: a timer that waits for an instant, or what watches.
  ///
  /// The timers that follow on a change or a failure are started by these.
  package func isWanted(_ unit: UnitName) -> Bool {
    (unit.kind == .timer || unit.kind == .path)
      && ![settleTimer, unsettledTimer, retryTimer].contains(unit)
  }

  /// All units whose names come from no content.
  var fixedUnits: [UnitName] {
    [
      target, renewalTimer, renewalService, renewalPath, changedService, settleTimer,
      unsettledTimer, failedService, retryTimer, showService, plainService,
    ]
  }

  private func unit(_ name: String, _ kind: UnitName.Kind) -> UnitName {
    UnitName(prefix + name, kind)
  }
}

/// The name of a file that an installation has in its directory, besides its list of them.
package enum InstalledFileName: Hashable, Sendable {
  /// A unit.
  case unit(UnitName)
  /// The table of what is due, by its file name.
  case table(String)

  /// A name that an installation can have given, or nil: how lists of names are read back.
  ///
  /// - Parameters:
  ///   - text: Any text, such as a line of a file that anybody can have written.
  ///   - installation: Whose files are meant.
  package init?(own text: String, of installation: InstallationName) {
    if text == installation.tableName {
      self = .table(text)
    } else if let unit = UnitName(own: text, of: installation) {
      self = .unit(unit)
    } else {
      return nil
    }
  }

  /// The file's name in the directory.
  package var string: String {
    switch self {
    case .unit(let name): name.string
    case .table(let name): name
    }
  }

  /// The unit; nil for what is none.
  package var unit: UnitName? {
    if case .unit(let name) = self { name } else { nil }
  }
}
