// Applies a document of `ics2notify --target alarmkit` with AlarmKit. Copy this file into your app,
// add NSAlarmKitUsageDescription to Info.plist, and ask for permission first:
// `try await AlarmManager.shared.requestAuthorization()`. Call `applyPlan` with the document at
// each start and when a newer document arrives, one call at a time. Get a newer document before
// `renewal` and `renewBy`, and when the time zone of the device changes.

import ActivityKit
import AlarmKit
import Foundation
import SwiftUI

/// Schedules the alarms of a document, and cancels those of earlier documents that it lacks.
///
/// AlarmKit doesn't return the metadata of an alarm, so `digests` remembers which alarms are ours.
@available(iOS 26.1, *)
@MainActor
func applyPlan(_ document: Data, digests: UserDefaults = .standard) async throws {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  // A repeat is removed at its end date.
  let entries = try decoder.decode(AlarmPlan.self, from: document).entries
    .filter { $0.metadata.ics2notify.endDate ?? .distantFuture > .now }
  let wanted = Set(entries.map(\.id.uuidString))
  let alarms = try AlarmManager.shared.alarms
  let pending = Set(alarms.map(\.id.uuidString))
  // An alarm that rings stays. The next call changes it.
  let ringing = Set(alarms.filter { $0.state != .scheduled }.map(\.id.uuidString))
  var known = digests.dictionary(forKey: "ics2notify") as? [String: String] ?? [:]

  // Cancel first: the number of alarms is limited. Alarms that `known` lacks aren't ours.
  for id in known.keys where !wanted.contains(id) && !ringing.contains(id) {
    if pending.contains(id), let id = UUID(uuidString: id) {
      try AlarmManager.shared.cancel(id: id)
    }
    known[id] = nil
  }
  // The most important alarm comes last.
  for entry in entries where !ringing.contains(entry.id.uuidString) {
    let (id, digest) = (entry.id.uuidString, entry.metadata.ics2notify.digest)
    if pending.contains(id) && known[id] == digest { continue }
    // A date that has passed doesn't ring any more.
    if let date = entry.schedule.fixed, date <= .now { continue }
    // Without a digest, the next call schedules the alarm again if the app ends here.
    known[id] = ""
    digests.set(known, forKey: "ics2notify")
    // An alarm can't be replaced.
    if pending.contains(id) { try AlarmManager.shared.cancel(id: entry.id) }
    _ = try await AlarmManager.shared.schedule(id: entry.id, configuration: entry.configuration)
    known[id] = digest
  }
  digests.set(known, forKey: "ics2notify")
}

/// A document of `ics2notify --target alarmkit`.
struct AlarmPlan: Decodable {
  var entries: [Entry]

  struct Entry: Decodable {
    var id: UUID
    var title: String
    var sound: String?
    var schedule: Schedule
    var metadata: ReminderMetadata
  }

  /// Has one of both.
  struct Schedule: Decodable {
    var relative: Relative?
    var fixed: Date?
  }

  struct Relative: Decodable {
    var hour: Int
    var minute: Int
    /// The raw values of `Locale.Weekday`, such as "mon".
    var weekdays: [String]
  }
}

/// What the app's Live Activity and intents can read.
nonisolated struct ReminderMetadata: AlarmMetadata {
  var ics2notify: Reminder

  struct Reminder: Codable, Hashable {
    var identifier: String
    var digest: String
    var uid: String?
    var url: String?
    var endDate: Date?
  }
}

@available(iOS 26.1, *)
extension AlarmPlan.Entry {
  var configuration: AlarmManager.AlarmConfiguration<ReminderMetadata> {
    let alert = AlarmPresentation.Alert(title: "\(title)")
    let attributes = AlarmAttributes(
      presentation: AlarmPresentation(alert: alert), metadata: metadata, tintColor: .accentColor)
    let sound = sound.flatMap { $0 == "default" ? nil : AlertConfiguration.AlertSound.named($0) }
    return .alarm(
      schedule: schedule.alarmSchedule, attributes: attributes, stopIntent: nil,
      secondaryIntent: nil, sound: sound ?? .default)
  }
}

@available(iOS 26.1, *)
extension AlarmPlan.Schedule {
  var alarmSchedule: Alarm.Schedule? {
    if let fixed { return .fixed(fixed) }
    guard let relative else { return nil }
    let time = Alarm.Schedule.Relative.Time(hour: relative.hour, minute: relative.minute)
    let weekdays = relative.weekdays.compactMap(Locale.Weekday.init)
    return .relative(Alarm.Schedule.Relative(time: time, repeats: .weekly(weekdays)))
  }
}
