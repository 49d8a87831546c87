/// The name of an installation, which separates its files from others in the same directory.
///
/// All its files begin with ``base``, followed by `-` or `.`. Names cannot contain these
/// characters, so an installation whose name begins with another's name does not share its files.
package struct InstallationName: Hashable, Sendable {
  /// The name that the user chose; nil for the unnamed installation.
  package let name: String?

  /// The installation without a name.
  package static let unnamed = InstallationName()

  /// The largest number of characters in a name, so that names of units stay short in lists.
  package static let maximumLength = 32

  private init() {
    name = nil
  }

  /// Makes a name; nil if the text is not valid.
  ///
  /// - Parameter text: 1 to 32 ASCII letters, digits and `_`. `default` is the installation without
  ///   a name.
  package init?(_ text: String) {
    guard !text.isEmpty, text.unicodeScalars.count <= InstallationName.maximumLength,
      text.unicodeScalars.allSatisfy(UnitName.isKept)
    else { return nil }
    name = text == InstallationName.usual ? nil : text
  }

  /// The name for people, also of the installation without a name: `default`, or `work`.
  package var title: String { name ?? InstallationName.usual }

  /// The option of commands for this installation, after a blank; empty for the one without a name.
  package var option: String { name.map { " --name \($0)" } ?? "" }

  private static let usual = "default"

  /// The start of the names of all files: `ics2notify`, or `ics2notify.work`.
  package var base: String { name.map { "ics2notify.\($0)" } ?? "ics2notify" }

  /// The start of the names of all units except the target.
  package var prefix: String { base + "-" }

  /// The file name of the list of installed files.
  package var manifestName: String { base + ".manifest" }

  /// The file name of the table of due reminders.
  package var tableName: String { base + ".fires" }
}

extension InstallationName {
  /// The target that starts and stops all timers.
  package var target: UnitName { UnitName(base, kind: .target) }
  /// The timer that starts a renewal.
  package var renewalTimer: UnitName { unit("renew", kind: .timer) }
  /// The timer that starts a renewal to fetch calendars.
  package var fetchTimer: UnitName { unit("fetch", kind: .timer) }
  /// The service that renews the reminders.
  package var renewalService: UnitName { unit("renew", kind: .service) }
  /// The path unit that watches the calendars.
  package var renewalPath: UnitName { unit("renew", kind: .path) }
  /// The service that starts when a calendar changes.
  package var changedService: UnitName { unit("changed", kind: .service) }
  /// The timer that elapses when calendars have stopped changing.
  package var settleTimer: UnitName { unit("settle", kind: .timer) }
  /// The timer that elapses even if calendars keep changing.
  package var unsettledTimer: UnitName { unit("unsettled", kind: .timer) }
  /// The service that reports a failed renewal.
  package var failedService: UnitName { unit("failed", kind: .service) }
  /// The timer that retries a failed renewal.
  package var retryTimer: UnitName { unit("retry", kind: .timer) }
  /// The service that shows due reminders.
  package var showService: UnitName { unit("show", kind: .service) }
  /// The service that shows plain text if the program cannot be started.
  package var plainService: UnitName { unit("plain", kind: .service) }

  /// Whether the target starts a unit: a timer for reminders or renewals, or the path unit.
  ///
  /// Services start the timers that follow a change or a failure.
  package func isWanted(_ unit: UnitName) -> Bool {
    (unit.kind == .timer || unit.kind == .path)
      && ![settleTimer, unsettledTimer, retryTimer].contains(unit)
  }

  /// All units whose names do not depend on their content.
  var fixedUnits: [UnitName] {
    [
      target, renewalTimer, fetchTimer, renewalService, renewalPath, changedService, settleTimer,
      unsettledTimer, failedService, retryTimer, showService, plainService,
    ]
  }

  private func unit(_ name: String, kind: UnitName.Kind) -> UnitName {
    UnitName(prefix + name, kind: kind)
  }
}

/// The name of an installed file, except for the list of installed files.
package enum InstalledFileName: Hashable, Sendable {
  /// A unit.
  case unit(UnitName)
  /// The table of due reminders, by its file name.
  case table(String)

  /// Parses a name of an installation; nil if the installation cannot have such a file.
  ///
  /// - Parameters:
  ///   - text: Any text, such as a line of a file that other programs can write.
  ///   - installation: The installation.
  package init?(own text: String, of installation: InstallationName) {
    if text == installation.tableName {
      self = .table(text)
    } else if let unit = UnitName(own: text, of: installation) {
      self = .unit(unit)
    } else {
      return nil
    }
  }

  /// The name of the file in the directory.
  package var string: String {
    switch self {
    case .unit(let name): name.string
    case .table(let name): name
    }
  }

  /// The unit; nil for the table.
  package var unit: UnitName? {
    if case .unit(let name) = self { name } else { nil }
  }
}
