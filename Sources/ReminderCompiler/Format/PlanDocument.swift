import CivilTime
import ICalendar

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
/// let json = try PlanDocument(plan).json()
/// print(try StoredPlan(json: json).identifiers.count)  // 5
/// ```
public struct PlanDocument: Encodable, Sendable {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let version = 1

  private let plan: Plan

  /// Makes the document of a plan.
  ///
  /// - Parameter plan: The plan.
  public init(_ plan: Plan) {
    self.plan = plan
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
    case requests, categories, dropped, groups, diagnostics
  }

  /// Encodes the plan's fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(PlanDocument.version, forKey: .version)
    try container.encode(plan.now.description, forKey: .now)
    try container.encode(plan.horizonEnd.description, forKey: .horizonEnd)
    try container.encode(plan.deviceZone.identifier, forKey: .timeZone)
    try container.encode(plan.exactUntil?.description, forKey: .exactUntil)
    try container.encode(plan.repeatsUntil?.description, forKey: .repeatsUntil)
    try container.encode(plan.renewBy?.description, forKey: .renewBy)
    try container.encode(plan.limit, forKey: .limit)
    try container.encode(plan.slots, forKey: .slots)
    try container.encode(
      plan.requests.map { RequestDocument($0, zone: plan.deviceZone) }, forKey: .requests)
    try container.encode(plan.categories.map(CategoryDocument.init), forKey: .categories)
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
