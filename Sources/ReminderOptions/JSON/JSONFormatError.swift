package import CivilTime

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The error for an invalid JSON document: the path in the document and the reason.
///
/// ```swift
/// do {
///   _ = try Plan(json: Data(#"{"version": 2}"#.utf8))
/// } catch {
///   print(error)  // version: is 2; this library reads version 1
/// }
/// ```
public struct JSONFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path in the document, such as `requests[3].trigger`; empty for the whole document.
  public let path: String
  /// The reason why the value at the path is invalid.
  public let reason: String

  /// The path and the reason as one text.
  public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension JSONFormatError {
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from json: Data, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws(JSONFormatError) -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo = userInfo
    do {
      return try decoder.decode(type, from: json)
    } catch let error as DecodingError {
      throw JSONFormatError(error)
    } catch {
      throw JSONFormatError(path: "", reason: "is not JSON")
    }
  }

  private init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(path: JSONFormatError.path(context.codingPath + [key]), reason: "is missing")
    case .valueNotFound(_, let context):
      self.init(path: JSONFormatError.path(context.codingPath), reason: "is null")
    case .typeMismatch(_, let context):
      self.init(path: JSONFormatError.path(context.codingPath), reason: "is of another type")
    case .dataCorrupted(let context):
      let path = JSONFormatError.path(context.codingPath)
      // The decoder's message about syntax differs between systems and versions, so it is not used.
      let isSyntax = path.isEmpty && context.underlyingError != nil
      self.init(path: path, reason: isSyntax ? "is not JSON" : context.debugDescription)
    @unknown default: self.init(path: "", reason: "\(error)")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}

extension KeyedDecodingContainer {
  package func requireVersion(_ known: Int, forKey key: Key) throws {
    let version = try decode(Int.self, forKey: key)
    try require(
      version == known, key: key, fault: "is \(version); this library reads version \(known)")
  }

  package func require(_ isRight: Bool, key: Key, fault: @autoclosure () -> String) throws {
    guard !isRight else { return }
    throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: fault())
  }

  package func decode(_ range: ClosedRange<Int>, forKey key: Key) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    let most = range.upperBound == .max ? "…" : "…\(range.upperBound)"
    try require(
      range.contains(number), key: key, fault: "\(number) is outside of \(range.lowerBound)\(most)")
    return number
  }

  package func zone(forKey key: Key, _ decoder: any Decoder) throws -> Zone {
    let identifier = try decode(String.self, forKey: key)
    guard let zone = ZoneDatabase.zone(named: identifier, for: decoder) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "is not an IANA time zone")
    }
    return zone
  }
}
