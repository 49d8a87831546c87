/// What a content line says: its name, its parameters and its value (RFC 5545, 3.1).
package struct ContentLine: Equatable {
  /// The parameters that can matter for what fires.
  package struct Parameters: Equatable {
    /// TZID, as it stands.
    package var zoneName: String?
    /// RELATED, in upper case.
    package var related: String?
    /// RANGE, in upper case.
    package var range: String?

    /// No parameters.
    package init() {}
  }

  /// The property's name, in upper case.
  package var name: String
  /// The parameters.
  package var parameters = Parameters()
  /// The value without blanks around it: as it stands, or as the grammar writes it anew.
  package var value = ""
  /// The texts of a value of type TEXT, unescaped: one, or several for a list.
  ///
  /// Empty for values of other types.
  package var texts: [String] = []
  /// Whether something in it could not be read, so that a part of it is missing here.
  package var isDamaged = false

  /// Makes a line that has a name and nothing else yet.
  package init(name: String) {
    self.name = name
  }
}
