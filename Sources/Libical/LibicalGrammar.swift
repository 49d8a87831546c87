internal import CLibical
package import ICalendarReader
internal import WorkSharing

/// The grammar of content lines, as libical has it: the one place where its memory is touched.
///
/// Each thread has a grammar of its own, with a parser of its own. What libical shares between
/// parsers are its time zones, which it fills in when it first meets a time in UTC, and no two
/// threads may do that at once: a line with parameters, whose value can be a time whatever its
/// property, is read by one thread at a time. The text of a line without any touches no zone.
///
/// It is given each line as it is. The parser and each tree that it makes have one owner, and
/// nothing of a tree outlives the call that reads it: all strings are copied at once.
@safe package struct LibicalGrammar: ~Copyable {
  private let parser: OpaquePointer?

  /// Makes a parser.
  package init() {
    _ = LibicalGrammar.isReady
    unsafe parser = icalparser_new()
  }

  /// Done once, by whoever comes first: it is a variable of all of libical.
  ///
  /// A build of libical may be made to abort on bad input; that is not for input to decide.
  private static let isReady: Void = icalerror_set_errors_are_fatal(0)

  deinit {
    if let parser = unsafe parser { unsafe icalparser_free(parser) }
  }

  /// Reads the parameters of a property.
  ///
  /// - Parameter line: The line without folds, without its end and without NUL; not BEGIN or END.
  /// - Returns: Nil where libical drops the line or a part of it.
  package func read(_ line: ArraySlice<UInt8>) -> LibicalLine? {
    LibicalGrammar.zoneAccess.withLock { _ in readAlone(line) }
  }

  /// Reads a property of type TEXT without parameters.
  package func readText(_ line: ArraySlice<UInt8>) -> LibicalLine? { readAlone(line) }

  /// Held while a line is read that can lead to a time zone.
  private static let zoneAccess = Guarded(())

  private func readAlone(_ line: ArraySlice<UInt8>) -> LibicalLine? {
    guard let parser = unsafe parser else { return nil }
    // One component for each line: whatever stands in it comes from the line, and a list of a
    // million dates never stands in memory as a million properties.
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
      // Line by line: libical's own splitting of a text takes quadratic time on a long line.
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

/// What libical reads from a content line.
package struct LibicalLine {
  /// The property's name, in upper case.
  package var name: String
  /// The parameters.
  package var parameters = LineParameters()
  /// The texts of a value of type TEXT: one, or several for a list.
  package var texts: [String] = []
}

/// A component tree of libical's that comes from one line, freed with its owner.
@safe private struct LibicalTree: ~Copyable {
  private let root: OpaquePointer

  /// Takes a tree over.
  @unsafe init(root: OpaquePointer) {
    unsafe self.root = root
  }

  deinit { unsafe icalcomponent_free(root) }

  /// The line that all properties of the tree come from; nil if libical dropped or damaged it.
  ///
  /// libical creates a property for each element of a list.
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

  /// A property's name and parameters.
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

  /// The value of a parameter with few of them, in upper case.
  private static func value(of parameter: OpaquePointer) -> String? {
    // One that libical doesn't know stands there as it was; another one only behind its name.
    if let other = unsafe string(icalparameter_get_xvalue(parameter)) { return other.uppercased() }
    return unsafe owned(icalparameter_as_ical_string_r(parameter))?
      .split(separator: "=", maxSplits: 1).last?.uppercased()
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }

  /// The string of a buffer that the caller has to free, which is done here.
  private static func owned(_ buffer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let buffer = unsafe buffer else { return nil }
    defer { unsafe icalmemory_free_buffer(buffer) }
    return unsafe String(cString: buffer)
  }
}
