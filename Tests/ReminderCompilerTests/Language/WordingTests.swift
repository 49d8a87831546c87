import Testing

@testable import ReminderCompiler

/// The table of words: none is missing, and none is left as it was written for another language.
@Suite struct WordingTests {
  @Test(arguments: Wording.all)
  func `no language has an empty word, nor a frame without a word`(_ wording: Wording) {
    var words = 0
    for (name, value) in Mirror(reflecting: wording).children {
      switch value {
      case let text as String:
        #expect(!text.isEmpty, "\(wording.tag): \(name ?? "")")
        #expect(!text.contains("…"), "\(wording.tag): \(name ?? "")")
        words += 1
      case let frame as WordFrame:
        let text = frame.before + frame.after
        #expect(!text.allSatisfy { $0.isWhitespace }, "\(wording.tag): \(name ?? "")")
        #expect(!text.contains("…"), "\(wording.tag): \(name ?? "")")
        words += 1
      case let frame as CountFrame:
        for form in [frame.one, frame.many, frame.other].compactMap({ $0 }) {
          #expect(!(form.before + form.after).allSatisfy { $0.isWhitespace }, "\(wording.tag)")
        }
        // A form that the rule never asks for would be shown to nobody.
        #expect((frame.one == nil) == (frame.rule == .otherAlone), "\(wording.tag): \(name ?? "")")
        let hasMany = frame.rule == .french || frame.rule == .spanish
        #expect((frame.many != nil) == hasMany, "\(wording.tag): \(name ?? "")")
        words += 1
      case let region as String?:
        #expect(region != "", "\(wording.tag): \(name ?? "")")
      default: Issue.record("\(wording.tag): what is \(name ?? "")?")
      }
    }
    // What is looked at is the table, not a type around it.
    #expect(words > 20)
  }

  @Test func `no two languages share a sentence`() {
    func areDifferent(_ word: (Wording) -> String) -> Bool {
      Set(Wording.all.map(word)).count == Wording.all.count
    }
    #expect(areDifferent(\.tag))
    #expect(areDifferent(\.today))
    #expect(areDifferent(\.tomorrow))
    #expect(areDifferent(\.yesterday))
    #expect(areDifferent(\.now))
    #expect(areDifferent { $0.ahead.around("1") + $0.day.around("1") })
    #expect(areDifferent { $0.ago.around("1") })
    #expect(areDifferent { $0.due.around("1") })
    #expect(areDifferent(\.snooze))
    #expect(areDifferent(\.done))
    #expect(areDifferent(\.stopRepeat))
    #expect(areDifferent(\.open))
    #expect(areDifferent(\.join))
    #expect(areDifferent(\.renew))
    #expect(areDifferent(\.noTitle))
    #expect(areDifferent { $0.snoozeFor.around("1") })
    #expect(areDifferent { $0.snoozeUntilTomorrow.around("1") })
    #expect(areDifferent { $0.wasDue.around("1") })
    #expect(areDifferent { $0.several.around("1", count: 1) })
    #expect(areDifferent { $0.missed.around("1", count: 1) })
    #expect(areDifferent { $0.more.around("1", count: 1) })
  }

  @Test(arguments: [
    ("in …", "in 5"), ("… ago", "5 ago"), ("(…)", "(5)"), ("…", "5"), ("", "5"),
  ])
  func `a frame puts its words around a text`(_ row: (frame: String, text: String)) {
    #expect(WordFrame(stringLiteral: row.frame).around("5") == row.text)
  }
}
