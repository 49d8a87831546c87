/// UIDs as they are, as a text: separated by commas, percent-encoded but for letters and digits.
enum UIDList {
  /// The longest list that is read, in bytes: the UIDs of some ten thousand habits.
  private static let longestList = 1_000_000

  /// Reads a list; nil for anything else, and for an empty one.
  static func uids(_ text: String) -> Set<[UInt8]>? {
    guard !text.isEmpty, text.utf8.count <= longestList else { return nil }
    var uids: Set<[UInt8]> = []
    for item in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let uid = bytes(Array(item)) else { return nil }
      uids.insert(uid)
    }
    return uids
  }

  /// Writes a list, in the order of the bytes.
  static func text(_ uids: Set<[UInt8]>) -> String {
    uids.sorted { $0.lexicographicallyPrecedes($1) }.map { uid in
      uid.map { isPlain($0) ? String(UnicodeScalar($0)) : escaped($0) }.joined()
    }.joined(separator: ",")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
  }

  private static func bytes(_ item: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var index = 0
    while index < item.count {
      if isPlain(item[index]) {
        bytes.append(item[index])
        index += 1
        continue
      }
      guard item[index] == UInt8(ascii: "%"), index + 2 < item.count,
        isPlain(item[index + 1]), isPlain(item[index + 2]),
        let byte = UInt8(String(decoding: item[index + 1...index + 2], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
      index += 3
    }
    return bytes
  }
}
