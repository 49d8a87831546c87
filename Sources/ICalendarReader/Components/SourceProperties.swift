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
    guard places.count > SourceProperties.few || hasRepeated else { return [] }
    var seen: [PropertyName] = []
    var repeated: [(name: PropertyName, line: Int)] = []
    for place in places where !place.name.mayRepeat {
      if !seen.contains(place.name) {
        seen.append(place.name)
      } else if !repeated.contains(where: { $0.name == place.name }) {
        repeated.append((place.name, Int(place.line)))
      }
    }
    return repeated
  }

  /// How many properties are compared each with each other: those of nearly all components.
  private static let few = 24

  private var hasRepeated: Bool {
    places.indices.contains { index in
      !places[index].name.mayRepeat
        && places[..<index].contains { $0.name == places[index].name }
    }
  }
}
