/// A unit file: its name and its content.
package struct UnitFile: Hashable, Sendable {
  /// The unit's name.
  package let unit: UnitName
  /// The content, ending with a line feed.
  package let text: String

  /// Makes a unit file from sections.
  ///
  /// - Parameters:
  ///   - name: The name of the unit.
  ///   - sections: The sections, in the order of the file.
  package init(name: UnitName, sections: [UnitSection]) {
    unit = name
    text = sections.map(\.text).joined(separator: "\n")
  }

  /// The name of the file in the directory of units.
  package var name: String { unit.string }
}

/// A section of a unit file.
package struct UnitSection: Hashable, Sendable {
  /// The sections that the program writes.
  package enum Name: String, Hashable, Sendable {
    case unit = "Unit"
    case timer = "Timer"
    case path = "Path"
    case service = "Service"
    case install = "Install"
  }

  /// The directives that the program writes.
  package enum Key: String, Hashable, Sendable {
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
    case persistent = "Persistent"
    case unit = "Unit"
    case type = "Type"
    case execStartPre = "ExecStartPre"
    case execStart = "ExecStart"
    case successExitStatus = "SuccessExitStatus"
    case pathChanged = "PathChanged"
    case restart = "Restart"
    case restartDelay = "RestartSec"
    case wantedBy = "WantedBy"
  }

  /// The name of the section.
  package let name: Name
  /// The directives, in the order of the file.
  private let directives: [(key: Key, value: UnitValue)]

  /// Makes a section from its directives.
  package init(_ name: Name, _ directives: [(Key, UnitValue)]) {
    self.name = name
    self.directives = directives.map { (key: $0.0, value: $0.1) }
  }

  /// The lines of the section.
  var text: String {
    directives.reduce(into: "[\(name.rawValue)]\n") { text, directive in
      text += "\(directive.key.rawValue)=\(directive.value.text)\n"
    }
  }

  /// Two sections are equal if their lines are equal.
  package static func == (left: UnitSection, right: UnitSection) -> Bool {
    left.text == right.text
  }

  /// Hashes the lines of the section.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
