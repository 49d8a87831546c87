import ReminderCompiler
import Testing
import TextSafety

@Suite struct TextTableTests {
  private var table: TextTable {
    var table = TextTable(
      .numbers("#").leaving(1), .words("next"),
      .words("how often").shortened(to: 9).leaving(2), .words("title").shortened(to: 6))
    table.add("1", "08:50", "every Monday", "Stand-up")
    table.add(
      [
        TextTable.Cell("2"), TextTable.Cell("09:00"), TextTable.Cell("once"),
        TextTable.Cell("会議室の予約を忘れない", remark: " (late)"),
      ])
    return table
  }

  @Test(arguments: [
    (
      nil as Int?,
      [
        "#  next   how often     title", "1  08:50  every Monday  Stand-up",
        "2  09:00  once          会議室の予約を忘れない (late)",
      ]
    ),
    (
      38,
      [
        "#  next   how often     title", "1  08:50  every Monday  Stand-up",
        "2  09:00  once          会議室… (late)",
      ]
    ),
    (20, ["#  next   title", "1  08:50  Stand-up", "2  09:00  会議室の…"]),
    (13, ["next   title", "08:50  Stand…", "09:00  会議…"]),
  ])
  func `a table fits by shortened texts, then by fewer columns`(
    _ width: Int?, _ expected: [String]
  ) {
    let lines = table.lines(in: width)
    #expect(lines == expected)
    if let width { #expect(lines.allSatisfy { $0.terminalWidth <= width }) }
  }

  @Test(arguments: 13...60)
  func `no line is wider than asked`(_ width: Int) {
    #expect(table.lines(in: width).allSatisfy { $0.terminalWidth <= width })
  }
}
