import CivilTime
import Testing

@testable import ICalendarReader

/// Malformed durations that are read, and those that are refused.
@Suite struct DurationTextTests {
  @Test(arguments: [
    ("-15M", "-PT15M"), ("-P15M", "-PT15M"), ("PT-15M", "-PT15M"), ("P-15M", "-PT15M"),
    ("-T15M", "-PT15M"), ("P-T11M", "-PT11M"), ("- PT15M", "-PT15M"), (" -PT 15M", "-PT15M"),
    ("P45M", "PT45M"), ("15M", "PT15M"), ("p1h", "PT1H"), ("-1d", "-P1D"), ("P1D2H", "P1DT2H"),
    ("PT1D", "P1D"), ("-PT2D", "-P2D"), ("PT1W", "P7D"), ("PT1D2H30M", "P1DT2H30M"),
    ("PT-1H-30M", "-PT1H30M"), ("P0DT-15M", "-PT15M"), ("P1DT", "P1D"),
    ("P", "PT0S"), ("PT", "PT0S"), ("-PT", "PT0S"), ("PT0", "PT0S"), ("0", "PT0S"),
  ])
  func `a malformed duration with one meaning is read`(text: String, meaning: String) throws {
    let read = try #require(DurationText(ArraySlice(text.utf8)))
    #expect(read.duration == CalendarDuration(meaning))
    #expect(!read.isStandard)
  }

  @Test(arguments: ["-P0DT0H15M0S", "-pt15m", "+PT5M", "P9W2D", "-PT1440M"])
  func `a duration of the standard is not forgiven`(text: String) throws {
    let read = try #require(DurationText(ArraySlice(text.utf8)))
    #expect(read.isStandard)
    #expect(read.duration == CalendarDuration(text))
  }

  @Test(arguments: [
    "", "-", "T", "15", "PT15", "P1M1D", "P1Y", "PT5M1H", "PT-1H30M", "-PT-15M", "--PT15M",
    "PPT5M", "PTT5M", "PT5MP", "P15X", "PT1.5H", "soon", "PT5M-", "20261224",
    "P1000000000000000W", "PT1H-30M", "P1D-T2H",
  ])
  func `a duration with no meaning or several is refused`(text: String) {
    #expect(DurationText(ArraySlice(text.utf8)) == nil)
  }

  @Test(arguments: [
    ("-PT15", "-PT15M"), ("PT90", "PT1H30M"), ("PT20000", nil), ("-15", nil), ("P1", nil),
    ("tomorrow", nil),
  ])
  func `minutes are suggested for a time without a unit`(text: String, suggestion: String?) {
    #expect(DurationText.suggestion(for: ArraySlice(text.utf8)) == suggestion)
  }
}
