import CivilTime
import Foundation
import Testing

@Suite struct TimeOfDayTests {
  @Test(arguments: [
    (0, 0, 0, "00:00"), (9, 0, 0, "09:00"), (9, 5, 7, "09:05:07"), (23, 59, 59, "23:59:59"),
  ])
  func `a time is written in hours and minutes, and seconds where there are any`(
    _ hour: Int, _ minute: Int, _ second: Int, _ text: String
  ) throws {
    let time = try #require(TimeOfDay(hour: hour, minute: minute, second: second))
    #expect(time.description == text)
    #expect((time.hour, time.minute, time.second) == (hour, minute, second))
    #expect(time.extendedFormat.hasPrefix(text))
    #expect(TimeOfDay(text) == time)
    #expect(TimeOfDay(time.extendedFormat) == time)
    #expect(time.basicFormat == time.extendedFormat.filter { $0 != ":" })
  }

  @Test(arguments: [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1)])
  func `a time that no clock shows is none`(_ hour: Int, _ minute: Int, _ second: Int) {
    #expect(TimeOfDay(hour: hour, minute: minute, second: second) == nil)
  }

  @Test(arguments: [
    "", ":00", "009:00", "9", "09", "09:0", "9:0", "09:00:", "24:00", "+9:00", "09:00:00:00",
    "٠٩:٠٠",
  ])
  func `a text with too few or too many digits is no time of day`(_ text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test func `an hour may have one digit, but not in a document`() throws {
    #expect(TimeOfDay("9:00") == TimeOfDay(hour: 9))
    #expect(TimeOfDay("0:05:07") == TimeOfDay(hour: 0, minute: 5, second: 7))
    for text in ["9:00", "0:05:07"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([TimeOfDay].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
  }

  @Test func `times of a day ascend from midnight to its last second`() throws {
    let nine = try #require(TimeOfDay(hour: 9))
    #expect([nine, .lastSecond, .midnight].sorted() == [.midnight, nine, .lastSecond])
  }
}
