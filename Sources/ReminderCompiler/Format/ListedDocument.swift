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
  /// The value as a document in pieces, together byte for byte as one encoder writes it.
  ///
  /// - Parameters:
  ///   - workers: How many encode at a time.
  ///   - pieceSize: How many elements of a list are encoded at a time; with fewer in all, nothing
  ///     is done side by side.
  /// - Throws: What the encoder throws.
  /// - Returns: UTF-8, not copied together: it may be as large as all that it was made of.
  func documentPieces(_ workers: Workers, pieceSize: Int) async throws -> [ArraySlice<UInt8>] {
    guard workers.count > 1, lists.contains(where: { $0.count > pieceSize }) else {
      return [Array(try documentBytes())[...]]
    }
    let parts = lists.flatMap { list in
      stride(from: 0, to: list.count, by: pieceSize).map { start in
        (list: list, range: start..<min(start + pieceSize, list.count))
      }
    }
    // The rest of the document is a part like the others.
    let documents = try await workers.map([nil] + parts) { part in
      Result { Array(try part.map { try $0.list.document($0.range) } ?? withoutLists()) }
    }.map { try $0.get() }
    var rest = documents[0][...]
    var pieces: [ArraySlice<UInt8>] = []
    for list in lists where list.count > 0 {
      let (start, end) = (Array("\n  \"\(list.key)\" : [\n".utf8), Array("\n  ]".utf8))
      guard let place = rest.range(ofLines: start + end) else {
        return [Array(try documentBytes())[...]]
      }
      pieces += [rest[..<place.lowerBound], start[...]]
      for (part, document) in zip(parts, documents.dropFirst()) where part.list.key == list.key {
        if part.range.lowerBound > 0 { pieces.append(Array(",\n".utf8)[...]) }
        pieces.append(document.dropFirst(1 + start.count).dropLast(end.count + "\n}\n".utf8.count))
      }
      pieces.append(end[...])
      rest = rest[place.upperBound...]
    }
    return pieces + [rest]
  }
}

extension ArraySlice<UInt8> {
  /// Where lines first stand that begin with a line end and two blanks: of JSON, those of the
  /// outermost object, for what stands deeper has more blanks, and no string has a line end.
  fileprivate func range(ofLines lines: [UInt8]) -> Range<Int>? {
    var rest = self
    while let place = rest.firstIndex(of: 0x0A) {
      rest = rest[place...]
      if rest.starts(with: lines) { return place..<place + lines.count }
      rest = rest.dropFirst()
    }
    return nil
  }
}
