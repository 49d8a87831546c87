import CivilTime

extension Plan {
  /// The verdict of `simulate` as a JSON object in one line.
  ///
  /// - Parameter delays: What a device keeps for later; nil where nobody asked.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: The line with its end.
  package func verdictJSON(_ delays: Delays? = nil) throws -> [UInt8] {
    try VerdictDocument(self, delays).lineBytes()
  }
}

extension Playback {
  /// The verdict of `simulate` as a JSON object in one line.
  ///
  /// - Throws: What the encoder throws, which no verdict makes it do.
  package func verdictJSON() throws -> [UInt8] { try VerdictDocument(self).lineBytes() }
}

/// The verdict of `simulate` as JSON.
struct VerdictDocument: Encodable {
  private let verdict: Verdict
  private let renewBy: Instant?
  private let playback: Playback?
  private let delays: Delays?

  /// The verdict on a plan.
  init(_ plan: Plan, _ delays: Delays?) {
    verdict = plan.verdict
    renewBy = plan.renewBy
    self.delays = delays
    playback = nil
  }

  /// The verdict on an app that is opened now and then.
  init(_ playback: Playback) {
    verdict = playback.verdict
    renewBy = playback.renewBy
    delays = playback.delays
    self.playback = playback
  }

  private enum Key: String, CodingKey {
    case missed, missedRepeats, spurious, echoes, exactUntil, repeatsUntil, renewBy
    case openings, removed, replaced, added
    case delayed, tooLate, levelInTime
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(verdict.missedFirst, forKey: .missed)
    try container.encode(verdict.missedRepeats, forKey: .missedRepeats)
    try container.encode(verdict.spurious, forKey: .spurious)
    try container.encode(verdict.echoes, forKey: .echoes)
    try container.encode(verdict.exactUntil?.description, forKey: .exactUntil)
    try container.encode(verdict.repeatsUntil?.description, forKey: .repeatsUntil)
    try container.encode(renewBy?.description, forKey: .renewBy)
    if let delays {
      try container.encode(delays.delayed, forKey: .delayed)
      try container.encode(delays.tooLate, forKey: .tooLate)
      try container.encode(delays.levelInTime, forKey: .levelInTime)
    }
    guard let playback else { return }
    try container.encode(playback.openings, forKey: .openings)
    try container.encode(playback.changes.removed, forKey: .removed)
    try container.encode(playback.changes.replaced, forKey: .replaced)
    try container.encode(playback.changes.added, forKey: .added)
  }
}
