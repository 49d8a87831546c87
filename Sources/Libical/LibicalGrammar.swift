internal import CLibical
package import ICalendarReader
internal import WorkSharing

/// The grammar of content lines in libical, and the only code that accesses libical's memory.
///
/// Each thread has its own grammar with its own parser. All parsers share libical's time zones,
/// which libical initializes at the first time in UTC, and which only one thread can initialize.
/// Any line with parameters can contain a time, so only one thread at a time parses such lines. A
/// text without parameters does not access time zones.
///
/// libical receives each line unchanged. The parser and each component tree have one owner. All
/// strings are copied before the tree is freed.
@safe package struct LibicalGrammar: ~Copyable {
  private let parser: OpaquePointer?

  /// Makes a parser.
  package init() {
    _ = LibicalGrammar.isReady
    unsafe parser = icalparser_new()
  }

  /// Disables fatal errors, once for all of libical.
  ///
  /// Some builds of libical abort on invalid input.
  private static let isReady: Void = icalerror_set_errors_are_fatal(0)

  deinit {
    if let parser = unsafe parser { unsafe icalparser_free(parser) }
  }

  /// Parses the name and the parameters of a property.
  ///
  /// - Parameter line: The unfolded line without its line end and without NUL; not BEGIN or END.
  /// - Returns: The result; nil if libical drops the line or a part of it.
  package func read(_ line: ArraySlice<UInt8>) -> LibicalLine? {
    LibicalGrammar.zoneAccess.withLock { _ in readAlone(line) }
  }

  /// Parses a property of type TEXT without parameters.
  package func readText(_ line: ArraySlice<UInt8>) -> LibicalLine? { readAlone(line) }

  /// The lock for parsing a line that can access a time zone.
  private static let zoneAccess = Guarded(())

  private func readAlone(_ line: ArraySlice<UInt8>) -> LibicalLine? {
    guard let parser = unsafe parser else { return nil }
    // Parse each line in a separate component, so that all of its contents are from this line. A
    // list of a million dates then never becomes a million properties.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(LibicalGrammar.begin.count + line.count + LibicalGrammar.end.count + 1)
    bytes += LibicalGrammar.begin
    bytes += line
    bytes.append(0)
    let endStart = bytes.count
    bytes += LibicalGrammar.end
    var root: OpaquePointer?
    unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return
      }
      // Add single lines: libical takes quadratic time to split a text with a long line.
      for start in [0, LibicalGrammar.begin.count] {
        unsafe icalparser_add_line(parser, base + start)
      }
      unsafe root = icalparser_add_line(parser, base + endStart)
    }
    guard let root = unsafe root else { return nil }
    return unsafe LibicalTree(root: root).line
  }

  private static let begin = Array("BEGIN:VEVENT\0".utf8)
  private static let end = Array("END:VEVENT\0".utf8)
}

/// The parts of a content line that libical parses.
package struct LibicalLine {
  /// The name of the property, in upper case.
  package var name: String
  /// The parameters.
  package var parameters = LineParameters()
  /// The texts of a value of type TEXT: one, or several for a list.
  package var texts: [String] = []
}

/// A component tree of libical for one line, which is freed with this value.
@safe private struct LibicalTree: ~Copyable {
  private let root: OpaquePointer

  /// Takes ownership of a tree.
  @unsafe init(root: OpaquePointer) {
    unsafe self.root = root
  }

  deinit { unsafe icalcomponent_free(root) }

  /// The line of the tree; nil if libical dropped it or marked it as damaged.
  ///
  /// libical makes a property for each element of a list; they are combined.
  var line: LibicalLine? {
    var line: LibicalLine?
    var next = unsafe icalcomponent_get_first_property(root, ICAL_ANY_PROPERTY)
    while let property = unsafe next {
      if unsafe icalproperty_isa(property) == ICAL_XLICERROR_PROPERTY { return nil }
      if line == nil { line = unsafe LibicalTree.line(of: property) }
      if let value = unsafe icalproperty_get_value(property),
        unsafe icalvalue_isa(value) == ICAL_TEXT_VALUE
      {
        unsafe LibicalTree.string(icalvalue_get_text(value)).map { line?.texts.append($0) }
      }
      unsafe next = icalcomponent_get_next_property(root, ICAL_ANY_PROPERTY)
    }
    return line
  }

  /// The name and the parameters of a property.
  private static func line(of property: OpaquePointer) -> LibicalLine? {
    guard let name = unsafe string(icalproperty_get_property_name(property)) else { return nil }
    var line = LibicalLine(name: name.uppercased())
    var next = unsafe icalproperty_get_first_parameter(property, ICAL_ANY_PARAMETER)
    while let parameter = unsafe next {
      switch unsafe icalparameter_isa(parameter) {
      case ICAL_TZID_PARAMETER:
        line.parameters.zoneName =
          unsafe line.parameters.zoneName ?? string(icalparameter_get_tzid(parameter))
      case ICAL_RELATED_PARAMETER:
        line.parameters.related = unsafe line.parameters.related ?? value(of: parameter)
      case ICAL_RANGE_PARAMETER:
        line.parameters.range = unsafe line.parameters.range ?? value(of: parameter)
      default: break
      }
      unsafe next = icalproperty_get_next_parameter(property, ICAL_ANY_PARAMETER)
    }
    return line
  }

  /// The value of an enumerated parameter, in upper case.
  private static func value(of parameter: OpaquePointer) -> String? {
    // libical stores an unknown value separately; a known value is only available after the name.
    if let other = unsafe string(icalparameter_get_xvalue(parameter)) { return other.uppercased() }
    return unsafe owned(icalparameter_as_ical_string_r(parameter))?
      .split(separator: "=", maxSplits: 1).last?.uppercased()
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }

  /// Copies the string of a buffer and frees the buffer.
  private static func owned(_ buffer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let buffer = unsafe buffer else { return nil }
    defer { unsafe icalmemory_free_buffer(buffer) }
    return unsafe String(cString: buffer)
  }
}
