import CivilTime
import DesktopReminders
import Foundation
import Testing

/// The choices that a notification has buttons for.
@Suite struct SnoozeChoicesTests {
  @Test func `five, fifteen and sixty minutes and the morning stand there where nobody chooses`()
    throws
  {
    let morning = try #require(TimeOfDay(hour: 8))
    #expect(
      SnoozeChoices.standard.all == [
        .length(seconds: 300), .length(seconds: 900), .length(seconds: 3_600),
        .tomorrow(at: morning),
      ])
    #expect(SnoozeChoices.standard.description == "PT5M,PT15M,PT1H,08:00")
    #expect(try SnoozeChoices("PT5M,PT15M,PT1H,08:00") == .standard)
  }

  @Test func `choices keep their order`() throws {
    #expect(
      try SnoozeChoices("PT1H,PT5M").all == [.length(seconds: 3_600), .length(seconds: 300)])
    #expect(try SnoozeChoices("PT5M").all == [.length(seconds: 300)])
  }

  @Test func `none is no choice`() throws {
    #expect(try SnoozeChoices("none").all.isEmpty)
    #expect(try SnoozeChoices("none") == SnoozeChoices.none)
    #expect(SnoozeChoices.none.description == "none")
  }

  @Test(arguments: [
    ("", SnoozeChoices.Fault.choice(.unknown(""))), (",", .choice(.unknown(""))),
    ("PT5M,", .choice(.unknown(""))), ("PT5M, PT1H", .choice(.unknown(" PT1H"))),
    ("PT5M,none", .choice(.unknown("none"))), ("PT0S", .choice(.outOfRange("PT0S"))),
    ("PT5M,PT1H,PT5M", .repeated(.length(seconds: 300))),
    ("PT5M,PT300S", .repeated(.length(seconds: 300))),
    ("P1D,PT24H", .repeated(.length(seconds: 86_400))),
    ("PT1M,PT2M,PT3M,PT4M,PT5M,PT6M,PT7M", .tooMany),
  ])
  func `what is no list says why`(_ text: String, _ fault: SnoozeChoices.Fault) {
    #expect(throws: fault) { try SnoozeChoices(text) }
    #expect(fault.description.hasPrefix("has "))
  }

  @Test func `six choices are taken, and a heap of commas isn't looked through`() throws {
    #expect(try SnoozeChoices("PT1M,PT2M,PT3M,PT4M,PT5M,06:00").all.count == 6)
    let heap = String(repeating: ",", count: 1_000_000)
    #expect(throws: SnoozeChoices.Fault.tooMany) { try SnoozeChoices(heap) }
  }

  @Test(arguments: ["PT5M,PT15M,PT1H,08:00", "none", "PT30S", "07:00,19:30:15"])
  func `choices are stored as their text`(_ text: String) throws {
    let choices = try SnoozeChoices(text)
    #expect(choices.description == text)
    let json = try JSONEncoder().encode([choices])
    #expect(try JSONDecoder().decode([String].self, from: json) == [text])
    #expect(try JSONDecoder().decode([SnoozeChoices].self, from: json) == [choices])
  }

  @Test func `what is no list isn't read`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([SnoozeChoices].self, from: Data(#"["PT5M,PT5M"]"#.utf8))
    }
  }
}
