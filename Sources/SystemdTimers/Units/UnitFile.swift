/// A unit file: its name and its content.
package struct UnitFile: Hashable, Sendable {
  /// The unit's name.
  package let unit: UnitName
  /// The content, ending with a line feed.
  package let text: String

  /// Makes a unit file from sections, each with its directives in the order of the file.
  ///
  /// A section without directives is not written.
  package init(
    name: UnitName, unit: [(UnitDirective, UnitValue)], timer: [(UnitDirective, UnitValue)] = [],
    path: [(UnitDirective, UnitValue)] = [], service: [(UnitDirective, UnitValue)] = [],
    install: [(UnitDirective, UnitValue)] = []
  ) {
    self.unit = name
    let sections = [
      ("Unit", unit), ("Timer", timer), ("Path", path), ("Service", service), ("Install", install),
    ]
    text = sections.filter { !$0.1.isEmpty }.map { section, directives in
      directives.reduce(into: "[\(section)]\n") { $0 += "\($1.0.rawValue)=\($1.1.text)\n" }
    }.joined(separator: "\n")
  }

  /// The name of the file in the directory of units.
  package var name: String { unit.string }
}

/// The directives that the program writes.
package enum UnitDirective: String, Sendable {
  case description = "Description"
  case after = "After"
  case partOf = "PartOf"
  case wants = "Wants"
  case onFailure = "OnFailure"
  case conditionPathExists = "ConditionPathExists"
  case startLimitInterval = "StartLimitIntervalSec"
  case onCalendar = "OnCalendar"
  case onTimezoneChange = "OnTimezoneChange"
  case onActive = "OnActiveSec"
  case remainAfterElapse = "RemainAfterElapse"
  case accuracy = "AccuracySec"
  case randomizedDelay = "RandomizedDelaySec"
  case fixedDelay = "FixedRandomDelay"
  case persistent = "Persistent"
  case unit = "Unit"
  case type = "Type"
  case execStartPre = "ExecStartPre"
  case execStart = "ExecStart"
  case timeoutStart = "TimeoutStartSec"
  case successExitStatus = "SuccessExitStatus"
  case pathChanged = "PathChanged"
  case restart = "Restart"
  case restartDelay = "RestartSec"
  case wantedBy = "WantedBy"
}

extension UnitValue {
  /// The time after which systemd ends a service of type `oneshot`.
  ///
  /// Without it, systemd waits forever, and no timer can start the service again.
  static let timeToEnd = UnitValue.constant("5min")
}
