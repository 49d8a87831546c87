/// Content lines in the form in which libical's parser takes them.
///
/// Each carries the number of its place as the parameter X-N, so that what comes back can be traced
/// to its source and what does not come back is noticed.
struct LibicalLines {
  /// The lines, each ended by a NUL.
  private(set) var bytes: [UInt8] = []
  /// Where each line starts.
  private(set) var starts: [Int] = []
  /// Which property each number stands for.
  private(set) var places: [SourceComponent.Place] = []

  /// Whether there is nothing to parse.
  var isEmpty: Bool { places.isEmpty }

  /// Begins a component.
  mutating func begin(_ name: [UInt8]) {
    startLine()
    bytes += "BEGIN:".utf8
    bytes += name
    bytes.append(0)
    names.append(name)
  }

  /// Ends the component that began last.
  mutating func end() {
    guard let name = names.popLast() else { return }
    startLine()
    bytes += "END:".utf8
    bytes += name
    bytes.append(0)
  }

  private var names: [[UInt8]] = []

  /// Adds a property whose parameters are asked for and whose value stays here.
  mutating func append(
    _ parameters: [UInt8], of name: PropertyName, at place: SourceComponent.Place
  ) {
    startLine()
    bytes += "X-".utf8
    bytes += name.rawValue.utf8
    appendNumber(place)
    bytes += parameters
    // libical drops a property without a value, so it gets one that is not empty.
    bytes += ":-".utf8
    bytes.append(0)
  }

  /// Adds a property whose text is asked for; its parameters say nothing that matters.
  mutating func append(
    text: ArraySlice<UInt8>, of name: PropertyName, at place: SourceComponent.Place
  ) {
    startLine()
    bytes += name.rawValue.utf8
    appendNumber(place)
    bytes.append(UInt8(ascii: ":"))
    bytes += text
    bytes.append(0)
  }

  private mutating func startLine() { starts.append(bytes.count) }

  private mutating func appendNumber(_ place: SourceComponent.Place) {
    bytes += ";X-N=".utf8
    bytes += String(places.count).utf8
    places.append(place)
  }
}

/// What libical made of one line.
struct LibicalAnswer {
  /// Which property the line belongs to.
  var place: SourceComponent.Place
  /// Its parameters.
  var parameters = SourceProperty.Parameters()
  /// The texts of its value.
  var texts: [String] = []
  /// Whether libical found something wrong in it.
  var isDamaged = false
}
