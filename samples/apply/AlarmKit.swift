// Applies a document of `ics2notify --target alarmkit` with AlarmKit. Copy this file into your app,
// add NSAlarmKitUsageDescription to Info.plist, and request permission first:
// `try await AlarmManager.shared.requestAuthorization()`. Call `ReminderAlarms.apply` with the
// document at each start and when a newer document arrives. Get a newer document before `renewal`
// and `renewBy`, after an answer, and when the time zone of the device changes.
//
// An alarm has Stop and one more button, Snooze. The system runs its intent in the process of the
// app, which it starts if necessary. Set `ReminderAlarms.onResponse` in the initializer of the app
// to get a newer document after each answer. The server compiles with `--responses FILE`, the file
// being `ReminderAlarms.responses`.

import ActivityKit
import AlarmKit
import AppIntents
import Foundation
import SwiftUI

/// The alarms of a document, and the user's responses.
@available(iOS 26.1, *)
@MainActor
enum ReminderAlarms {
  /// The button beside Stop; nil for none.
  static var button: ReminderAction? = .snooze
  /// The time from a press of Snooze to the next alert, in seconds.
  static var snoozeAfter: TimeInterval = 540
  /// Called when a response was stored and the alarms are changed.
  static var onResponse: (@MainActor () async -> Void)?
  /// Keeps the document, the responses, and the digests.
  static var defaults = UserDefaults.standard

  /// Stores a document, schedules its alarms, and cancels those that it lacks.
  static func apply(_ document: Data) async throws {
    try await inOrder {
      defaults.set(document, forKey: "ics2notify.document")
      try await update()
    }
  }

  /// Stops an alarm, stores the user's response, and changes the alarms.
  ///
  /// Call it with `done` from the app's own screen, because an alarm has one button only.
  static func answer(_ action: ReminderAction, to entry: AlarmPlan.Entry) async throws {
    try await inOrder {
      // It doesn't ring any more if the user stopped it meanwhile.
      try? AlarmManager.shared.stop(id: entry.id)
      // Without a readable document, the answer is stored, too. Then `update` throws.
      let plan = (try? plan()) ?? AlarmPlan(entries: [], slots: 0)
      let response = plan.response(
        action, to: entry, now: .now, snoozeAfter: snoozeAfter, last: stored.last?.respondedAt)
      let all = try encoder.encode((stored + [response]).suffix(200))
      defaults.set(all, forKey: "ics2notify.responses")
      try await update()
    }
    await onResponse?()
  }

  /// The user's responses: a JSON array for `ics2notify --responses`.
  static var responses: Data { defaults.data(forKey: "ics2notify.responses") ?? Data("[]".utf8) }

  /// Makes the alarms equal to the stored document with the stored responses.
  ///
  /// AlarmKit doesn't return the metadata of an alarm, so the digests remember which ones are ours.
  private static func update() async throws {
    let plan = try plan()
    let entries = plan.entries(with: stored, now: .now)
    let wanted = Set(entries.map(\.id.uuidString))
    let alarms = try AlarmManager.shared.alarms
    let pending = Set(alarms.map(\.id.uuidString))
    // An alarm that rings stays. The next call changes it.
    let ringing = Set(alarms.filter { $0.state != .scheduled }.map(\.id.uuidString))
    var known = defaults.dictionary(forKey: "ics2notify") as? [String: String] ?? [:]

    // Cancel first: the number of alarms is limited. Alarms that `known` lacks aren't ours.
    for id in known.keys where !wanted.contains(id) && !ringing.contains(id) {
      if pending.contains(id), let id = UUID(uuidString: id) {
        try AlarmManager.shared.cancel(id: id)
      }
      known[id] = nil
    }
    // The most important alarm comes last.
    for entry in entries where !ringing.contains(entry.id.uuidString) {
      let id = entry.id.uuidString
      let digest = entry.reminder.digest + (button?.rawValue ?? "")
      if pending.contains(id) && known[id] == digest { continue }
      // Without a digest, the next call schedules the alarm again if the app ends here.
      known[id] = ""
      defaults.set(known, forKey: "ics2notify")
      // An alarm can't be replaced.
      if pending.contains(id) { try AlarmManager.shared.cancel(id: entry.id) }
      let configuration = try entry.configuration(plan.button(for: button))
      _ = try await AlarmManager.shared.schedule(id: entry.id, configuration: configuration)
      known[id] = digest
    }
    defaults.set(known, forKey: "ics2notify")
  }

  private static var stored: [ReminderResponse] {
    (try? decoder.decode([ReminderResponse].self, from: responses)) ?? []
  }

  private static func plan() throws -> AlarmPlan {
    try decoder.decode(
      AlarmPlan.self, from: defaults.data(forKey: "ics2notify.document") ?? Data("{}".utf8))
  }

  private static var last: Task<Void, any Error>?

  /// A call waits for the earlier ones.
  private static func inOrder(_ work: @escaping @MainActor () async throws -> Void) async throws {
    let earlier = last
    let task = Task {
      _ = await earlier?.result
      try await work()
    }
    last = task
    try await task.value
  }

