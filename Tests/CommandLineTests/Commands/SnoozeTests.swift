import TestPrograms
import Testing

/// The times that `ics2notify snooze` accepts.
@Suite struct SnoozeTests {
  @Test(arguments: [
    ["--for", "1", "hour"], ["--for", "1h"], ["--for=1h"], ["--for", "an", "hour"],
    ["--for", "14:00"], ["--for=14:00"], ["--for", "2", "pm"], ["1", "--for", "tomorrow"],
    ["--for", "tomorrow", "14:00", "--name", "work"], ["--name=work", "1", "--for", "2 days"],
    ["1"], [],
  ])
  func `words up to the next option are one time`(_ words: [String]) throws {
    try Program.run { program in
      // The time is understood, but nothing was shown.
      let isNumbered = words.contains("1") && !words.contains("hour")
      try program.run(["snooze"] + words).expectRefusal(
        65, saying: isNumbered ? "no reminder has the number 1" : "no reminder was shown")
    }
  }

  @Test(arguments: [
    (["--for", "soon"], "--for \"soon\" is not a duration, a time or a day; type --for 1 hour"),
    (["--for", "5"], "type --for 5m, --for 5:00 or --for 5pm"),
    (["--for", "tonight"], "\"tonight\" lacks a time; type --for 20:00"),
    (["--for", "5m,10m"], "type --for 1 hour"),
    (["--for", ""], "--for lacks a value; type --for 1"),
    (["--for"], "; type --for 1 hour or --for 14:00"),
    (["--for", "-5m"], "; type --for 1 hour or --for 14:00"),
    (["--for", "1", "hour", "2"], "type ics2notify snooze 2 --for 1 hour"),
    (["1", "hour"], "type ics2notify snooze --for 1 hour"),
    (["tomorrow"], "type ics2notify snooze --for tomorrow"),
    (["2", "tomorrow"], "type ics2notify snooze 2 --for tomorrow"),
    (["pills"], "\"pills\" is not the number of a reminder"),
    (["--until", "14:00"], "--for takes a time, too, such as --for 14:00"),
  ])
  func `a refusal names what to type`(words: [String], reason: String) throws {
    try Program.run { program in
      try program.run(["snooze"] + words).expectRefusal(64, saying: reason)
    }
  }
}
