import CivilTime

/// In the form of one of a plan's `dropped`.
extension DroppedFires: Codable {
  private enum CodingKeys: String, CodingKey {
    case uid, alarm, title, reason, count, countBeforeRenewal, first, last
  }

  /// Reads fires that are left out.
  ///
  /// - Parameter decoder: What has them.
  /// - Throws: A `DecodingError` where there are none, or their numbers or instants make no sense.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    reminder = Reminder.ID(
      uid: try container.decode(String.self, forKey: .uid),
      alarm: try container.decode(0...Int.max, forKey: .alarm))
    title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
    reason = try container.decode(Reason.self, forKey: .reason)
    count = try container.decode(1...DroppedFires.largestCount, forKey: .count)
    countBeforeRenewal = try container.decode(0...count, forKey: .countBeforeRenewal)
    first = try container.decode(Instant.self, forKey: .first)
    last = try container.decode(Instant.self, forKey: .last)
    try container.require(first <= last, .last, "is before the first")
  }

  /// Writes the fires.
  ///
  /// - Parameter encoder: What takes them.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uid, forKey: .uid)
    try container.encode(alarm, forKey: .alarm)
    try container.encode(title, forKey: .title)
    try container.encode(reason, forKey: .reason)
    try container.encode(count, forKey: .count)
    try container.encode(countBeforeRenewal, forKey: .countBeforeRenewal)
    try container.encode(first, forKey: .first)
    try container.encode(last, forKey: .last)
  }

  /// The most fires that are read of one reminder: one in each second of some thousand years, so that
  /// no sum of them overflows.
  static let largestCount = 1 << 40
}
