// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap

// A stand-in for the part of AlarmKit that samples/apply/AlarmKit.swift uses.
//
// It follows Apple's documentation: `stop` deletes an alarm that doesn't repeat, a custom button
// leaves the state of the alarm as it is, and the number of alarms is limited.

public import ActivityKit
public import AppIntents
public import Foundation
public import SwiftUI

public protocol AlarmMetadata: Codable, Hashable, Sendable {}

public struct Alarm: Sendable {
  public enum State: Sendable { case scheduled, countdown, paused, alerting }

  public enum Schedule: Sendable {
    case fixed(Date)
    case relative(Relative)

    public struct Relative: Sendable {
      public struct Time: Sendable {
        public var hour: Int
        public var minute: Int

        public init(hour: Int, minute: Int) {
          self.hour = hour
          self.minute = minute
        }
      }

      public enum Recurrence: Sendable {
        case never
        case weekly([Locale.Weekday])
      }

      public var time: Time
      public var repeats: Recurrence

      public init(time: Time, repeats: Recurrence) {
        self.time = time
        self.repeats = repeats
      }
    }
  }

  public var id: UUID
  public var schedule: Schedule?
  public var state: State
}

public struct AlarmButton: Sendable {
  public var text: LocalizedStringResource

  public init(text: LocalizedStringResource, textColor: Color, systemImageName: String) {
    self.text = text
  }
}

public struct AlarmPresentation: Sendable {
  public struct Alert: Sendable {
    public enum SecondaryButtonBehavior: Sendable { case countdown, custom }

    public var title: LocalizedStringResource
    public var secondaryButton: AlarmButton?
    public var secondaryButtonBehavior: SecondaryButtonBehavior?

    public init(
      title: LocalizedStringResource, secondaryButton: AlarmButton? = nil,
      secondaryButtonBehavior: SecondaryButtonBehavior? = nil
    ) {
      self.title = title
      self.secondaryButton = secondaryButton
      self.secondaryButtonBehavior = secondaryButtonBehavior
    }
  }

  public var alert: Alert

  public init(alert: Alert) { self.alert = alert }
}

public struct AlarmAttributes<Metadata: AlarmMetadata>: Sendable {
  public var presentation: AlarmPresentation
  public var metadata: Metadata?

  public init(presentation: AlarmPresentation, metadata: Metadata? = nil, tintColor: Color) {
    self.presentation = presentation
    self.metadata = metadata
  }
}

public final class AlarmManager: @unchecked Sendable {
  public struct AlarmConfiguration<Metadata: AlarmMetadata>: Sendable {
    public var schedule: Alarm.Schedule?
    public var attributes: AlarmAttributes<Metadata>
    public var secondaryIntent: (any LiveActivityIntent)?

    public static func alarm(
      schedule: Alarm.Schedule? = nil, attributes: AlarmAttributes<Metadata>,
      stopIntent: (any LiveActivityIntent)? = nil,
      secondaryIntent: (any LiveActivityIntent)? = nil,
      sound: AlertConfiguration.AlertSound = .default
    ) -> AlarmConfiguration {
      AlarmConfiguration(
        schedule: schedule, attributes: attributes, secondaryIntent: secondaryIntent)
    }
  }

  public enum AlarmError: Error { case maximumLimitReached, alreadyExists, unknown }

  public static let shared = AlarmManager()

  /// The number of alarms that the system accepts.
  public var limit = 32
  /// The number of calls that scheduled an alarm.
  public private(set) var scheduled = 0
  private var all: [UUID: (alarm: Alarm, title: String, intent: (any LiveActivityIntent)?)] = [:]

  public var alarms: [Alarm] { get throws { all.values.map(\.alarm) } }

  public func schedule<Metadata: AlarmMetadata>(
    id: UUID, configuration: AlarmConfiguration<Metadata>
  ) async throws -> Alarm {
    await Task.yield()
    guard all[id] == nil else { throw AlarmError.alreadyExists }
    guard all.count < limit else { throw AlarmError.maximumLimitReached }
    scheduled += 1
    let alarm = Alarm(id: id, schedule: configuration.schedule, state: .scheduled)
    let alert = configuration.attributes.presentation.alert
    precondition((alert.secondaryButton == nil) == (configuration.secondaryIntent == nil))
    precondition((alert.secondaryButton == nil) == (alert.secondaryButtonBehavior == nil))
    all[id] = (alarm, alert.title.key, configuration.secondaryIntent)
    return alarm
  }

  public func cancel(id: UUID) throws {
    guard all.removeValue(forKey: id) != nil else { throw AlarmError.unknown }
  }

  public func stop(id: UUID) throws {
    guard let found = all[id], found.alarm.state == .alerting else { throw AlarmError.unknown }
    if case .relative = found.alarm.schedule {
      all[id]?.alarm.state = .scheduled
    } else {
      all[id] = nil
    }
  }

  // MARK: The device

  /// Lets the alarm with a line of the list ring.
  public func ring(_ line: String) {
    let found = all.values.filter { text($0.alarm, $0.title) == line }
    precondition(found.count == 1, "\(found.count) alarms \(line)")
    all[found[0].alarm.id]?.alarm.state = .alerting
  }

  /// Presses the button of the alarm that rings.
  public func press() async throws {
    let found = all.values.filter { $0.alarm.state == .alerting }
    precondition(found.count == 1, "\(found.count) alarms ring")
    _ = try await found[0].intent!.perform()
  }

  /// Dates and titles of the alarms.
  public var list: [String] { all.values.map { text($0.alarm, $0.title) }.sorted() }

  private func text(_ alarm: Alarm, _ title: String) -> String {
    switch alarm.schedule {
    case .fixed(let date)?: "\(date.formatted(.iso8601).dropFirst(5).prefix(11)) \(title)"
    case .relative(let relative)?: "\(relative.time.hour):\(relative.time.minute) \(title)"
    case nil: title
    }
  }
}
