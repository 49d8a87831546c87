import CivilTime

/// The name of a time zone as people type it: `europe/berlin`, `Berlin`.
struct HandwrittenZone {
  /// The identifier with the same letters, whatever their case; nil where there is none.
  let identifier: String?
  /// The identifier that may be meant: of the only city that is called so.
  let suggestion: String?

  /// Reads a name.
  init(_ name: String, in zones: ZoneDatabase) {
    let typed = name.lowercased().replacing(" ", with: "_")
    let all = zones.identifiers + ["UTC"]
    identifier = all.first { $0.lowercased() == typed }
    let cities = all.filter {
      $0.contains("/") && $0.split(separator: "/").last?.lowercased() == typed
    }
    suggestion = cities.count == 1 ? cities[0] : nil
  }
}
