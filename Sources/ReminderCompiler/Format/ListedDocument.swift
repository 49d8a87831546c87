import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that is written as a document of which most is lists.
///
/// What a plan leaves out can be ten thousand times as much as what it has, and the encoder takes
/// longer for it than all of selection: so the pieces of a list are encoded side by side, and put
/// into the place where the encoder wrote the list as an empty one.
protocol ListedDocument: Encodable, Sendable {
  /// The lists that can be long, by their keys in ascending order.
  var lists: [DocumentList] { get }
  /// The document of the value with these lists empty.
  func withoutLists() throws -> Data
}

/// A list of a document, under a key of its outermost object.
struct DocumentList: Sendable {
  /// The key: letters.
  let key: String
  /// How many elements there are.
  let count: Int
  /// The document of nothing but some of the elements, in a list under the key.
  let document: @Sendable (Range<Int>) throws -> Data

  /// Takes a list.
  init<Element: Encodable & Sendable>(_ key: String, _ elements: [Element]) {
    self.key = key
    count = elements.count
    document = { range in
      try DocumentPiece(key: key, elements: Array(elements[range])).documentBytes()
    }
  }
}

/// Some elements of a list as a document, in which they stand as deep as in the whole one.
private struct DocumentPiece<Element: Encodable>: Encodable {
  let key: String
  let elements: [Element]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(elements, forKey: Key(stringValue: key))
  }
}

extension ListedDocument {
  /// The value as a document, byte for byte as one encoder writes it.
  ///
  /// - Parameters:
  ///   - workers: How many encode at a time.
  ///   - pieceSize: How many elements of a list are encoded at a time; with fewer in all, nothing
  ///     is done side by side.
  /// - Throws: What the encoder throws.
  /// - Returns: UTF-8.
  func documentBytes(_ workers: Workers, pieceSize: Int) async throws -> Data {
    guard workers.count > 1, lists.contains(where: { $0.count > pieceSize }) else {
      return try documentBytes()
    }
    let pieces = lists.flatMap { list in
      stride(from: 0, to: list.count, by: pieceSize).map { start in
        (list: list, range: start..<min(start + pieceSize, list.count))
      }
    }
    // The rest of the document is a piece like the others.
    let documents = try await workers.map([nil] + pieces) { piece in
      Result { Array(try piece.map { try $0.list.document($0.range) } ?? withoutLists()) }
    }.map { try $0.get() }
    let encoded = documents.dropFirst()
    var rest = documents[0][...]
    var bytes: [UInt8] = []
    for list in lists where list.count > 0 {
      let (start, end) = ("\n  \"\(list.key)\" : [\n", "\n  ]")
      guard let place = rest.range(ofLines: "\(start)\(end)") else { return try documentBytes() }
      bytes += rest[..<place.lowerBound]
      bytes += start.utf8
      var isFirst = true
      for (piece, document) in zip(pieces, encoded) where piece.list.key == list.key {
        if !isFirst { bytes += ",\n".utf8 }
        isFirst = false
        bytes += document.dropFirst("{\(start)".utf8.count).dropLast("\(end)\n}\n".utf8.count)
      }
      bytes += end.utf8
      rest = rest[place.upperBound...]
    }
    return Data(bytes + rest)
  }
}

extension ArraySlice<UInt8> {
  /// Where lines first stand that begin with a line end and two blanks: of JSON, those of the
  /// outermost object, for what stands deeper has more blanks, and no string has a line end.
  fileprivate func range(ofLines lines: String) -> Range<Int>? {
    var rest = self
    while let place = rest.firstIndex(of: 0x0A) {
      rest = rest[place...]
      if rest.starts(with: lines.utf8) { return place..<place + lines.utf8.count }
      rest = rest.dropFirst()
    }
    return nil
  }
}
