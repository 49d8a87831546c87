import CivilTime
import ICalendar
import NotificationTriggers

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A plan as the JSON that an app reads.
///
/// Keys are sorted and absent values are `null`, so that the same plan gives the same bytes.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let json = try PlanDocument(plan, timeZone: options.deviceZone.identifier).json()
/// print(try StoredPlan(json: json).identifiers.count)  // 5
/// ```
public struct PlanDocument: Encodable, Sendable {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let version = 1

  private let plan: Plan
  private let timeZone: String

  /// Makes the document of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - timeZone: The device's zone, for which it was made.
  public init(_ plan: Plan, timeZone: String) {
    self.plan = plan
    self.timeZone = timeZone
  }

  /// The document's bytes, with a line end behind the last one.
  ///
  /// - Returns: UTF-8.
  /// - Throws: What the encoder throws, which no plan makes it do.
  public func json() throws -> Data {
    try documentBytes()
  }

  private enum Key: String, CodingKey {
    case version, now, horizonEnd, timeZone, exactUntil, repeatsUntil, renewBy, limit, slots
    case requests, dropped, groups, diagnostics
  }

  /// Encodes the plan's fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(PlanDocument.version, forKey: .version)
    try container.encode(plan.now.description, forKey: .now)
    try container.encode(plan.horizonEnd.description, forKey: .horizonEnd)
    try container.encode(timeZone, forKey: .timeZone)
    try container.encode(plan.exactUntil?.description, forKey: .exactUntil)
    try container.encode(plan.repeatsUntil?.description, forKey: .repeatsUntil)
    try container.encode(plan.renewBy?.description, forKey: .renewBy)
    try container.encode(plan.limit, forKey: .limit)
    try container.encode(plan.slots, forKey: .slots)
    try container.encode(plan.requests.map(RequestDocument.init), forKey: .requests)
    try container.encode(plan.dropped.map(DroppedDocument.init), forKey: .dropped)
    // UIDs of other bytes that Unicode takes for the same share an entry: neither JSONEncoder nor
    // the dictionary of an app that reads this holds both.
    try container.encode(
      Dictionary(grouping: plan.requests.filter { $0.uid != nil }) { $0.uid ?? "" }
        .mapValues { $0.map(\.identifier).sorted() },
      forKey: .groups)
    try container.encode(plan.diagnostics.map(DiagnosticDocument.init), forKey: .diagnostics)
  }
}

/// One of `requests[]`.
private struct RequestDocument: Encodable {
  let request: Plan.Request

  init(_ request: Plan.Request) {
    self.request = request
  }

  private enum Key: String, CodingKey {
    case rank, identifier, uid, alarm, `repeat`, content, trigger, nextFire, provenUntil, removeBy
  }
  private enum ContentKey: String, CodingKey {
    case title, body, interruptionLevel, threadIdentifier, userInfo
  }
  private enum InfoKey: String, CodingKey {
    case uid, endDate
  }
  private enum TriggerKey: String, CodingKey {
    case dateComponents, timeInterval, repeats
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(request.rank, forKey: .rank)
    try container.encode(request.identifier, forKey: .identifier)
    try container.encode(request.uid, forKey: .uid)
    try container.encode(request.alarm, forKey: .alarm)
    try container.encode(request.repetition, forKey: .repeat)
    var content = container.nestedContainer(keyedBy: ContentKey.self, forKey: .content)
    try content.encode(request.content.title, forKey: .title)
    try content.encode(request.content.body, forKey: .body)
    try content.encode(
      request.content.interruptionLevel.rawValue, forKey: .interruptionLevel)
    try content.encode(request.content.threadIdentifier, forKey: .threadIdentifier)
    // userInfo holds property-list values only: a key without a value is left out.
    var info = content.nestedContainer(keyedBy: InfoKey.self, forKey: .userInfo)
    try info.encodeIfPresent(request.uid, forKey: .uid)
    try info.encodeIfPresent(request.removeBy?.description, forKey: .endDate)
    var trigger = container.nestedContainer(keyedBy: TriggerKey.self, forKey: .trigger)
    switch request.trigger {
    case .calendar(let own):
      try trigger.encode(DateComponentsDocument(own), forKey: .dateComponents)
    case .timeInterval(let own): try trigger.encode(own.interval, forKey: .timeInterval)
    }
    try trigger.encode(request.trigger.repeats, forKey: .repeats)
    try container.encode(request.nextFire.description, forKey: .nextFire)
    try container.encode(request.provenUntil?.description, forKey: .provenUntil)
    try container.encode(request.removeBy?.description, forKey: .removeBy)
  }
}

/// `dateComponents`, by Foundation's field names.
private struct DateComponentsDocument: Encodable {
  let trigger: CalendarTrigger

  init(_ trigger: CalendarTrigger) {
    self.trigger = trigger
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for field in trigger.pattern.components.fields {
      try container.encode(field.value, forKey: Key(stringValue: field.name))
    }
    if case .pinned(let zone) = trigger.zone {
      try container.encode("gregorian", forKey: Key(stringValue: "calendar"))
      try container.encode(zone.identifier, forKey: Key(stringValue: "timeZone"))
    }
  }
}

/// One of `dropped[]`.
private struct DroppedDocument: Encodable {
  let uid: String
  let alarm: Int
  let reason: String
  let count: Int
  let countBeforeRenewal: Int
  let first: String
  let last: String

  init(_ dropped: DroppedFires) {
    uid = dropped.uid
    alarm = dropped.alarm
    reason = dropped.reason.rawValue
    count = dropped.count
    countBeforeRenewal = dropped.countBeforeRenewal
    first = dropped.first.description
    last = dropped.last.description
  }
}

/// One of `diagnostics[]`.
private struct DiagnosticDocument: Encodable {
  let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  private enum Key: String, CodingKey {
    case severity, code, message, file, line, uid, property, section
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(diagnostic.severity.rawValue, forKey: .severity)
    try container.encode(diagnostic.code, forKey: .code)
    try container.encode(diagnostic.message, forKey: .message)
    try container.encode(diagnostic.location?.file, forKey: .file)
    try container.encode(diagnostic.location?.line, forKey: .line)
    try container.encode(diagnostic.uid, forKey: .uid)
    try container.encode(diagnostic.property, forKey: .property)
    try container.encode(diagnostic.section, forKey: .section)
  }
}
