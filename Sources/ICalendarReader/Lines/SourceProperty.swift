/// A property as it stands in a file: its value in source form, and what libical made of the rest.
struct SourceProperty {
  /// The parameters that can matter.
  struct Parameters: Equatable {
    /// TZID.
    var zoneName: String?
    /// VALUE, in upper case.
    var valueType: String?
    /// RELATED, in upper case.
    var related: String?
    /// RANGE, in upper case.
    var range: String?
  }

  /// What the property is.
  var name: PropertyName
  /// The line in which it begins.
  var line: Int
  /// The value as it stands, unfolded, without blanks around it.
  var value: String
  /// The parameters.
  var parameters = Parameters()
  /// The texts of the value, unescaped: one, or several for a list.
  var texts: [String] = []
  /// Whether libical could not read the parameters or the text.
  var isDamaged = false

  /// The text of the value; the source text where libical gave none.
  var text: String { texts.first ?? value }
}

/// A component of a component: an alarm, or an observance of a zone.
struct SourcePart {
  /// The line of its BEGIN.
  var line: Int
  /// Its properties that matter.
  var properties: [SourceProperty] = []
  /// Whether its END came.
  var isEnded = false

  /// The first property of a name.
  func first(_ name: PropertyName) -> SourceProperty? { properties.first(named: name) }
}

/// A component as it stands in a file.
struct SourceComponent {
  /// The line of its BEGIN.
  var line: Int
  /// Its own properties that matter.
  var properties: [SourceProperty] = []
  /// Its alarms or observances.
  var parts: [SourcePart] = []
  /// The lines that are no properties.
  var strayLines: [Int] = []
  /// Whether a component inside never ends, so that its lines can't be told from the outer ones.
  var hasUnendedPart = false
  /// Whether its properties are more than are read.
  var isTooLarge = false

  /// The first property of a name.
  func first(_ name: PropertyName) -> SourceProperty? { properties.first(named: name) }

  /// All properties of a name.
  func all(_ name: PropertyName) -> [SourceProperty] {
    properties.indices.filter { properties[$0].name == name }.map { properties[$0] }
  }
}

extension [SourceProperty] {
  /// The first property of a name.
  fileprivate func first(named name: PropertyName) -> SourceProperty? {
    // By index: a loop over elements would copy the strings of each.
    for index in indices where self[index].name == name { return self[index] }
    return nil
  }
}
