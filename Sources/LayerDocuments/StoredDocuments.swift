import NotificationTriggers
public import ReminderCompiler

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Requests in the form of a layer: the entries of a document, or the list that the layer returns.
///
/// A layer keeps our identifier and digest with each request, under ``JSONValue/ownKey``. AlarmKit
/// returns only UUIDs.
extension StoredPlan {
  /// Decodes a layer's document, or the list that a layer returns, whose order means nothing.
  ///
  /// A plan and an array of identifiers are decoded as by `init(json:)`.
  ///
  /// - Parameter json: The JSON document.
  /// - Throws: The reason why it describes no pending requests.
  public init(layerJSON json: Data) throws(FormatError) {
    let value = try JSONValue(storedPlan: json)
    switch value {
    case .array(let elements)
    where elements.allSatisfy { $0.string != nil || $0.isObject }
      && elements.contains(where: \.isObject):
      try self.init(listed: elements)
    case .object where value["notifications"] != nil:
      guard let elements = value["notifications"]?.elements else { throw .notAPlan }
      try self.init(listed: elements)
    case .object where value["target"] != nil: try self.init(document: value)
    default: try self.init(value)
    }
  }

  /// Makes the requests of a layer's list: the most important ones are first, as their identifiers
  /// tell.
  private init(listed elements: [JSONValue]) throws(FormatError) {
    var requests: [Request] = []
    for (index, element) in elements.enumerated() {
      if let identifier = element.string {
        let own = RequestIdentifier.isOwn(identifier) ? identifier : nil
        requests.append(Request(identifier: identifier, own: own, rank: 0, document: nil))
        continue
      }
      guard let request = Request(layer: element, rank: 0) else { throw .unnamed(element: index) }
      requests.append(request)
    }
    let own = requests.filter { $0.own != nil }
      .map { (form: IdentifierSuffix(of: $0.own ?? ""), $0) }.sorted { $0.form < $1.form }
    self.init()
    try setRequests(own.map(\.1) + requests.filter { $0.own == nil })
  }

  /// Reads the entries of a layer's document, in which the most important one is last.
  private init(document: JSONValue) throws(FormatError) {
    guard let version = document["version"]?.integer, let limit = document["limit"]?.integer,
      let entries = document["entries"]?.elements
    else { throw .notAPlan }
    guard version == Plan.formatVersion else { throw .version(version) }
    guard let target = document["target"]?.string, NotificationLayer(named: target) != nil else {
      throw .unknownTarget
    }
    self.init()
    self.target = target
    self.limit = limit
    now = document["now"]?.instant
    slots = document["slots"]?.integer ?? limit
    var requests: [Request] = []
    for (index, entry) in entries.enumerated() {
      guard let request = Request(layer: entry, rank: entries.count - index), request.own != nil
      else { throw .foreign(entry: index) }
      requests.append(request)
    }
    try setRequests(requests.reversed())
  }
}

extension StoredPlan.Request {
  /// Makes a request of an element of a layer; nil if it lacks an identifier.
  fileprivate init?(layer element: JSONValue, rank: Int) {
    let mark = element.ownMark
    let identifier =
      [
        element["identifier"], element["notification"]?["id"], element["id"],
        element["notificationId"],
      ].lazy.compactMap { $0?.identifierText }.first
    guard let identifier else { return nil }
    let own =
      mark?["identifier"]?.string.flatMap { RequestIdentifier.isOwn($0) ? $0 : nil }
      ?? (RequestIdentifier.isOwn(identifier)
        ? identifier : RequestIdentifier.ownUUID(identifier))
    self.init(
      identifier: identifier, own: own, rank: rank, document: element,
      fingerprint: mark?["digest"]?.string, removeBy: mark?["endDate"]?.instant)
  }
}

extension JSONValue {
  /// The key of our values in the data that a layer keeps with a request.
  static let ownKey = "ics2notify"

  /// Our values in a request of a layer; nil if it is not ours.
  fileprivate var ownMark: JSONValue? {
    let places = [
      self["content"]?["data"], self["notification"]?["data"], self["data"], self["extra"],
      self["metadata"], self["payload"]?.parsed, self["returningData"]?.parsed,
    ]
    return places.lazy.compactMap { $0?[JSONValue.ownKey] }.map { $0.parsed ?? $0 }
      .first { $0["identifier"] != nil }
  }

  /// The JSON value in a text; nil for other text.
  private var parsed: JSONValue? {
    string.flatMap { try? JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
  }

  /// The identifier as a text; a UUID has small letters, as in documents.
  fileprivate var identifierText: String? {
    string.map { RequestIdentifier.isUUID($0) ? $0.lowercased() : $0 } ?? integer.map(String.init)
  }
}

extension RequestIdentifier {
  /// Returns an own identifier for a UUID that this package made; nil for other texts.
  ///
  /// Other UUIDs of an app are random ones, of version 4.
  fileprivate static func ownUUID(_ text: String) -> String? {
    isUUID(text) && Array(text.utf8)[14] == UInt8(ascii: "8") ? prefix(ofUID: text) : nil
  }

  fileprivate static func isUUID(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index)
          ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
      }
  }
}
