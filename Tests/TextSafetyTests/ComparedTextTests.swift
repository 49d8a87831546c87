import Testing
import TextSafety

@Suite struct ComparedTextTests {
  /// Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 15.
  private static let invisible: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
    0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0F,
    0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
    0xE0000...0xE0FFF,
  ]

  @Test func `exactly the characters that Unicode calls ignorable are left out`() {
    let wrong = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter {
      scalar in
      let isInvisible = Self.invisible.contains { $0.contains(scalar.value) }
      let kept = "a\(scalar)b".withoutInvisibles.unicodeScalars
      return !kept.elementsEqual((isInvisible ? "ab" : "a\(scalar)b").unicodeScalars)
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(10).map { String($0.value, radix: 16) })")
  }

  @Test(arguments: [
    ("pi\u{200B}lls", "pills", true), ("می\u{200C}خواهم", "میخواهم", true),
    ("👨\u{200D}👩\u{200D}👧", "👨👩👧", true), ("❤\u{FE0F}", "❤", true), ("\u{200E}שלום", "שלום", true),
    ("pi lls", "pills", false), ("می خواهم", "میخواهم", false), ("👨👩", "👩👨", false),
    // The flags of England and Scotland differ only in tags, which are invisible elsewhere.
    (
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
      "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", false
    ),
    ("pills\u{E0067}\u{E0062}", "pills", true), ("🏴 pills\u{E0067}", "🏴 pills", true),
  ])
  func `texts that look the same are equal`(one: String, other: String, areEqual: Bool) {
    #expect((one.withoutInvisibles == other.withoutInvisibles) == areEqual)
  }
}
