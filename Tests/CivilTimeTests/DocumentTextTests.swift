import CivilTime
import Foundation
import Testing

@Suite struct DocumentTextTests {
  private struct Document: Encodable {
    var instant = Instant(secondsSince1970: 1_830_672_000)
    var text: String?
    var number: Int?

    enum CodingKeys: String, CodingKey {
      case instant, text, number
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(instant, forKey: .instant)
      try container.encode(text, forKey: .text)
      try container.encode(number, forKey: .number)
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `an instant is a text, and an absent value is null`() throws {
    #expect(
      try json(Document()) == #"{"instant":"2028-01-05T08:00:00Z","number":null,"text":null}"#)
    #expect(
      try json(Document(text: "", number: 0))
        == #"{"instant":"2028-01-05T08:00:00Z","number":0,"text":""}"#)
    // Also outside of an object.
    #expect(try json([Document().instant]) == #"["2028-01-05T08:00:00Z"]"#)
  }

  @Test(arguments: [
    (-62_135_596_801, "0000-12-31T23:59:59Z"), (-30_610_224_000, "1000-01-01T00:00:00Z"),
    (-30_610_224_001, "0999-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    (253_402_300_800, "10000-01-01T00:00:00Z"),
  ])
  func `years have four digits, or as many as they need`(seconds: Int, text: String) {
    #expect(Instant(secondsSince1970: seconds).description == text)
  }
}
