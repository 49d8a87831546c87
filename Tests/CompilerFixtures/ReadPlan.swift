package import Foundation
package import ICalendar
package import ReminderCompiler

/// A plan as an app reads it: from JSON, with Foundation's decoder and separate types.
package struct ReadPlan: Decodable {
  package struct Content: Decodable {
    package let title: String
    package let userInfo: UserInfo
  }

  package struct UserInfo: Decodable {
    package let uid: String?
    package let alarm: Int?
    package let endDate: Date?
  }

  package struct Components: Decodable {
    package let year, month, day, weekday, weekdayOrdinal, hour, minute, second: Int?
    package let calendar, timeZone: String?
  }

  package struct Trigger: Decodable {
    package let dateComponents: Components
    package let repeats: Bool
  }

  package struct Request: Decodable {
    package let rank: Int
    package let identifier, uid: String
    package let alarm, `repeat`: Int
    package let content: Content
    package let trigger: Trigger
    package let nextFire, provenUntil: Date
    package let removeBy: Date?
  }

  package struct Dropped: Decodable {
    package let uid, reason: String
    package let alarm, count, countBeforeRenewal: Int
    package let first, last: Date
  }

  package let now, horizonEnd: Date
  package let exactUntil, repeatsUntil, renewBy: Date?
  package let limit: Int
  package let requests: [Request]
  package let dropped: [Dropped]
  package let groups: [String: [String]]

  package init(_ plan: Plan) throws { self = try ReadPlan(json: try plan.json()) }

  package init(json: Data) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    self = try decoder.decode(ReadPlan.self, from: json)
  }

  /// Makes the plan of components.
  package init(
    of components: [CalendarComponent], _ options: NotificationOptions
  ) throws {
    try self.init(Compilation(of: components, options).plan)
  }
}

extension ReadPlan.Components {
  /// The components that are set, without calendar and zone.
  package var text: String {
    let fields: [(String, Int?)] = [
      ("year", year), ("month", month), ("day", day), ("weekday", weekday),
      ("ordinal", weekdayOrdinal), ("hour", hour), ("minute", minute), ("second", second),
    ]
    return fields.compactMap { name, value in value.map { "\(name)=\($0)" } }
      .joined(separator: " ")
  }
}
