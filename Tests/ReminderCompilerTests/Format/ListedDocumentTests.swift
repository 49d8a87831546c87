import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import Testing
import WorkSharing

@testable import ReminderCompiler

/// A document whose lists are encoded in pieces is the document.
@Suite struct ListedDocumentTests {
  /// A list of things that look like the document around them.
  private struct Lists: ListedDocument {
    var dropped: [String]
    var diagnostics: [String]
    var other = ["\n  \"dropped\" : [\n\n  ]", "]\n}"]
    var inner = ["dropped": [String](), "diagnostics": [String]()]

    private enum CodingKeys: CodingKey { case dropped, diagnostics, other, inner }

    var lists: [DocumentList] {
      [DocumentList("diagnostics", diagnostics), DocumentList("dropped", dropped)]
    }

    func withoutLists() throws -> Data {
      try Lists(dropped: [], diagnostics: [], other: other, inner: inner).documentBytes()
    }
  }

  @Test(arguments: [2, 7])
  func `lists of any length are written as by one encoder`(workers: Int) async throws {
    let texts = ["", "{\n  \"dropped\" : [\n", "\n  ]\n}\n", "a\u{202E}b", "é", "\"\\/"]
    for counts in [(0, 0), (1, 0), (0, 1), (3, 3), (0, 4), (4, 0), (7, 12), (100, 31), (3, 100)] {
      func list(_ count: Int) -> [String] { (0..<count).map { "\($0) \(texts[$0 % 6])" } }
      let lists = Lists(dropped: list(counts.0), diagnostics: list(counts.1))
      let made = try await lists.documentPieces(Workers(workers), pieceSize: 3)
      #expect(try Data(made.joined()) == lists.documentBytes(), "\(counts)")
    }
  }

  @Test func `a plan that leaves much out is written the same by several threads`() async throws {
    let events = try (0..<700).map { number in
      try TestCalendars.event(
        "event-\(number)", start: "Europe/Berlin:202801\(number % 20 + 10)T0900\(number % 50 + 10)",
        title: "Nr. \(number) \"–\"")
    }
    let options = NotificationOptions(
      now: try #require(Instant(iso8601: "2028-01-03T07:00:00Z")),
      deviceZone: try #require(ZoneDatabase().zone(named: "Europe/Berlin")))
    let plan = Compiler.plan(for: events, options)
    #expect(plan.dropped.count > 600)
    for workers in [1, 2, 7] {
      #expect(try await Data(plan.json(Workers(workers)).joined()) == plan.json())
    }
  }
}
