import ICalendar

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

/// The properties of a component or subcomponent that matter, in the order of the file.
struct SourceProperties: RandomAccessCollection {
  /// Where a property's line stands in the component's text.
  struct Place {
    /// What the property is.
    let name: PropertyName
    /// The line of the file in which it begins.
    let line: UInt32
    /// Where its parts stand.
    var parts: LinePlaces
  }

  /// The unfolded lines of the whole component that matter, one behind another.
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

  /// The first property of a name.
  func first(_ name: PropertyName) -> SourceProperty? {
    places.firstIndex { $0.name == name }.map { self[$0] }
  }

  /// All properties of a name.
  func all(_ name: PropertyName) -> [SourceProperty] {
    var all: [SourceProperty] = []
    for index in places.indices where places[index].name == name { all.append(self[index]) }
    return all
  }

  /// Each name that stands several times and must not, with the line of its second property.
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

/// A property that matters, as its line stands.
struct SourceProperty {
  /// What the property is.
  let name: PropertyName
  /// The line in which it begins.
  let line: Int
  /// Its content line, unfolded and cut.
  let parts: ContentLineParts

  /// The value's bytes as they stand, without blanks around them.
  var bytes: ArraySlice<UInt8> { parts.value.trimmed(where: \.isBlank) }

  /// The value as it stands, without blanks around it.
  var value: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the value is nothing or blanks.
  var isEmpty: Bool { parts.value.allSatisfy(\.isBlank) }

  /// The value as a diagnostic quotes it.
  var excerpt: String { SourceProperty.excerpt(value) }

  /// A piece of a value as a diagnostic quotes it: short, and without what moves a cursor.
  static func excerpt(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars.prefix(Finding.longestExcerpt + 1)
    var excerpt = String(String.UnicodeScalarView(scalars.prefix(Finding.longestExcerpt)))
    if scalars.count > Finding.longestExcerpt { excerpt += "…" }
    return String(
      String.UnicodeScalarView(
        excerpt.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
