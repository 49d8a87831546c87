import ICalendar

/// An unparsed component of a file.
struct SourceComponent {
  /// The line of BEGIN.
  var line: Int
  /// The component's own properties that matter.
  var properties: SourceProperties
  /// The alarms or observances.
  var subcomponents: [SourceSubcomponent]
  /// The first line that is not a property.
  var strayLine: Int?
  /// The line of the first subcomponent beyond the limit.
  var firstCutLine: Int?
  /// Whether a nested component lacks its END, so that its lines cannot be distinguished from the
  /// outer ones.
  var hasUnendedSubcomponent: Bool
  /// Whether the properties exceed the size limit.
  var isTooLarge: Bool

  /// The first property with a name.
  func first(_ name: PropertyName) -> SourceProperty? { properties.first(name) }

  /// All properties with a name.
  func all(_ name: PropertyName) -> [SourceProperty] { properties.all(name) }
}

/// A component inside a component: an alarm, or an observance of a time zone.
struct SourceSubcomponent {
  /// The line of BEGIN.
  var line: Int
  /// The properties that matter.
  var properties: SourceProperties
  /// Whether its END was found.
  var isEnded: Bool

  /// The first property with a name.
  func first(_ name: PropertyName) -> SourceProperty? { properties.first(name) }
}

/// The properties of a component or subcomponent that matter, in the order of the file.
struct SourceProperties: RandomAccessCollection {
  /// The position of a property's line in the component's text.
  struct Place {
    /// The name of the property.
    let name: PropertyName
    /// The line of the file in which the property begins.
    let line: UInt32
    /// The positions of the line's parts.
    var parts: LinePlaces
  }

  /// The unfolded lines of the whole component that matter, concatenated.
  private let text: [UInt8]
  private let places: ArraySlice<Place>

  init(text: [UInt8], _ places: ArraySlice<Place>) {
    self.text = text
    self.places = places
  }

  var startIndex: Int { places.startIndex }
  var endIndex: Int { places.endIndex }

  subscript(index: Int) -> SourceProperty {
    let place = places[index]
    return SourceProperty(
      name: place.name, line: Int(place.line),
      parts: ContentLineParts(text: text, place.parts, place.name))
  }

  /// The first property with a name.
  func first(_ name: PropertyName) -> SourceProperty? {
    places.firstIndex { $0.name == name }.map { self[$0] }
  }

  /// All properties with a name.
  func all(_ name: PropertyName) -> [SourceProperty] {
    var all: [SourceProperty] = []
    for index in places.indices where places[index].name == name { all.append(self[index]) }
    return all
  }

  /// The names of properties that occur more than once but must not, with the line of the second
  /// one.
  var repeated: [(name: PropertyName, line: Int)] {
    var seen: Set<PropertyName> = []
    var repeated: [(name: PropertyName, line: Int)] = []
    for place in places where !place.name.mayRepeat && !seen.insert(place.name).inserted {
      if !repeated.contains(where: { $0.name == place.name }) {
        repeated.append((place.name, Int(place.line)))
      }
    }
    return repeated
  }
}

/// A property that matters, with its unparsed line.
struct SourceProperty {
  /// The name of the property.
  let name: PropertyName
  /// The line in which the property begins.
  let line: Int
  /// The content line, unfolded and split.
  let parts: ContentLineParts

  /// The bytes of the unparsed value, without surrounding white space.
  var bytes: ArraySlice<UInt8> { parts.value.trimmed(where: \.isBlank) }

  /// The unparsed value, without surrounding white space.
  var value: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the value is empty or white space.
  var isEmpty: Bool { parts.value.allSatisfy(\.isBlank) }

  /// The value as quoted in a diagnostic.
  var excerpt: String { SourceProperty.excerpt(value) }

  /// A value as quoted in a diagnostic: shortened, and without control characters.
  static func excerpt(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars.prefix(Finding.longestExcerpt + 1)
    var excerpt = String(String.UnicodeScalarView(scalars.prefix(Finding.longestExcerpt)))
    if scalars.count > Finding.longestExcerpt { excerpt += "…" }
    return String(
      String.UnicodeScalarView(
        excerpt.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
