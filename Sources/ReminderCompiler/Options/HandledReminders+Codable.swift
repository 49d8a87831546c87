import CivilTime

extension HandledReminders: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, deeds
  }

  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let formatVersion = 1

  /// Reads what is remembered.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` for what was written by a later version, or is no such memory.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == HandledReminders.formatVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "is \(version); this library reads \(HandledReminders.formatVersion)")
    }
    self.init(try container.decode([Mark].self, forKey: .deeds))
  }

  /// Writes what is remembered.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(HandledReminders.formatVersion, forKey: .version)
    try container.encode(marks, forKey: .deeds)
  }
}

/// As `{"deed": "stopped", "alarm": 0, "uid": …, "occurrence": …}`.
extension HandledReminders.Mark: Codable {
  private enum CodingKeys: String, CodingKey {
    case uid, source, distinction, at, occurrence, fired, deed, alarm, until, end
  }

  private enum Name: String, Codable {
    case done, stopped, snoozed
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    uid = try container.decode(String.self, forKey: .uid)
    source = try container.decodeIfPresent(String.self, forKey: .source) ?? ""
    distinction = try container.decodeIfPresent(String.self, forKey: .distinction) ?? ""
    occurrence = try container.decodeIfPresent(String.self, forKey: .occurrence) ?? ""
    fired = try container.decode(Instant.self, forKey: .fired)
    end = try container.decodeIfPresent(Instant.self, forKey: .end)
    deed =
      switch try container.decode(Name.self, forKey: .deed) {
      case .done: .done
      case .stopped:
        if let instant = try container.decodeIfPresent(Instant.self, forKey: .at) {
          .stoppedAbsolute(instant)
        } else {
          .stopped(alarm: try container.decodeIfPresent(Int.self, forKey: .alarm))
        }
      case .snoozed: .snoozed(until: try container.decode(Instant.self, forKey: .until))
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uid, forKey: .uid)
    if !source.isEmpty { try container.encode(source, forKey: .source) }
    if !distinction.isEmpty { try container.encode(distinction, forKey: .distinction) }
    if !occurrence.isEmpty { try container.encode(occurrence, forKey: .occurrence) }
    try container.encode(fired, forKey: .fired)
    try container.encodeIfPresent(end, forKey: .end)
    switch deed {
    case .done: try container.encode(Name.done, forKey: .deed)
    case .stopped(let alarm):
      try container.encode(Name.stopped, forKey: .deed)
      try container.encodeIfPresent(alarm, forKey: .alarm)
    case .stoppedAbsolute(let instant):
      try container.encode(Name.stopped, forKey: .deed)
      try container.encode(instant, forKey: .at)
    case .snoozed(let until):
      try container.encode(Name.snoozed, forKey: .deed)
      try container.encode(until, forKey: .until)
    }
  }
}
