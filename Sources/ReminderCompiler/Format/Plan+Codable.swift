public import CivilTime
import ICalendar
import NotificationTriggers

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// In the format of plans, see ics2notify(5).
extension Plan: Codable {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let formatVersion = 1

  /// The plan as a document: keys sorted, absent values `null`, so that the same plan gives the same
  /// bytes, and a line end behind the last one.
  ///
  /// - Returns: UTF-8.
  /// - Throws: What the encoder throws, which no plan makes it do.
  public func json() throws -> Data {
    try documentBytes()
  }

  /// Reads a plan from a document, which may be anybody's: what is read is a plan that an app may
  /// apply, or none.
  ///
  /// Unknown keys are passed over. What follows from the rest, such as ``renewBy``, is made anew.
  ///
  /// - Parameters:
  ///   - json: The document in UTF-8.
  ///   - zones: What looks time zones up.
  /// - Throws: What is wrong with the document, and where.
  public init(json: Data, zones: ZoneDatabase = ZoneDatabase()) throws(JSONFault) {
    self = try JSONFault.decode(Plan.self, from: json, [ZoneDatabase.userInfoKey: zones])
  }

  private enum CodingKeys: String, CodingKey {
    case version, now, horizonEnd, timeZone, exactUntil, repeatsUntil, renewBy, renewal, limit
    case slots, fireCount, ruledOut, spurious, requests, categories, dropped, groups, diagnostics
  }

  /// Reads a plan, see ``init(json:zones:)``.
  ///
  /// - Parameter decoder: What has it; its `userInfo` may have a database of zones, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` with the path of what is wrong.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(Plan.formatVersion, forKey: .version)
    now = try container.decode(Instant.self, forKey: .now)
    try container.require(
      CompilerOptions.knownInstants.contains(now), .now, "is not between the years 1900 and 2399")
    horizonEnd = try container.decode(Instant.self, forKey: .horizonEnd)
    try container.require(horizonEnd >= now, .horizonEnd, "is before now")
    let identifier = try container.decode(String.self, forKey: .timeZone)
    guard let zone = ZoneDatabase.zone(named: identifier, for: decoder) else {
      throw DecodingError.dataCorruptedError(
        forKey: .timeZone, in: container, debugDescription: "is no IANA time zone")
    }
    deviceZone = zone
    limit = try container.decode(0...NotificationOptions.largestLimit, forKey: .limit)
    // A plan that doesn't say it was made for all of them.
    slots = container.contains(.slots) ? try container.decode(0...limit, forKey: .slots) : limit
    requests = try container.decode([Request].self, forKey: .requests)
    try container.require(requests.count <= limit, .requests, "are more than the limit")
    var identifiers: Set<String> = []
    for (index, request) in requests.enumerated() {
      try container.require(
        request.rank == index + 1, .requests, "don't stand by rank: [\(index)] has \(request.rank)")
      try container.require(
        identifiers.insert(request.identifier).inserted, .requests,
        "[\(index)] has an identifier that stands there twice")
    }
    categories =
      try container.decodeIfPresent([NotificationCategory].self, forKey: .categories) ?? []
    dropped = try container.decode([DroppedFires].self, forKey: .dropped)
    diagnostics = try container.decode([Diagnostic].self, forKey: .diagnostics)
    // A plan that doesn't say it has been made with the defaults of the command line.
    let usual = CompilerOptions(now: now, deviceZone: zone).renewal
    renewal =
      try container.decodeIfPresent(Instant.self, forKey: .renewal) ?? min(usual, horizonEnd)
    try container.require(
      renewal >= now && renewal <= horizonEnd, .renewal, "is not from now to the horizon's end")
    verdict = Verdict(
      dropped, echoes: requests.reduce(0) { $0 + $1.echoes.count },
      spurious: container.contains(.spurious)
        ? try container.decode(0...DroppedFires.largestCount, forKey: .spurious) : 0,
      exactUntil: try container.decodeIfPresent(Instant.self, forKey: .exactUntil),
      repeatsUntil: try container.decodeIfPresent(Instant.self, forKey: .repeatsUntil))
    // At least what is left out is asked for; a plan that doesn't say it says no more.
    let least = dropped.reduce(0) { $0 &+ $1.count }
    fireCount =
      container.contains(.fireCount)
      ? try container.decode(least...max(least, .max), forKey: .fireCount) : least
    ruledOut =
      container.contains(.ruledOut) ? try container.decode(0...Int.max, forKey: .ruledOut) : 0
  }

  /// Writes the plan's values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Plan.formatVersion, forKey: .version)
    try container.encode(now, forKey: .now)
    try container.encode(horizonEnd, forKey: .horizonEnd)
    try container.encode(deviceZone.identifier, forKey: .timeZone)
    try container.encode(exactUntil, forKey: .exactUntil)
    try container.encode(repeatsUntil, forKey: .repeatsUntil)
    try container.encode(renewBy, forKey: .renewBy)
    try container.encode(renewal, forKey: .renewal)
    try container.encode(limit, forKey: .limit)
    try container.encode(slots, forKey: .slots)
    try container.encode(fireCount, forKey: .fireCount)
    if ruledOut > 0 { try container.encode(ruledOut, forKey: .ruledOut) }
    try container.encode(verdict.spurious, forKey: .spurious)
    try container.encode(requests, forKey: .requests)
    try container.encode(categories, forKey: .categories)
    try container.encode(dropped, forKey: .dropped)
    // UIDs of other bytes that Unicode takes for the same share an entry: neither JSONEncoder nor
    // the dictionary of an app that reads this holds both.
    try container.encode(
      Dictionary(grouping: requests.filter { $0.uid != nil }) { $0.uid ?? "" }
        .mapValues { $0.map(\.identifier).sorted() },
      forKey: .groups)
    try container.encode(diagnostics, forKey: .diagnostics)
  }
}

extension Verdict {
  /// The verdict of a plan that is read: what is missed is what the plan leaves out.
  fileprivate init(
    _ dropped: [DroppedFires], echoes: Int, spurious: Int, exactUntil: Instant?,
    repeatsUntil: Instant?
  ) {
    func count(_ reason: DroppedFires.Reason) -> Int {
      dropped.reduce(0) { $0 &+ ($1.reason == reason ? $1.count : 0) }
    }
    missedFirst = count(.limit)
    missedRepeats = count(.repeatLimit)
    self.spurious = spurious
    self.echoes = echoes
    self.exactUntil = exactUntil
    self.repeatsUntil = repeatsUntil
  }
}
