/// A component as it stands in a file.
struct SourceComponent {
  /// The line of its BEGIN.
  var line: Int
  /// Its own properties that matter.
  var properties: [SourceProperty] = []
  /// Its alarms or observances.
  var subcomponents: [SourceSubcomponent] = []
  /// The lines that are no properties.
  var strayLines: [Int] = []
  /// Whether a component inside never ends, so that its lines can't be told from the outer ones.
  var hasUnendedSubcomponent = false
  /// Whether its properties are more than are read.
  var isTooLarge = false

  /// The first property of a name.
  func first(_ name: PropertyName) -> SourceProperty? { properties.first(named: name) }

  /// All properties of a name.
  func all(_ name: PropertyName) -> [SourceProperty] {
    properties.indices.filter { properties[$0].name == name }.map { properties[$0] }
  }
}

/// A component inside a component: an alarm, or an observance of a zone.
struct SourceSubcomponent {
  /// The line of its BEGIN.
  var line: Int
  /// Its properties that matter.
  var properties: [SourceProperty] = []
  /// Whether its END came.
  var isEnded = false

  /// The first property of a name.
  func first(_ name: PropertyName) -> SourceProperty? { properties.first(named: name) }
}
