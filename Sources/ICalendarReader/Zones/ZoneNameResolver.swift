internal import CivilTime
internal import WorkSharing

/// Finds the IANA zone for a TZID by its name alone.
final class ZoneNameResolver: Sendable {
  private let zones: ZoneDatabase
  /// A TZID and its form for comparison.
  struct ShownName {
    /// The TZID; empty if it is too long.
    let text: String
    fileprivate let folded: String

    init(_ name: String) {
      text = name.utf8.count <= ReadingLimits.longestName ? name : ""
      folded = ZoneNameResolver.folded(text)
    }

    /// The offset before the name in `(UTC+05:30) Home`, in seconds; nil if it is missing.
    var offset: Int? { ZoneNameResolver.offsetPrefix(folded)?.offset }
  }

  /// The identifiers for each city, keyed by the ``folded(_:)`` city; nil until first needed.
  private let cities = Guarded<[String: [String]]?>(nil)

  init(_ zones: ZoneDatabase) {
    self.zones = zones
  }

  /// A TZID without the escapes of a TEXT, which some writers use in parameters too.
  static func unescaped(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "\\")) else { return name }
    return name.replacing("\\,", with: ",").replacing("\\;", with: ";")
      .replacing("\\\\", with: "\\")
  }

  /// The zone with an IANA identifier, also after a vendor's prefix such as
  /// `/mozilla.org/20050126_1/` or `tzone://Microsoft/Olson/`.
  ///
  /// - Parameters:
  ///   - name: The TZID.
  ///   - ofPlace: Whether the identifier must have the form `Area/City`.
  /// - Returns: The zone; nil if the name is unknown.
  func iana(_ name: String, ofPlace: Bool = false) -> Zone? {
    guard name.utf8.count <= ReadingLimits.longestName else { return nil }
    let trimmed = ZoneNameResolver.words(of: name).joined(separator: "_")
    let parts = trimmed.split(separator: "/")
    if !trimmed.hasPrefix("/"), !trimmed.contains("://") {
      return ofPlace && parts.count < 2 ? nil : exact(trimmed)
    }
    // Try the longest suffix first: America/Argentina/Buenos_Aires has three parts.
    for count in ofPlace ? [3, 2] : [3, 2, 1] where parts.count >= count {
      if let zone = exact(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// The zone at the end of a URL such as `http://tzurl.org/zoneinfo/Europe/Berlin`.
  func iana(address: String) -> Zone? {
    let parts = address.split(separator: "/")
    guard parts.count >= 3 else { return nil }
    return iana("/" + parts.suffix(3).joined(separator: "/"))
  }

  /// The zone with a Windows name, also with a number at its end or with Microsoft's prefix:
  /// `W. Europe Standard Time 1`, `tzone://Microsoft/Utc`.
  func windows(_ name: ShownName) -> Zone? {
    windows(name.folded, of: ZoneNameResolver.windowsIdentifiers)
  }

  private func windows(_ folded: String, of identifiers: [String: String]) -> Zone? {
    let vendor = "tzone://microsoft/"
    let plain = folded.hasPrefix(vendor) ? String(folded.dropFirst(vendor.count)) : folded
    // Exchange appends numbers to duplicate names, but Mexico Standard Time 2 is a separate zone.
    for text in [plain, unnumbered(plain)] {
      let standard = text.replacingIfPresent(" daylight time", with: " standard time")
      guard let identifier = identifiers[standard] else { continue }
      return identifier == "Etc/UTC" ? .gmt : exact(identifier)
    }
    return nil
  }

  private func unnumbered(_ name: String) -> String {
    guard let blank = name.lastIndex(of: " "),
      name[name.index(after: blank)...].utf8.allSatisfy(\.isDigit)
    else { return name }
    return String(name[..<blank])
  }

  private static let windowsIdentifiers = Dictionary(
    WindowsZones.rows.map { (folded($0.name), $0.identifier) }, uniquingKeysWith: { $1 })

  /// The identifiers by the display names of Windows and the short names of Lotus Notes, such as
  /// `Eastern`.
  private static let shownIdentifiers: [String: String] = {
    var identifiers: [String: String] = [:]
    for row in WindowsZones.rows {
      identifiers[folded(row.name.replacing(" Standard Time", with: ""))] = row.identifier
    }
    for row in WindowsZones.rows {
      for name in row.otherNames { identifiers[folded(name)] = row.identifier }
    }
    return identifiers
  }()

  /// The words of a name without quotes.
  private static func words(of name: String) -> [String] {
    // Scalars, because finding the characters of many unknown names takes long.
    name.replacingIfPresent("\"", with: "").unicodeScalars
      .split(whereSeparator: \.properties.isWhitespace).map(String.init)
  }

  /// A name in the form for comparison: lower case, without quotes, and with one spelling of words
  /// that Windows spells in several ways.
  private static func folded(_ name: String) -> String {
    words(of: name.lowercased()).joined(separator: " ").replacingIfPresent(" and ", with: " & ")
      .replacingIfPresent("islands", with: "is.").replacingIfPresent(" :", with: ":")
      .replacingIfPresent(";", with: ",")
  }

  /// The zone that an otherwise unknown name probably means: `US-Eastern`, `UTC+01`, `-0500`,
  /// `(UTC-05:00) Eastern Time (US & Canada)`, `(UTC+01:00) Madrid, Paris`.
  func guess(_ name: ShownName) -> Zone? {
    let shown = ZoneNameResolver.offsetPrefix(name.folded)
    return exact(name.text.replacing("-", with: "/", maxReplacements: 1))
      ?? ZoneNameResolver.offset(name.folded).flatMap(zone(ofOffset:))
      ?? windows(shown?.rest ?? name.folded, of: ZoneNameResolver.shownIdentifiers)
      ?? shown.flatMap { windows($0.rest, of: ZoneNameResolver.windowsIdentifiers) }
      ?? shown.flatMap { zone(ofCitiesIn: $0.rest, offset: $0.offset) }
  }

  /// The zone of the first city in a list whose standard offset matches.
  ///
  /// Exchange 2003 separates cities with slashes.
  private func zone(ofCitiesIn list: String, offset: Int) -> Zone? {
    let names = list.split { ",/".contains($0) }.prefix(ReadingLimits.maximumNames)
      .map { String($0.drop(while: \.isWhitespace)) }
    return identifiers(ofCities: names).lazy.compactMap { self.zones.zone(named: $0) }
      .first { $0.standardOffset == offset }
  }

  private func identifiers(ofCities names: [String]) -> [String] {
    cities.withLock { cities in
      let table =
        cities
        ?? Dictionary(
          grouping: zones.identifiers.filter { ZoneNameResolver.city(of: $0) != nil },
          by: { ZoneNameResolver.city(of: $0) ?? "" })
      cities = table
      return names.flatMap { table[$0] ?? [] }
    }
  }

  /// The city of an identifier, as ``folded(_:)`` returns it.
  private static func city(of identifier: String) -> String? {
    guard !identifier.hasPrefix("Etc/"), let slash = identifier.lastIndex(of: "/") else {
      return nil
    }
    return folded(String(identifier[identifier.index(after: slash)...]).replacing("_", with: " "))
  }

  private func exact(_ name: String) -> Zone? {
    if name.uppercased() == "UTC" || name == "Z" { return .gmt }
    return zones.zone(named: name)
      ?? zones.identifier(ignoringCase: name).flatMap { zones.zone(named: $0) }
  }

  /// The largest offset of a zone from UTC, in seconds.
  private static let farthestOffset = 14 * 3_600

  /// Returns a zone with a constant offset; nil if the offset is out of range.
  func zone(ofOffset seconds: Int) -> Zone? {
    guard abs(seconds) <= ZoneNameResolver.farthestOffset else { return nil }
    let hours = seconds / 3_600
    if seconds == 0 { return .gmt }
    // IANA names for whole hours have the opposite sign.
    let known =
      hours * 3_600 == seconds
      ? zones.zone(named: "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))") : nil
    return known
      ?? Zone(identifier: "UTC\(UTCOffset.text(seconds))", isIANA: false, initialOffset: seconds)
  }

  /// The offset of `UTC+01`, `GMT-0530` or `+02:00`, in seconds.
  private static func offset(_ folded: String) -> Int? {
    var text = folded.filter { !$0.isWhitespace }
    if text.hasPrefix("utc") || text.hasPrefix("gmt") { text.removeFirst(3) }
    guard text.hasPrefix("+") || text.hasPrefix("-") else { return nil }
    return UTCOffset.seconds(text)
  }

  /// The offset in `(utc-05:00) chetumal`, and the rest of the name.
  private static func offsetPrefix(_ folded: String) -> (offset: Int, rest: String)? {
    guard folded.hasPrefix("(utc") || folded.hasPrefix("(gmt"),
      let end = folded.firstIndex(of: ")")
    else { return nil }
    // Exchange 2003 writes (GMT-05.00).
    let name = String(folded[..<end].dropFirst()).replacing(".", with: ":")
    guard let offset = offset(name) ?? (name.count == 3 ? 0 : nil) else { return nil }
    return (offset, String(folded[end...].dropFirst().drop(while: \.isWhitespace)))
  }
}

extension String {
  /// Replaces all occurrences of a text.
  ///
  /// `replacing` takes a microsecond to find nothing, and a file can have many unknown names.
  fileprivate func replacingIfPresent(_ text: String, with replacement: String) -> String {
    let (bytes, sought) = (utf8, text.utf8)
    guard let first = sought.first else { return self }
    var rest = bytes[...]
    while let place = rest.firstIndex(of: first) {
      if bytes[place...].starts(with: sought) { return replacing(text, with: replacement) }
      rest = bytes[bytes.index(after: place)...]
    }
    return self
  }
}

extension Zone {
  /// The current rule's offset outside of daylight saving time, in seconds east of UTC.
  fileprivate var standardOffset: Int {
    // A rule without an end gives transitions up to the end of the table.
    guard let last = transitions.last, last.instant > Zone.farFuture else { return lastOffset }
    return min(last.offsetBefore, last.offsetAfter)
  }

  private static let farFuture = Instant(secondsSince1970: 4_102_444_800)
}

/// A UTC offset as text (RFC 5545, 3.3.14).
enum UTCOffset {
  /// Returns the seconds east of UTC of `+0100` or `-023015`.
  ///
  /// It also accepts nonstandard forms that programs write: `0100`, `+01:00`, `+100` and `+1`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - readsMinutesAndSeconds: Whether `+5328` is read as 53 minutes and 28 seconds, because
  ///     hours are below 24. iCloud writes Berlin's local mean time of 1893 in this way.
  /// - Returns: Nil for any other text, and for 24 hours or more.
  static func seconds(
    _ text: some StringProtocol, readsMinutesAndSeconds: Bool = false
  ) -> Int? {
    var bytes = Array(text.utf8).filter { $0 != UInt8(ascii: ":") }[...]
    let sign = bytes.first
    if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { bytes.removeFirst() }
    guard [1, 2, 3, 4, 6].contains(bytes.count), bytes.allSatisfy(\.isDigit) else { return nil }
    // One digit of hours: +1, +530.
    if bytes.count % 2 == 1 { bytes = [UInt8(ascii: "0")] + bytes }
    let digits = bytes.map { Int($0 - UInt8(ascii: "0")) }
    var numbers = stride(from: 0, to: digits.count, by: 2).map { (place: Int) -> Int in
      digits[place] * 10 + digits[place + 1]
    }
    guard numbers.allSatisfy({ $0 < 60 }) else { return nil }
    if readsMinutesAndSeconds, numbers.count == 2, numbers[0] >= 24 { numbers.insert(0, at: 0) }
    numbers += Array(repeating: 0, count: 3 - numbers.count)
    let seconds = numbers.reduce(0) { $0 * 60 + $1 }
    guard seconds < 86_400 else { return nil }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// Returns an offset as `+05:30`.
  static func text(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (seconds < 0 ? "-" : "+") + digits.joined(separator: ":")
  }
}
