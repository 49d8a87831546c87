import CivilTime
import DesktopReminders
import Testing

/// The occurrence that `done` marks.
@Suite struct DoneChoiceTests {
  private let noon = TestReminders.noon

  private func candidate(
    _ title: String, _ standing: DoneChoice.Standing, minutes: Int, number: Int? = nil
  ) -> DoneChoice.Candidate {
    DoneChoice.Candidate(
      TestReminders.reminder(title, at: noon + minutes * 60), standing: standing, number: number)
  }

  /// Chooses at noon UTC on a Monday, and returns a text of the result.
  private func choose(
    _ words: String, _ position: DoneChoice.Position? = nil, from all: [DoneChoice.Candidate]
  ) -> String {
    func text(_ one: DoneChoice.Occurrence) -> String {
      "\(one.first.reminder.title) \((one.at - noon) / 60)"
    }
    let choice = DoneChoice(all, times: TimeWords(now: noon, zone: .gmt))
    return switch choice.choose(words.split(separator: " ").map(String.init), position: position) {
    case .one(let one): text(one)
    case .due(let all): "due: \(all.map(text).joined(separator: ", "))"
    case .later(let all): "later: \(all.map(text).joined(separator: ", "))"
    case .nothing: "nothing"
    }
  }

  @Test(arguments: [
    ("evening pills", true), ("pills evening", true), ("PILLS", true), ("even pil", true),
    ("eve\u{AD}ning\u{200B}", true), ("evening\u{2060} \u{FEFF}pills", true), ("", true),
    ("evening pills now", false), ("tea", false),
  ])
  func `all words are anywhere in the title, without invisible characters`(
    words: String, matches: Bool
  ) {
    let titles = [
      "Evening pills", "Eve\u{200C}ning\u{200D} pi\u{AD}lls", "\u{FEFF}Pills (evening)",
    ]
    for title in titles {
      let result = choose(words, from: [candidate(title, .open, minutes: 0)])
      #expect(result == (matches ? "\(title) 0" : "nothing"))
    }
  }

  @Test(arguments: [
    ("tea", "Tea 0"), ("team", "Team meeting 0"), ("mee", "Team meeting 0"),
    ("green", "Green tea 0"),
    ("tea green", "Green tea 0"), ("te", "due: Tea 0, Green tea 0, Team meeting 0"),
  ])
  func `whole titles precede whole words, and these parts of words`(
    words: String, result: String
  ) {
    let all = ["Tea", "Green tea", "Team meeting"].map { candidate($0, .open, minutes: 0) }
    #expect(choose(words, from: all) == result)
  }

  @Test func `a reminder that isn't due is chosen only by its time or position`() {
    let all = [480, 1_920, 3_360].map { candidate("Pills", .later, minutes: $0) }
    let list = "later: Pills 480, Pills 1920, Pills 3360"
    #expect(choose("pills", from: all) == list)
    #expect(choose("pills", .next, from: all) == "Pills 480")
    #expect(choose("pills", .number(3), from: all) == "Pills 3360")
    #expect(choose("pills", .number(4), from: all) == list)
    #expect(choose("pills 20:00", from: all) == "Pills 480")
    #expect(choose("pills 8pm", from: all) == "Pills 480")
    #expect(choose("pills tomorrow", from: all) == "Pills 1920")
    #expect(choose("pills wednesday 20:00", from: all) == "Pills 3360")
    #expect(choose("tomorrow", from: all) == "Pills 1920")
    #expect(choose("pills 21:00", from: all) == "nothing")
    #expect(choose("tea", .next, from: all) == "nothing")
    let walk = candidate("Walk", .later, minutes: 480)
    #expect(choose("20:00", from: all + [walk]).hasPrefix("later: "))
    #expect(choose("", .next, from: all + [walk]).hasPrefix("later: "))
    #expect(choose("walk 20:00", from: all + [walk]) == "Walk 480")
    // Two doses on the same day.
    let noon = candidate("Pills", .later, minutes: 1_440)
    #expect(choose("pills tomorrow", from: all + [noon]) == "later: Pills 1440, Pills 1920")
    // A time alone is one of today, also if that dose is done already.
    #expect(choose("pills 20:00", from: [all[1]]) == "later: Pills 1920")
    // The time is a part of the title.
    let bus = candidate("Bus 20:00", .later, minutes: 400)
    #expect(choose("bus 20:00", from: all + [bus]) == "later: Bus 20:00 400")
  }

  @Test func `what is due precedes later reminders, and several have to be told apart`() {
    let later = candidate("Pills", .later, minutes: 480)
    let open = candidate("Pills", .open, minutes: -5, number: 1)
    #expect(choose("pills", from: [later, open]) == "Pills -5")
    #expect(choose("pills", .next, from: [later, open]) == "Pills 480")
    // A worse match of the title that is due precedes a better one that isn't.
    let evening = candidate("Evening pills", .open, minutes: -1, number: 3)
    #expect(choose("pills", from: [later, evening]) == "Evening pills -1")
    let earlier = candidate("Pills", .open, minutes: -240, number: 2)
    #expect(choose("pills", from: [later, open, earlier]) == "due: Pills -240, Pills -5")
    #expect(choose("pills 8:00", from: [later, open, earlier]) == "Pills -240")
  }

  @Test(arguments: [
    (-5, "Pills -5"), (-480, "Pills -480"), (-481, "later: Pills 480"),
  ])
  func `a reminder that is gone from the screen is due until the next one is nearer`(
    minutes: Int, result: String
  ) {
    let all = [
      candidate("Pills", .past, minutes: minutes), candidate("Pills", .later, minutes: 480),
      candidate("Walk", .later, minutes: 1),
    ]
    #expect(choose("pills", from: all) == result)
    #expect(choose("pills", from: [all[0]]) == "Pills \(minutes)")
  }

  @Test func `the alarms of an occurrence and its copies are one choice`() throws {
    let alarms = [480, 490].enumerated().flatMap { alarm, minutes in
      [0, 1].map { installation in
        DoneChoice.Candidate(
          TestReminders.reminder(
            "Pills", at: noon + minutes * 60, alarm: alarm, start: noon + 500 * 60),
          standing: .later, installation: installation)
      }
    }
    let choice = DoneChoice(alarms, times: TimeWords(now: noon, zone: .gmt))
    guard case .later(let all) = choice.choose(["pills"]) else {
      Issue.record("it is not due")
      return
    }
    #expect(all.count == 1 && all[0].all.map(\.installation) == [0, 1])
    #expect(all[0].at == noon + 480 * 60)
  }
}
