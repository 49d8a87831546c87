import CivilTime

/// With the names and the values' texts of the command line: `"horizon": "P12M"`.
extension CompilerOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case now, timeZone, horizon, renewWithin, only, ignored, ignoredAlarms, userAddresses
    case defaultAlarms, allDayAlarm, ruledDefaultAlarms, allDayMoves, repeatedHour, nag, levels
    case quietHours, quietHoursDrop, noOverrun, bodies, thread, language, handled
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
    func read<Value: Decodable>(_ key: CodingKeys, _ usual: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? usual
    }
    let identifier = try container.decode(String.self, forKey: .timeZone)
    guard let zone = ZoneDatabase.zone(named: identifier, for: decoder) else {
      throw DecodingError.dataCorruptedError(
        forKey: .timeZone, in: container, debugDescription: "is no IANA time zone")
    }
    self.init(now: try container.decode(Instant.self, forKey: .now), deviceZone: zone)
    try require(isNowKnown, .now, "is not between the years 1900 and 2399")
    horizon = try read(.horizon, horizon)
    try require(horizon.isForward, .horizon, "is not a time to come")
    renewWithin = try read(.renewWithin, renewWithin)
    try require(renewWithin.isForward, .renewWithin, "is not a time to come")
    only = try read(.only, only)
    ignored = try read(.ignored, ignored)
    ignoredAlarms = try read(.ignoredAlarms, ignoredAlarms)
    userAddresses = try read(.userAddresses, userAddresses)
    defaultAlarms = try read(.defaultAlarms, defaultAlarms)
    try require(
      defaultAlarms.allSatisfy { $0.months == 0 }, .defaultAlarms,
      "have months, which no alarm has (RFC 5545, 3.3.6)")
    allDayAlarm = try container.decodeIfPresent(TimeOfDay.self, forKey: .allDayAlarm)
    ruledDefaultAlarms = try read(.ruledDefaultAlarms, ruledDefaultAlarms)
    allDayMoves = try read(.allDayMoves, allDayMoves)
    repeatedHour = try read(.repeatedHour, repeatedHour)
    nag = try container.decodeIfPresent(Nag.self, forKey: .nag)
    levels = try read(.levels, levels)
    quietHours = try read(.quietHours, quietHours)
    dropsQuietFires = try read(.quietHoursDrop, dropsQuietFires)
    noOverrun = try read(.noOverrun, noOverrun)
    bodies = try read(.bodies, bodies)
    threads = try read(.thread, threads)
    language = try read(.language, language)
    handled = try read(.handled, handled)
  }

  /// Writes all options; what there is none of is left out.
  ///
  /// - Parameter encoder: What takes them.
  /// - Throws: An `EncodingError` where no text says a duration.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(now, forKey: .now)
    try container.encode(deviceZone.identifier, forKey: .timeZone)
    try container.encode(horizon, forKey: .horizon)
    try container.encode(renewWithin, forKey: .renewWithin)
    func encode<Value: Encodable>(_ values: [Value], _ key: CodingKeys) throws {
      if !values.isEmpty { try container.encode(values, forKey: key) }
    }
    try encode(only, .only)
    try encode(ignored, .ignored)
    try encode(ignoredAlarms, .ignoredAlarms)
    try encode(userAddresses, .userAddresses)
    try container.encode(defaultAlarms, forKey: .defaultAlarms)
    try container.encodeIfPresent(allDayAlarm, forKey: .allDayAlarm)
    try encode(ruledDefaultAlarms, .ruledDefaultAlarms)
    try encode(allDayMoves, .allDayMoves)
    try container.encode(repeatedHour, forKey: .repeatedHour)
    try container.encodeIfPresent(nag, forKey: .nag)
    try container.encode(levels, forKey: .levels)
    if !quietHours.isEmpty { try container.encode(quietHours, forKey: .quietHours) }
    if dropsQuietFires { try container.encode(true, forKey: .quietHoursDrop) }
    try encode(noOverrun, .noOverrun)
    try container.encode(bodies, forKey: .bodies)
    try container.encode(threads, forKey: .thread)
    try container.encode(language, forKey: .language)
    if !handled.isEmpty { try container.encode(handled, forKey: .handled) }
  }
}
