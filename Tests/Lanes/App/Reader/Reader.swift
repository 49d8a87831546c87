import CalendarReminders
import Foundation

/// Lists the fires of calendars as the program's `fires` does, with the public interface only.
///
///     reader NOW ZONE HORIZON ALARM FILE...
///
/// ALARM is the alarm of events without alarms, or `-`. The exit status is 1 if a file isn't a
/// calendar or part of it is rejected.
@main enum Reader {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count > 4 else { fatalError("usage: reader NOW ZONE HORIZON ALARM FILE...") }
    let words = Array(arguments.prefix(4))
    let zones = ZoneDatabase()
    guard let now = Instant(iso8601: words[0]), let zone = zones.zone(named: words[1]),
      let horizon = CalendarDuration(words[2])
    else { fatalError("no instant, zone or duration: \(words)") }
    var options = NotificationOptions(now: now, deviceZone: zone)
    options.horizon = horizon
    if words[3] != "-" {
      guard let alarm = CalendarDuration(words[3]) else { fatalError("no duration: \(words[3])") }
      options.defaultAlarms = [alarm]
    }

    let reader = CalendarReader(
      zones: zones, options: ReadingOptions(for: options, answeredWithin: 0))
    var scans: [CalendarScan] = []
    var hasFailed = false
    for path in arguments.dropFirst(4) {
      do {
        guard let data = FileManager.default.contents(atPath: path) else {
          throw CocoaError(.fileReadNoSuchFile)
        }
        scans.append(try reader.scan(Array(data), file: path))
      } catch {
        hasFailed = true
        say("error: \(error)")
      }
    }
    let documents = reader.documents(selecting: scans)
    let listing = FireListing(documents.flatMap(\.components), options: options.compiler)
    let found = documents.flatMap(\.diagnostics) + listing.diagnostics
    let lines = FireLineWriter(.jsonLines, zone: zone)
    let cuts = listing.forEachBatch { fires in
      var text = ""
      for fire in fires { text += lines.line(fire) }
      FileHandle.standardOutput.write(Data(text.utf8))
    }
    for diagnostic in found + cuts { say("\(diagnostic.code): \(diagnostic.message)") }
    exit(hasFailed || found.contains { $0.severity == .error } ? 1 : 0)
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
