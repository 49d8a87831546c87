import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import LayerDocuments
import NotificationTriggers
import ReminderCompiler
import Testing

/// A layer's document of calendar components, read as an app reads it.
struct WrittenDocument {
  let plan: Plan
  let members: [String: Any]
  let entries: [[String: Any]]

  static let now = "2026-11-25T12:00:00Z"

  /// Writes the document of a device in Berlin for two years, unless `change` says otherwise.
  init(
    _ components: [CalendarComponent], on layer: NotificationLayer, respondedUntil: Instant? = nil,
    change: (inout NotificationOptions) throws -> Void = { _ in }
  ) throws {
    var options = try TestCalendars.options(now: WrittenDocument.now, horizon: "P2Y")
    options.layer = layer
    options.limit = layer.limit
    // AlarmKit takes only critical reminders.
    if layer == .alarmKit { options.levels = [try #require(LevelRule("critical=UID:*"))] }
    try change(&options)
    plan = Compilation(of: components, options).plan
    let document = try #require(LayerDocument(plan, respondedUntil: respondedUntil))
    members = try #require(
      JSONSerialization.jsonObject(with: document.json()) as? [String: Any])
    entries = try #require(members["entries"] as? [[String: Any]])
  }

  /// The most important entry, which an app adds last.
  func lastEntry() throws -> [String: Any] { try #require(entries.last) }

  /// The values of ours that the layer returns with an entry.
  static func mark(of entry: [String: Any]) throws -> [String: Any] {
    var holder: Any? = entry["data"] ?? entry["extra"] ?? entry["metadata"]
    if let content = entry["content"] as? [String: Any] { holder = content["data"] }
    if let notification = entry["notification"] as? [String: Any] { holder = notification["data"] }
    if let payload = (entry["payload"] ?? entry["returningData"]) as? String {
      holder = try JSONSerialization.jsonObject(with: Data(payload.utf8))
    }
    return try #require((holder as? [String: Any])?["ics2notify"] as? [String: Any])
  }
}

/// Returns JSON with sorted keys, so that two texts of one value are equal.
func canonical(_ value: Any) throws -> String {
  String(
    decoding: try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed]), as: UTF8.self)
}

/// Returns the member at a path of names with dots; nil if it is absent or null.
func value(_ path: String, of entry: [String: Any]) -> Any? {
  var value: Any? = entry
  for name in path.split(separator: ".") { value = (value as? [String: Any])?[String(name)] }
  return value is NSNull ? nil : value
}

/// Expects members at the paths that the keys of a JSON object name; `null` stands for an absent
/// one, too.
func expect(
  _ entry: [String: Any], has expected: String, _ comment: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let wanted = try #require(
    JSONSerialization.jsonObject(with: Data(expected.utf8)) as? [String: Any])
  for (path, member) in wanted {
    let found = try canonical(value(path, of: entry) ?? NSNull())
    #expect(
      try found == canonical(member), "\(comment) \(path)", sourceLocation: sourceLocation)
  }
}
