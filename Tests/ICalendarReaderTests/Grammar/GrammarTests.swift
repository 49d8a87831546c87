import SeededRandom
import Testing

@testable import ICalendarReader
@testable import Libical

/// The two grammars of content lines beside each other.
@Suite struct GrammarTests {
  /// What a run over many lines finds.
  private struct Census {
    /// How many lines were compared that no difference is known for.
    var plainLines = 0
    /// The differences that were seen on a line that no other one applies to.
    var seen: Set<LibicalDifference> = []
    /// The lines on which the two differ, and no reason is known.
    var unexplained: [String] = []
  }

  private func compare(_ lines: some Sequence<[UInt8]>) throws -> Census {
    let grammar = LibicalGrammar()
    let names = try Set(GrammarLines.all().compactMap { SwiftGrammar().read($0)?.name })
    var census = Census()
    for line in lines {
      let comparison = GrammarComparison(line, grammar)
      let differences = LibicalDifference.allCases.filter {
        $0.applies(to: comparison.parts, knownNames: names)
      }
      if differences.isEmpty { census.plainLines += 1 }
      if comparison.isEqual { continue }
      if differences.isEmpty {
        census.unexplained.append(
          "\(String(decoding: line, as: UTF8.self)): \(String(describing: comparison.own)), libical "
            + String(describing: comparison.libical))
      } else if differences.count == 1 {
        census.seen.insert(differences[0])
      }
    }
    return census
  }

  @Test func `both grammars read every line of ours alike, but for libical's differences`() throws {
    let lines = try GrammarLines.all()
    let census = try compare(lines)
    #expect(census.unexplained.isEmpty, "\(census.unexplained.joined(separator: "\n"))")
    #expect(census.plainLines > lines.count / 2)
    // A difference that no line shows is none any more.
    #expect(census.seen == Set(LibicalDifference.allCases))
  }

  @Test func `both grammars read a hundred thousand changed lines alike`() throws {
    let seed: UInt64 = 5_545
    var mutation = LineMutation(try GrammarLines.all(), seed: seed)
    let count = 100_000
    let census = try compare((0..<count).lazy.map { _ in mutation.next() })
    #expect(
      census.unexplained.isEmpty,
      """
      seed \(seed): \(census.unexplained.count) lines, such as
      \(census.unexplained.prefix(10).joined(separator: "\n"))
      """)
    #expect(census.plainLines > count / 3)
  }

  @Test func `the boundaries of a component are no lines for libical`() {
    let grammar = LibicalGrammar()
    for line in ["BEGIN:VALARM", "end:VEVENT", "BEGIN;X-A=1:VALARM", "END"] {
      #expect(grammar.read(Array(line.utf8)) == nil)
    }
    #expect(grammar.read(Array("SUMMARY:still there".utf8))?.texts == ["still there"])
  }

  @Test(arguments: LibicalFault.allCases)
  func `what libical misreads, our own grammar reads`(_ fault: LibicalFault) throws {
    let libical = LibicalGrammar()
    let lines = try GrammarLines.all().filter { line in
      ContentLineParts(line).map { fault.applies(to: $0) } == true
    }
    let misread = lines.filter { line in
      let comparison = GrammarComparison(line, libical)
      return comparison.libical != nil && !comparison.isEqual
    }
    #expect(!misread.isEmpty)
    let checked = CheckedGrammar()
    for line in misread {
      let parts = try #require(ContentLineParts(line))
      let own = SwiftGrammar().read(parts)
      #expect(checked.parameters(parts) == (own.isDamaged ? nil : own.parameters))
      if !own.texts.isEmpty { #expect(checked.texts(parts) == own.texts) }
    }
  }

  @Test func `with libical or without, each of a hundred thousand changed lines reads alike`()
    throws
  {
    let seed: UInt64 = 3_311
    var mutation = LineMutation(try GrammarLines.all(), seed: seed)
    let (checked, own) = (CheckedGrammar(), SwiftGrammar())
    var differing: [String] = []
    var texts = 0
    for _ in 0..<100_000 {
      let line = mutation.next()
      guard let parts = ContentLineParts(line), parts.property != nil else { continue }
      let ownTexts = parts.value.allSatisfy(\.isSpace) ? [] : own.texts(parts)
      // An empty element says nothing.
      let checkedTexts = ownTexts.isEmpty ? [] : checked.texts(parts).filter { !$0.isEmpty }
      texts += ownTexts.count
      if checked.parameters(parts) != own.parameters(parts)
        || checkedTexts != ownTexts.filter({ !$0.isEmpty })
      {
        differing.append(
          "\(String(decoding: line, as: UTF8.self)): \(checkedTexts), own \(ownTexts)")
      }
    }
    #expect(texts > 10_000)
    #expect(
      differing.isEmpty,
      "seed \(seed): \(differing.count) lines, such as \(differing.prefix(10).joined(separator: "\n"))"
    )
  }

  @Test func `a text that stands for itself is the same for both grammars`() throws {
    let seed: UInt64 = 7_986
    var mutation = LineMutation(try GrammarLines.all(), seed: seed)
    let libical = LibicalGrammar()
    let own = SwiftGrammar()
    var texts = 0
    for _ in 0..<100_000 {
      let line = mutation.next()
      guard let parts = ContentLineParts(line), let text = parts.plainText, !text.isEmpty else {
        continue
      }
      let shown = "seed \(seed): \(String(decoding: line, as: UTF8.self))"
      #expect(own.texts(parts) == [text], "\(shown)")
      guard !LibicalTextFault.anyApplies(to: parts), let read = libical.read(line) else { continue }
      texts += 1
      #expect(read.texts == [text], "\(shown)")
    }
    #expect(texts > 3_000)
  }
}
