import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which calendars the units in a directory come from, and which they came from before.
struct OriginReport {
  /// What units were compiled from until now.
  let before: InstalledUnits.Origin
  /// What they are compiled from.
  let after: InstalledUnits.Origin

  /// The most calendars that are named: a shell can put thousands into one command.
  private static let maximumCalendars = 10

  /// The lines with their ends.
  var text: String {
    let sources = OriginReport.names(of: after)
    let gone = OriginReport.listed(gone)
    var text = sources.isEmpty ? "" : "from: \(OriginReport.listed(sources))\n"
    guard !self.gone.isEmpty else { return text }
    text +=
      after == .nothing
      ? "no more reminders from: \(gone)\n"
      : "ics2notify: warning: no more reminders from \(gone): an installation has the calendars of "
        + "one command; name all of them in one\n"
    return text
  }

  /// What was there and is no more.
  private var gone: [String] {
    switch (before, after) {
    case (.calendars(let old), .calendars(let new)):
      let kept = new.map(OriginReport.realPath)
      return old.filter { path in
        let path = OriginReport.realPath(path)
        return !kept.contains { path == $0 || path.hasPrefix($0 + "/") }
      }
    case (.standardInput, .standardInput): return []
    default: return OriginReport.names(of: before)
    }
  }

  /// What a source is called.
  static func names(of origin: InstalledUnits.Origin) -> [String] {
    switch origin {
    case .nothing: []
    case .standardInput: ["standard input"]
    case .calendars(let paths): paths
    }
  }

  private static func listed(_ names: [String]) -> String {
    let more = names.count - maximumCalendars
    return names.prefix(maximumCalendars).map(TerminalText.oneLine).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }

  private static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