  fileprivate static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  fileprivate static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }
}

/// The intent of the button.
@available(iOS 26.1, *)
struct AnswerReminder: LiveActivityIntent {
  static let title: LocalizedStringResource = "Answer a reminder"
  static let isDiscoverable = false

  @Parameter(title: "Action") var action: String
  /// The alarm as JSON, because a newer document can lack it.
  @Parameter(title: "Alarm") var entry: String

  init() {
    action = ""
    entry = ""
  }

  init(_ action: ReminderAction, to entry: String) {
    self.action = action.rawValue
    self.entry = entry
  }

  func perform() async throws -> some IntentResult {
    if let action = ReminderAction(rawValue: action) {
      let entry = try await ReminderAlarms.decoder
        .decode(AlarmPlan.Entry.self, from: Data(entry.utf8))
      try await ReminderAlarms.answer(action, to: entry)
    }
    return .result()
  }
}

/// An answer.
///
/// Alarms don't have repeats that the user could stop.
nonisolated enum ReminderAction: String, Codable, Sendable {
  case snooze = "ics2notify.snooze"
  case done = "ics2notify.done"
}

/// A response of the user, in the form that `ics2notify --responses` reads.
nonisolated struct ReminderResponse: Codable, Sendable {
  var action: ReminderAction
  var identifier: String
  var deliveredAt: Date
  var respondedAt: Date
  var until: Date?
  var uid: String?
  var alarm: Int?
  var occurrence: String?
  /// The alarm that a snooze repeats.
  var entry: AlarmPlan.Entry?

  /// The alarm at the end of a snooze.
  ///
  /// Its button answers the original reminder.
  var snoozed: AlarmPlan.Entry? {
    guard let until, let entry else { return nil }
    var snoozed = entry.once(at: until, of: occurrence)
    snoozed.metadata.ics2notify.deliveredAt = deliveredAt
    return snoozed
  }

  /// Whether this is the answer that ends the reminders of an occurrence.
  func silences(_ reminder: ReminderMetadata.Reminder, of occurrence: String?) -> Bool {
    action == .done && occurrence != nil && self.occurrence == occurrence && uid == reminder.uid
  }
}

/// A document of `ics2notify --target alarmkit`.
nonisolated struct AlarmPlan: Decodable, Sendable {
  /// The least important one comes first.
  var entries: [Entry]
  /// The number of alarms that the plan may use.
  var slots: Int
  /// The alerts of repeating alarms, by their identifiers: at most 200 of each, up to `renewal`.
  var alerts: [String: [Alert]]?
  var renewal: Date?
  /// The plan considers the responses up to this date.
  var respondedUntil: Date?
  var categories: [Category]?

  struct Entry: Codable, Sendable {
    var id: UUID
    var title: String
    var sound: String?
    var schedule: Schedule
    var metadata: ReminderMetadata

    var reminder: ReminderMetadata.Reminder { metadata.ics2notify }
  }

  /// Has one of both.
  struct Schedule: Codable, Sendable {
    var relative: Relative?
    var fixed: Date?
  }

  struct Relative: Codable, Sendable {
    var hour: Int
    var minute: Int
    /// The raw values of `Locale.Weekday`, such as "mon".
    var weekdays: [String]
  }

  struct Alert: Decodable, Sendable {
    var at: Date
    var occurrence: String
  }

  struct Category: Decodable, Sendable {
    var actions: [Action]
  }

  struct Action: Decodable, Sendable {
    var identifier: String
    var title: String
    var systemImageName: String
  }
}

/// What the app's Live Activity and intents can read.
nonisolated struct ReminderMetadata: AlarmMetadata {
  var ics2notify: Reminder

  struct Reminder: Codable, Hashable, Sendable {
    var identifier: String
    var digest: String
    var uid: String?
    var alarm: Int?
    var occurrence: String?
    var url: String?
    var endDate: Date?
    /// The first alert of a snoozed alarm.
    var deliveredAt: Date?
  }
}

