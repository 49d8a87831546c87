import DesktopReminders
import SeededRandom
import Testing

/// What notification servers answer, and what isn't an answer.
@Suite struct ServerCapabilitiesTests {
  /// What busctl 252 prints of dunst 1.9.0.
  private static let dunst =
    #"{"type":"as","data":[["actions","body","body-hyperlinks","icon-static","synchronous","#
    + #""private-synchronous","x-canonical-private-synchronous","x-dunst-stack-tag","#
    + #""body-markup"]]}"# + "\n"
  private static let information =
    #"{"type":"ssss","data":["dunst","knopwob","1.9.0 (2022-06-27)","1.2"]}"# + "\n"

  private func capabilities(_ json: String) throws -> ServerCapabilities {
    try ServerCapabilities(json: Array(json.utf8))
  }

  @Test func `dunst has buttons and markup, and no sounds`() throws {
    let server = try capabilities(ServerCapabilitiesTests.dunst)
    #expect(server == ServerCapabilities([.actions, .body, .bodyMarkup]))
    #expect(server.hasActions && server.hasBody && server.hasBodyMarkup)
    #expect(!server.hasSound && !server.hasPersistence)
    #expect(
      server.shortcomings == [
        "it plays no sounds", "it doesn't promise to keep a reminder until somebody has seen it",
      ])
  }

  @Test func `a server that can do all has no shortcomings, and one that can do nothing has four`()
    throws
  {
    let all = #"{"type":"as","data":[["sound","persistence","actions","body","body-markup"]]}"#
    #expect(try capabilities(all).shortcomings.isEmpty)
    #expect(
      try capabilities(all) == ServerCapabilities(Set(ServerCapabilities.Capability.allCases)))
    let none = try capabilities(#"{"type":"as","data":[[]]}"#)
    #expect(none == ServerCapabilities())
    #expect(none.shortcomings.count == 4)
    #expect(none.shortcomings.first?.contains("titles only") == true)
  }

  @Test(arguments: [
    ServerCapabilities.Capability.actions, .body, .bodyMarkup, .persistence, .sound,
  ])
  func `a capability is told by its name alone`(_ own: ServerCapabilities.Capability) throws {
    let server = try capabilities(#"{"type":"as","data":[["x","\#(own.rawValue)","BODY","soun"]]}"#)
    #expect(server.hasActions == (own == .actions))
    #expect(server.hasBody == (own == .body))
    #expect(server.hasBodyMarkup == (own == .bodyMarkup))
    #expect(server.hasPersistence == (own == .persistence))
    #expect(server.hasSound == (own == .sound))
  }

  @Test(arguments: [
    "", " ", "{", "null", "[]", "x", "Call failed: no such name",
    #"{"type":"as","data":[["actions""#,
    "\u{FEFF}", #"{"type":"as","data":[["\uD800"]]}"#,
  ])
  func `what is no JSON of busctl is refused`(_ json: String) {
    #expect(throws: NotificationServerFault.self) { try capabilities(json) }
  }

  @Test(arguments: [
    #"{}"#, #"{"type":"as"}"#, #"{"data":[["actions"]]}"#, #"{"type":"as","data":["actions"]}"#,
    #"{"type":"as","data":[]}"#, #"{"type":"as","data":[["a"],["b"]]}"#,
    #"{"type":"as","data":[[1]]}"#, #"{"type":"as","data":[null]}"#,
    #"{"type":"s","data":[["actions"]]}"#, #"{"type":1,"data":[["actions"]]}"#, information,
  ])
  func `an answer of another type is refused`(_ json: String) {
    #expect(throws: NotificationServerFault.type(expected: "as")) { try capabilities(json) }
  }

  @Test func `an answer has a bound, and may be deep`() {
    let long = #"{"type":"as","data":[["\#(String(repeating: "a", count: 65_536))"]]}"#
    #expect(throws: NotificationServerFault.tooLong) { try capabilities(long) }
    let deep = #"{"type":"as","data":"# + String(repeating: "[", count: 60_000)
    #expect(throws: NotificationServerFault.self) { try capabilities(deep) }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    let json = Array(#"{"type":"as","data":[["actions"#.utf8) + [0xFF, 0xC0] + Array(#""]]}"#.utf8)
    #expect(throws: NotificationServerFault.noJSON) { try ServerCapabilities(json: json) }
  }

  @Test(arguments: 1...300)
  func `damaged bytes are read or refused, and never more`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var json = Array(
      (seed % 2 == 0 ? ServerCapabilitiesTests.dunst : ServerCapabilitiesTests.information).utf8)
    for _ in 0..<random.number(1...6) {
      let place = random.number(0...json.count - 1)
      switch random.number(0...2) {
      case 0: json[place] = UInt8(random.number(0...255))
      case 1: json.remove(at: place)
      default: json.insert(random.pick(Array(#"{}[]",:\"#.utf8)) ?? 0, at: place)
      }
    }
    let server = try? ServerCapabilities(json: json)
    // Damage adds no word that is as long as these.
    #expect(server?.hasSound != true && server?.hasPersistence != true)
    if let text = (try? ServerInformation(json: json))?.description {
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
  }

  @Test func `a server is called by its name and version`() throws {
    let server = try ServerInformation(json: Array(ServerCapabilitiesTests.information.utf8))
    #expect(server.description == "dunst 1.9.0 (2022-06-27)")
    #expect(server.vendor == "knopwob" && server.specificationVersion == "1.2")
  }

  @Test func `what a server calls itself does nothing to a terminal`() throws {
    let long = String(repeating: "v", count: 5_000)
    let json = #"{"type":"ssss","data":["\u001b[31mred\u202e\n","","\#(long)",""]}"#
    let server = try ServerInformation(json: Array(json.utf8))
    #expect(server.name == "[31mred")
    #expect(server.version == String(repeating: "v", count: 97) + "…")
    #expect(server.specificationVersion.isEmpty)
  }

  @Test(arguments: [
    #"{"type":"ssss","data":["a","b","c"]}"#, #"{"type":"ssss","data":["a","b","c","d","e"]}"#,
    #"{"type":"ssss","data":["a","b","c",1]}"#, dunst,
  ])
  func `another answer says nothing of the server`(_ json: String) {
    #expect(throws: NotificationServerFault.type(expected: "ssss")) {
      try ServerInformation(json: Array(json.utf8))
    }
  }
}
