extension ZoneDatabase {
  /// The key of a decoder's `userInfo` below which the database stands that looks zones up.
  ///
  /// Without one, decoders share a database of their own.
  public static let userInfoKey: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "ics2notify.ZoneDatabase") else {
      preconditionFailure("any text is a key")
    }
    return key
  }()

  /// The zones of decoders that bring none: walking a zone once is enough for a process.
  private static let shared = ZoneDatabase()

  /// The most bytes of an identifier that is looked up: more than any zone's.
  ///
  /// What isn't found is remembered, too.
  private static let longestIdentifier = 64

  /// Looks up a zone that a document names.
  ///
  /// - Parameters:
  ///   - identifier: For example `Europe/Berlin`.
  ///   - decoder: What reads the document.
  /// - Returns: Nil where there is no such zone.
  package static func zone(named identifier: String, for decoder: any Decoder) -> Zone? {
    guard identifier.utf8.count <= longestIdentifier else { return nil }
    let database = decoder.userInfo[userInfoKey] as? ZoneDatabase ?? shared
    return database.zone(named: identifier)
  }
}
