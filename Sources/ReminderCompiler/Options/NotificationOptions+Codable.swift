import CivilTime
import NotificationTriggers

/// The keys of the compiler's options, and its own beside them, with the names and the values' texts
/// of the command line.
extension NotificationOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case limit, reserve, pending, nagOverdue, renewalNudge
  }

  /// Reads options; those that are absent are as ``init(now:deviceZone:)`` has them.
  ///
  /// - Parameter decoder: What has them; its `userInfo` may have a database of zones, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` with the path of an option that can't be what it is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func require(_ isRight: Bool, _ key: CodingKeys, _ fault: String) throws {
      guard !isRight else { return }
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: fault)
    }
    self.init(try CompilerOptions(from: decoder))
    limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? limit
    try require(
      (0...NotificationOptions.largestLimit).contains(limit), .limit,
      "is not from 0 to \(NotificationOptions.largestLimit)")
    reserve = try container.decodeIfPresent(Int.self, forKey: .reserve) ?? reserve
    try require((0...limit).contains(reserve), .reserve, "is not within the limit of \(limit)")
    pending = PendingIdentifiers(
      try container.decodeIfPresent([String].self, forKey: .pending) ?? [])
    nudgesRenewal = try container.decodeIfPresent(Bool.self, forKey: .renewalNudge) ?? false
    guard let time = try container.decodeIfPresent(CalendarDuration.self, forKey: .nagOverdue)
    else { return }
    try require(
      time.months == 0 && time.isForward && time.days <= CompilerOptions.longestDays
        && time.seconds <= CompilerOptions.longestDays * 86_400, .nagOverdue,
      "is not a number of days or of shorter units")
    overdueNag = TimeIntervalTrigger(interval: time.nominalSeconds, repeats: true)
    try require(
      overdueNag != nil, .nagOverdue,
      "is not at least PT\(TimeIntervalTrigger.shortestRepeat)S, after which the system repeats")
  }

  /// Writes all options; what there is none of is left out.
  ///
  /// - Parameter encoder: What takes them.
  /// - Throws: An `EncodingError` where no text says a duration, or overdue to-dos would be nagged
  ///   about once.
  public func encode(to encoder: any Encoder) throws {
    try compiler.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(limit, forKey: .limit)
    try container.encode(reserve, forKey: .reserve)
    try container.encode(pending.all, forKey: .pending)
    try container.encode(nudgesRenewal, forKey: .renewalNudge)
    guard let overdueNag else { return }
    guard overdueNag.repeats else {
      throw EncodingError.invalidValue(
        overdueNag,
        EncodingError.Context(
          codingPath: container.codingPath + [CodingKeys.nagOverdue],
          debugDescription: "an interval that doesn't repeat is no option"))
    }
    try container.encode(CalendarDuration(seconds: overdueNag.interval), forKey: .nagOverdue)
  }
}
