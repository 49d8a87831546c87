import CivilTime
import Foundation
import LayerDocuments
import ReminderCompiler
import Testing

/// A layer's document, or the list that a layer returns, is read as stored requests.
@Suite struct StoredDocumentTests {
  /// An entry of a document with a removal date, and the same request in the list of its layer.
  @Test(arguments: [
    #"""
    {"version":1,"limit":64,"target":"expo-ios","entries":[{"identifier":"ics2notify.ended",
    "content":{"data":{"ics2notify":{"identifier":"ics2notify.ended","digest":"d",
    "endDate":"2026-01-08T00:00:00Z"}}},"trigger":{}}]}
    """#,
    #"""
    [{"identifier":"ics2notify.ended","content":{"data":{"ics2notify":{"digest":"d",
    "identifier":"ics2notify.ended","endDate":"2026-01-08T00:00:00Z"}}}}]
    """#,
  ])
  func `from its removal date on, a request isn't pending, and is removed or added first`(
    _ old: String
  ) throws {
    let entry = #"""
      {"identifier":"ics2notify.ended","content":{"data":{"ics2notify":{"digest":"d",
      "identifier":"ics2notify.ended"}}},"trigger":{}}
      """#
    let stored = try StoredPlan(layerJSON: Data(old.utf8))
    for (now, isPending) in [("2026-01-07T23:59:59Z", true), ("2026-01-08T00:00:00Z", false)] {
      let instant = try #require(Instant(iso8601: now))
      #expect(stored.identifiers(at: instant) == (isPending ? ["ics2notify.ended"] : []))
      func steps(_ entries: String) throws -> [PlanDifference.Step] {
        let new = #"""
          {"version":1,"limit":64,"now":"\#(now)","target":"expo-ios","entries":[\#(entries)]}
          """#
        return try PlanDifference(from: stored, to: StoredPlan(layerJSON: Data(new.utf8))).steps
      }
      #expect(try steps(entry) == (isPending ? [] : [.add("ics2notify.ended")]), "\(now)")
      #expect(try steps("") == [.remove("ics2notify.ended")], "\(now)")
    }
  }

  @Test(
    arguments: [
      ("[]", []), (#"["another-app","ics2notify.a.1"]"#, ["ics2notify.a.1", "another-app"]),
      (#"[{"id":"drink water"},"ics2notify.a.1"]"#, ["ics2notify.a.1", "drink water"]),
      (#"{"notifications":[{"id":7}],"target":"capacitor-ios"}"#, ["7"]),
      (
        #"{"version":1,"limit":2,"requests":[{"identifier":"b","rank":1,"content":{},"trigger":{}}]}"#,
        ["b"]
      ),
    ] as [(String, [String])])
  func `own requests come first, and those of others keep their identifiers`(
    text: String, identifiers: [String]
  ) throws {
    #expect(try StoredPlan(layerJSON: Data(text.utf8)).identifiers == identifiers)
  }

  @Test(
    arguments: [
      ("", StoredPlan.FormatError.notJSON), ("1", .notAPlan), (#"["a",1]"#, .notAPlan),
      (#"{"notifications":5}"#, .notAPlan), (#"[{"id":"a"},{"title":"b"}]"#, .unnamed(element: 1)),
      (#"{"version":1,"limit":64,"target":"watch","entries":[]}"#, .unknownTarget),
      (#"{"version":2,"limit":64,"target":"expo-ios","entries":[]}"#, .version(2)),
      (
        #"{"version":1,"limit":64,"target":"expo-ios","entries":[{"identifier":"other"}]}"#,
        .foreign(entry: 0)
      ),
      (
        #"[{"identifier":"ics2notify.a"},{"identifier":"ics2notify.a"}]"#,
        .repeated(identifier: "ics2notify.a")
      ),
    ] as [(String, StoredPlan.FormatError)])
  func `an invalid document or list is rejected with a reason`(
    text: String, fault: StoredPlan.FormatError
  ) {
    #expect(throws: fault) { try StoredPlan(layerJSON: Data(text.utf8)) }
  }
}
