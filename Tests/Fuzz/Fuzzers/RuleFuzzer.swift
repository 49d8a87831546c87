import ICalendar

/// Texts of recurrence rules: what is parsed and printed means the same when it is parsed again.
struct RuleFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(
      separator: UInt8(ascii: ";"),
      vocabulary: [
        "FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY", "FREQ=DAILY", "FREQ=WEEKLY",
        "FREQ=MONTHLY", "FREQ=YEARLY", "INTERVAL=2", "INTERVAL=2147483647", "COUNT=1",
        "UNTIL=19691231", "UNTIL=20260105T080000", "UNTIL=00010101T000000Z",
        "UNTIL=99991231T235959Z", "BYSECOND=0,60", "BYMINUTE=59", "BYHOUR=23",
        "BYDAY=MO,-1FR,53SU", "BYMONTHDAY=31,-31", "BYYEARDAY=366,-366", "BYWEEKNO=53,-53",
        "BYMONTH=2,12", "BYSETPOS=1,-1,366", "WKST=SU", "RSCALE=GREGORIAN", "SKIP=FORWARD",
        "SKIP=BACKWARD", "X-OF=OURS",
      ])
  }

  func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    do {
      let rule = try RecurrenceRule(text)
      guard let again = try? RecurrenceRule(rule.description) else {
        fatalError("what is printed of a rule is refused: \(rule)")
      }
      expectEqual(again, rule, "what is printed of a rule is another rule")
    } catch {
      expect(!"\(error)".isEmpty, "a rule is refused without a word")
    }
  }
}