nonisolated extension AlarmPlan {
  /// Returns the alarms to schedule, the most important one last.
  ///
  /// Done leaves out the other alarms of the occurrence. A repeating alarm can't skip one alert, so
  /// single ones replace it until then. A snooze adds an alarm.
  func entries(with responses: [ReminderResponse], now: Date) -> [Entry] {
    let counted = responses.filter { $0.respondedAt > respondedUntil ?? .distantPast }
    func isSilenced(_ entry: Entry, _ occurrence: String?) -> Bool {
      counted.contains { $0.silences(entry.reminder, of: occurrence) }
    }
    var single: [Entry] = []
    var kept: [Entry] = []
    // A repeat is removed at its end date.
    for entry in entries where entry.reminder.endDate ?? .distantFuture > now {
      let coming = alerts?[entry.reminder.identifier, default: []].filter { $0.at > now } ?? []
      if coming.contains(where: { isSilenced(entry, $0.occurrence) }) {
        single += coming.filter { !isSilenced(entry, $0.occurrence) }
          .map { entry.once(at: $0.at, of: $0.occurrence) }
      } else if !isSilenced(entry, entry.reminder.occurrence) {
        kept.append(entry)
      }
    }
    // The latest one is the least important.
    single.sort { $0.schedule.fixed ?? now > $1.schedule.fixed ?? now }
    // A date that has passed doesn't ring any more.
    return (single + kept + snoozes(counted))
      .filter { $0.schedule.fixed ?? .distantFuture > now }.suffix(slots)
  }

  /// A later snooze of the same occurrence replaces an earlier one, and Done removes it.
  private func snoozes(_ responses: [ReminderResponse]) -> [Entry] {
    var snoozes: [Entry] = []
    for response in responses {
      if let snoozed = response.snoozed {
        snoozes.removeAll {
          $0.reminder.uid == response.uid && $0.reminder.occurrence == response.occurrence
        }
        snoozes.append(snoozed)
      } else {
        snoozes.removeAll { response.silences($0.reminder, of: $0.reminder.occurrence) }
      }
    }
    return snoozes
  }

  /// Returns the response to store, later than `last` and those that the plan considers.
  func response(
    _ action: ReminderAction, to entry: Entry, now: Date, snoozeAfter: TimeInterval, last: Date?
  ) -> ReminderResponse {
    let reminder = entry.reminder
    let now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    let alert = latestAlert(of: reminder.identifier, now: now)
    let earlier = [last, respondedUntil].compactMap { $0?.addingTimeInterval(1) }
    let until = action == .snooze ? now.addingTimeInterval(snoozeAfter) : nil
    return ReminderResponse(
      action: action, identifier: reminder.identifier,
      deliveredAt: reminder.deliveredAt ?? entry.schedule.fixed ?? alert?.at ?? now,
      respondedAt: earlier.reduce(now, max), until: until, uid: reminder.uid, alarm: reminder.alarm,
      occurrence: reminder.occurrence ?? alert?.occurrence, entry: until == nil ? nil : entry)
  }

  /// Returns the last alert of a repeating alarm, nil if the list can lack it.
  private func latestAlert(of identifier: String, now: Date) -> Alert? {
    let all = alerts?[identifier] ?? []
    let isComplete = all.count < 200 && renewal.map { now < $0 } ?? false
    guard isComplete || all.contains(where: { $0.at > now }) else { return nil }
    return all.last { $0.at <= now }
  }
}

nonisolated extension AlarmPlan.Entry {
  /// Returns the alarm for one alert, with a UUID made from that of the repeat and the date.
  func once(at date: Date, of occurrence: String?) -> Self {
    var once = self
    let seconds = UInt32(truncatingIfNeeded: Int(date.timeIntervalSince1970))
    var bytes = id.uuid
    bytes.12 ^= UInt8(truncatingIfNeeded: seconds >> 24)
    bytes.13 ^= UInt8(truncatingIfNeeded: seconds >> 16)
    bytes.14 ^= UInt8(truncatingIfNeeded: seconds >> 8)
    bytes.15 ^= UInt8(truncatingIfNeeded: seconds)
    once.id = UUID(uuid: bytes)
    once.schedule = AlarmPlan.Schedule(relative: nil, fixed: date)
    once.metadata.ics2notify.occurrence = occurrence
    once.metadata.ics2notify.endDate = nil
    return once
  }
}

@available(iOS 26.1, *)
extension AlarmPlan {
  /// Returns the button of an action, with the title of the document.
  func button(for action: ReminderAction?) -> (action: ReminderAction, look: AlarmButton)? {
    let all = categories?.flatMap(\.actions) ?? []
    guard let action, let found = all.first(where: { $0.identifier == action.rawValue }) else {
      return nil
    }
    let look = AlarmButton(
      text: "\(found.title)", textColor: .white, systemImageName: found.systemImageName)
    return (action, look)
  }
}

@available(iOS 26.1, *)
extension AlarmPlan.Entry {
  @MainActor
  func configuration(
    _ button: (action: ReminderAction, look: AlarmButton)?
  ) throws -> AlarmManager.AlarmConfiguration<ReminderMetadata> {
    let alert = AlarmPresentation.Alert(
      title: "\(title)", secondaryButton: button?.look,
      secondaryButtonBehavior: button == nil ? nil : .custom)
    let attributes = AlarmAttributes(
      presentation: AlarmPresentation(alert: alert), metadata: metadata, tintColor: .accentColor)
    let sound = sound.flatMap { $0 == "default" ? nil : AlertConfiguration.AlertSound.named($0) }
    let entry = String(decoding: try ReminderAlarms.encoder.encode(self), as: UTF8.self)
    return .alarm(
      schedule: schedule.alarmSchedule, attributes: attributes, stopIntent: nil,
      secondaryIntent: button.map { AnswerReminder($0.action, to: entry) },
      sound: sound ?? .default)
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
