import Foundation
import ReminderCompiler

/// A plan as an app reads it: from its JSON, with Foundation's decoder and nothing of ours.
struct ReadPlan: Decodable {
  struct Content: Decodable {
    let title: String
    let userInfo: UserInfo
  }

  struct UserInfo: Decodable {
    let uid: String?
    let alarm: Int?
    let endDate: Date?
  }

  struct Components: Decodable {
    let year, month, day, weekday, weekdayOrdinal, hour, minute, second: Int?
    let calendar, timeZone: String?
  }

  struct Trigger: Decodable {
    let dateComponents: Components
    let repeats: Bool
  }

  struct Request: Decodable {
    let rank: Int
    let identifier, uid: String
    let alarm, `repeat`: Int
    let content: Content
    let trigger: Trigger
    let nextFire, provenUntil: Date
    let removeBy: Date?
  }

  struct Dropped: Decodable {
    let uid, reason: String
    let alarm, count, countBeforeRenewal: Int
    let first, last: Date
  }

  let now, horizonEnd: Date
  let exactUntil, repeatsUntil, renewBy: Date?
  let limit: Int
  let requests: [Request]
  let dropped: [Dropped]
  let groups: [String: [String]]

  init(_ plan: Plan, timeZone: String) throws {
    self = try ReadPlan(json: try plan.json())
  }

  init(json: Data) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    self = try decoder.decode(ReadPlan.self, from: json)
  }
}
