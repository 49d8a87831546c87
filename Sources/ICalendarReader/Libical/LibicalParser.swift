internal import CLibical

/// libical's parser: the one place where its memory is touched.
///
/// The parser and each tree that it makes have one owner, and nothing of a tree outlives the call
/// that reads it: all strings are copied at once.
@safe struct LibicalParser: ~Copyable {
  private let parser: OpaquePointer?

  init() {
    // A build of libical may be made to abort on bad input; that is not for input to decide.
    icalerror_set_errors_are_fatal(0)
    unsafe parser = icalparser_new()
  }

  deinit {
    if let parser = unsafe parser { unsafe icalparser_free(parser) }
  }

  /// Parses the lines of one component.
  ///
  /// - Parameters:
  ///   - lines: The lines of one component, from its BEGIN to its END.
  ///   - body: Takes the answer for each line that came back, in the order of the lines.
  func parse(_ lines: LibicalLines, _ body: (LibicalAnswer) -> Void) {
    guard let parser = unsafe parser else { return }
    var bytes = lines.bytes
    var tree: OpaquePointer?
    unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return
      }
      for start in lines.starts {
        // Line by line: libical's own splitting of a text takes quadratic time on a long line.
        if let root = unsafe icalparser_add_line(parser, base + start) {
          if let old = unsafe tree { unsafe icalcomponent_free(old) }
          unsafe tree = root
        }
      }
    }
    guard let root = unsafe tree else { return }
    unsafe LibicalTree(root: root).forEachAnswer(lines.places, body)
  }
}

/// A component tree of libical's, freed with its owner.
@safe private struct LibicalTree: ~Copyable {
  private let root: OpaquePointer

  /// Takes a tree over.
  @unsafe init(root: OpaquePointer) {
    unsafe self.root = root
  }

  deinit { unsafe icalcomponent_free(root) }

  func forEachAnswer(_ places: [SourceComponent.Place], _ body: (LibicalAnswer) -> Void) {
    unsafe LibicalTree.properties(of: root, places, body)
    // A tree has two levels: no deeper component is handed over.
    var part = unsafe icalcomponent_get_first_component(root, ICAL_ANY_COMPONENT)
    while let component = unsafe part {
      unsafe LibicalTree.properties(of: component, places, body)
      unsafe part = icalcomponent_get_next_component(root, ICAL_ANY_COMPONENT)
    }
  }

  private static func properties(
    of component: OpaquePointer, _ places: [SourceComponent.Place], _ body: (LibicalAnswer) -> Void
  ) {
    var pending: LibicalAnswer?
    // The component holds one cursor: until the loop ends, nothing else may search it.
    var next = unsafe icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = unsafe next {
      if unsafe icalproperty_isa(property) == ICAL_XLICERROR_PROPERTY {
        // An error stands behind the property that it is about.
        pending?.isDamaged = true
      } else if let answer = unsafe answer(for: property, places) {
        if let pending { body(pending) }
        pending = answer
      }
      unsafe next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
    if let pending { body(pending) }
  }

  private static func answer(
    for property: OpaquePointer, _ places: [SourceComponent.Place]
  ) -> LibicalAnswer? {
    var parameters = SourceProperty.Parameters()
    var number: Int?
    var next = unsafe icalproperty_get_first_parameter(property, ICAL_ANY_PARAMETER)
    while let parameter = unsafe next {
      switch unsafe icalparameter_isa(parameter) {
      case ICAL_X_PARAMETER:
        let value = unsafe string(icalparameter_get_xvalue(parameter))
        switch unsafe string(icalparameter_get_xname(parameter))?.uppercased() {
        case "X-N": number = number ?? value.flatMap { Int($0) }
        case "X-VALUE": parameters.valueType = parameters.valueType ?? value?.uppercased()
        default: break
        }
      case ICAL_TZID_PARAMETER:
        parameters.zoneName =
          unsafe parameters.zoneName ?? string(icalparameter_get_tzid(parameter))
      case ICAL_RELATED_PARAMETER:
        parameters.related = unsafe parameters.related ?? value(of: parameter)
      case ICAL_RANGE_PARAMETER:
        parameters.range = unsafe parameters.range ?? value(of: parameter)
      default: break
      }
      unsafe next = icalproperty_get_next_parameter(property, ICAL_ANY_PARAMETER)
    }
    guard let number, places.indices.contains(number) else { return nil }
    var answer = LibicalAnswer(place: places[number], parameters: parameters)
    if let value = unsafe icalproperty_get_value(property),
      unsafe icalvalue_isa(value) == ICAL_TEXT_VALUE,
      let text = unsafe string(icalvalue_get_text(value))
    {
      answer.texts = [text]
    }
    return answer
  }

  /// The part behind the equals sign of an owned `NAME=VALUE`, in upper case.
  private static func value(of parameter: OpaquePointer) -> String? {
    guard let owned = unsafe icalparameter_as_ical_string_r(parameter) else { return nil }
    defer { unsafe icalmemory_free_buffer(owned) }
    return unsafe String(cString: owned).split(separator: "=", maxSplits: 1).last?.uppercased()
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }
}
