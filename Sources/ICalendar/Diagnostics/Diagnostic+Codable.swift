/// In the form of one of a plan's `diagnostics`.
extension Diagnostic: Codable {
  private enum CodingKeys: String, CodingKey {
    case severity, code, message, file, line, uid, property, section
  }

  /// Reads a diagnostic; its ``offendingText`` is not in the document.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where it is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let file = try container.decodeIfPresent(String.self, forKey: .file)
    let line = try container.decodeIfPresent(Int.self, forKey: .line)
    guard (file == nil) == (line == nil), line ?? 1 >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .line, in: container,
        debugDescription: "is not a line from 1 of a file, or none of none")
    }
    let finding = try decoder.singleValueContainer().decode(Finding.self)
    self.init(
      finding, at: file.flatMap { file in line.map { SourceLocation(file: file, line: $0) } },
      uid: try container.decodeIfPresent(String.self, forKey: .uid))
  }

  /// Writes the diagnostic; what is absent is `null`.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(severity, forKey: .severity)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encode(location?.file, forKey: .file)
    try container.encode(location?.line, forKey: .line)
    try container.encode(uid, forKey: .uid)
    try container.encode(property, forKey: .property)
    try container.encode(section, forKey: .section)
  }
}

extension Finding: Decodable {
  private enum CodingKeys: String, CodingKey {
    case severity, code, message, property, section
  }

  /// Reads the facts of a diagnostic.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .code),
      try container.decode(Diagnostic.Severity.self, forKey: .severity),
      property: try container.decodeIfPresent(String.self, forKey: .property),
      section: try container.decodeIfPresent(String.self, forKey: .section),
      offendingText: nil, message: try container.decode(String.self, forKey: .message))
  }
}
