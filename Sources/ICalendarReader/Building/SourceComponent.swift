import ICalendar

/// A component as read from its file, before its values are interpreted.
struct SourceComponent {
  /// The line of BEGIN.
  var line: Int
  var properties: SourceProperties
  var subcomponents: [SourceSubcomponent]
  /// The first line that is not a property.
  var strayLine: Int?
  /// The line of the first subcomponent beyond the limit.
  var firstCutLine: Int?
  /// The corrections of lines, and the missing ENDs that are forgiven.
  var forgiven: [(finding: Finding, line: Int)]
  /// Whether a nested component lacks its END, and its lines cannot be distinguished from the outer
  /// ones.
  var hasUnendedSubcomponent: Bool
  /// Whether the properties exceed the size limit.
  var isTooLarge: Bool

  func first(_ name: PropertyName) -> SourceProperty? { properties.first(name) }

  func all(_ name: PropertyName) -> [SourceProperty] { properties.all(name) }
}

/// A component inside a component: an alarm, or an observance of a time zone.
struct SourceSubcomponent {
  /// The line of BEGIN.
  var line: Int
  var properties: SourceProperties

  func first(_ name: PropertyName) -> SourceProperty? { properties.first(name) }

  /// Whether the component is an alarm that the user switched off in KDE.
  var isOff: Bool { first(.kdeAlarmEnabled)?.value.uppercased() == "FALSE" }
}

/// The properties of a component or subcomponent that matter, in the order of the file.
struct SourceProperties: RandomAccessCollection {
  /// The position of a property's line in the component's text.
  struct LinePosition {
    let name: PropertyName
    let line: Int
    var parts: ContentLineRanges
  }

  /// The unfolded lines of the whole component that matter, concatenated.
  private let text: [UInt8]
  private let places: ArraySlice<LinePosition>

  init(text: [UInt8], _ places: ArraySlice<LinePosition>) {
    self.text = text
    self.places = places
  }

  var startIndex: Int { places.startIndex }
  var endIndex: Int { places.endIndex }

  subscript(index: Int) -> SourceProperty {
    let place = places[index]
    return SourceProperty(
      name: place.name, line: place.line,
      parts: ContentLineParts(text: text, places: place.parts, property: place.name))
  }

  func first(_ name: PropertyName) -> SourceProperty? {
    places.firstIndex { $0.name == name }.map { self[$0] }
  }

  func all(_ name: PropertyName) -> [SourceProperty] {
    var all: [SourceProperty] = []
    for index in places.indices where places[index].name == name { all.append(self[index]) }
    return all
  }

  /// The names of properties that occur more than once but must not, with the line of the second
  /// one.
  var repeated: [(name: PropertyName, line: Int)] {
    // A component has few names, so a set for each would take longer than an array.
    var seen: [PropertyName] = []
    var repeated: [(name: PropertyName, line: Int)] = []
    for place in places where !place.name.mayRepeat {
      if !seen.contains(place.name) {
        seen.append(place.name)
      } else if !repeated.contains(where: { $0.name == place.name }) {
        repeated.append((place.name, place.line))
      }
    }
    return repeated
  }
}

/// A property as read from its file: its name, its line, and its unparsed parts.
struct SourceProperty {
  let name: PropertyName
  let line: Int
  /// The content line, unfolded and split.
  let parts: ContentLineParts

  /// The bytes of the unparsed value, without surrounding white space.
  var bytes: ArraySlice<UInt8> { parts.value.trimmed(where: \.isBlank) }

  /// The unparsed value, without surrounding white space.
  var value: String { String(decoding: bytes, as: UTF8.self) }

  var isEmpty: Bool { parts.value.allSatisfy(\.isBlank) }

  /// The value as quoted in a diagnostic.
  var excerpt: String { SourceProperty.excerpt(value) }

  /// The bytes of a value as quoted in a diagnostic.
  static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    // Decode no more than the longest excerpt can have.
    excerpt(String(decoding: bytes.prefix(4 * (Finding.longestExcerpt + 1)), as: UTF8.self))
  }

  /// A value as quoted in a diagnostic: shortened, and without control characters.
  static func excerpt(_ text: some StringProtocol) -> String {
    let scalars = String(text).unicodeScalars
    let start = scalars.prefix(Finding.longestExcerpt)
    let parts = start.split(omittingEmptySubsequences: false) {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
    }
    let excerpt = parts.map { String($0) }.joined(separator: "\u{FFFD}")
    return start.endIndex == scalars.endIndex ? excerpt : excerpt + "…"
  }
}
