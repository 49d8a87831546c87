package import CivilTime
package import ProgramSupport
import ReminderCompiler
import TextSafety

/// Parses the values of options, and explains why a value is invalid.
package enum OptionValue {
  /// Returns the failure for an invalid value.
  package static func refusal(of option: String, text: String, why: String) -> Failure {
    Failure(.usage, "\(option) \"\(TerminalText.oneLine(text))\" \(why)")
  }

  /// Returns the value, or throws an error if the text is not valid.
  package static func value<Value>(
    _ value: Value?, of option: String, text: String, why: @autoclosure () -> String
  ) throws(Failure) -> Value {
    guard let value else { throw refusal(of: option, text: text, why: why()) }
    return value
  }

  /// Finds an IANA time zone, ignoring case; a city alone is only suggested.
  package static func zone(
    _ identifier: String, zones: ZoneDatabase, of option: String
  ) throws(Failure) -> Zone {
    if let zone = zones.zone(named: identifier) { return zone }
    guard !zones.isEmpty else { throw ZoneDatabase.missingData }
    let typed = identifier.lowercased().replacing(" ", with: "_")
    let all = zones.identifiers + ["UTC"]
    let cities = all.filter { $0.lowercased().hasSuffix("/\(typed)") }
    // The names Etc/GMT+2 and GMT+2 mean opposite sides of Greenwich.
    let isCity = cities.count == 1 && !cities[0].hasPrefix("Etc/")
    let hint = isCity ? "; did you mean \(cities[0])?" : " such as Europe/Berlin"
    return try value(
      all.first { $0.lowercased() == typed }.flatMap { zones.zone(named: $0) }, of: option,
      text: identifier,
      why: "is not an IANA time zone\(hint)")
  }

  /// Parses an instant of the range that the program knows.
  package static func instant(_ text: String, of option: String) throws(Failure) -> Instant {
    try value(
      Instant(iso8601: text).flatMap { CompilerOptions.knownInstants.contains($0) ? $0 : nil },
      of: option, text: text,
      why: "is not an instant such as 2026-01-05T08:00:00Z between 1900 and 2399")
  }
}
