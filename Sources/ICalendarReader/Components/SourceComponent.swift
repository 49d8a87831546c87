/// A component as it stands in a file.
struct SourceComponent {
  /// The line of its BEGIN.
  var line: Int
  /// Its own properties that matter.
  var properties: SourceProperties
  /// Its alarms or observances.
  var subcomponents: [SourceSubcomponent]
  /// The first line that is no property.
  var strayLine: Int?
  /// Where the first subcomponent begins that was left out because there are too many.
  var firstCutLine: Int?
  /// Whether a component inside never ends, so that its lines can't be told from the outer ones.
  var hasUnendedSubcomponent: Bool
  /// Whether its properties are more than are read.
  var isTooLarge: Bool

  /// The first property of a name.
  func first(_ name: PropertyName) -> SourceProperty? { properties.first(name) }

  /// All properties of a name.
  func all(_ name: PropertyName) -> [SourceProperty] { properties.all(name) }
}

/// A component inside a component: an alarm, or an observance of a zone.
struct SourceSubcomponent {
  /// The line of its BEGIN.
  var line: Int
  /// Its properties that matter.
  var properties: SourceProperties
  /// Whether its END came.
  var isEnded: Bool

  /// The first property of a name.
  func first(_ name: PropertyName) -> SourceProperty? { properties.first(name) }
}
