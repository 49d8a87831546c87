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
