import TextSafety

/// A table of plain text whose columns stand below each other.
package struct TextTable {
  /// A column: its heading, the side on which its cells stand, and what it does where there is
  /// little room.
  package struct Column {
    private enum Side {
      case left, right
    }

    fileprivate let heading: String?
    private let side: Side
    /// The columns of a terminal below which its cells aren't shortened; nil for never.
    fileprivate private(set) var minimum: Int?
    /// Where there is too little room, the column with the highest number is left out first; 0
    /// stays.
    fileprivate private(set) var leaving = 0

    /// A column of words; the heading is left out where no column has one.
    package static func words(_ heading: String? = nil) -> Column {
      Column(heading: heading, side: .left)
    }

    /// A column of numbers.
    package static func numbers(_ heading: String? = nil) -> Column {
      Column(heading: heading, side: .right)
    }

    /// The column, which is shortened where there is little room.
    package func shortened(to minimum: Int) -> Column {
      var column = self
      column.minimum = minimum
      return column
    }

    /// The column, which is left out before those with lower numbers.
    package func leaving(_ number: Int) -> Column {
      var column = self
      column.leaving = number
      return column
    }

    /// A cell of the column's width; words at the end of a line have no blanks behind them.
    fileprivate func padded(_ cell: String, to width: Int, isLast: Bool) -> String {
      let space = String(repeating: " ", count: max(0, width - cell.terminalWidth))
      switch side {
      case .right: return space + cell
      case .left: return isLast ? cell : cell + space
      }
    }
  }

  /// What stands in a column: a text that can be shortened, and what is kept behind it.
  package struct Cell {
    fileprivate let text: String
    fileprivate let remark: String
    fileprivate let width: Int

    /// Makes a cell.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - remark: What stands behind it and stays whole while the text has a few columns.
    package init(_ text: String, remark: String = "") {
      self.text = text
      self.remark = remark
      width = text.terminalWidth + remark.terminalWidth
    }

    fileprivate func shortened(to columns: Int) -> String {
      guard width > columns else { return text + remark }
      let room = columns - remark.terminalWidth
      // Beside its remark a text has a few letters and the ellipsis.
      guard room >= 6 else {
        return (text + remark).shortened(toColumns: columns)
      }
      return text.shortened(toColumns: room) + remark
    }
  }

  private static let gap = 2

  private let columns: [Column]
  private var rows: [[Cell]] = []

  /// Makes a table without rows.
  package init(_ columns: Column...) {
    self.init(columns)
  }

  /// Makes a table without rows.
  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row.
  package mutating func add(_ cells: String...) {
    add(cells.map { Cell($0) })
  }

  /// Adds a row.
  package mutating func add(_ cells: [Cell]) {
    precondition(cells.count == columns.count)
    rows.append(cells)
  }

  /// The lines without their ends, headings first.
  package var lines: [String] { lines(in: nil) }

  /// The lines with line feeds between them.
  package var text: String { lines.joined(separator: "\n") }

  /// The lines without their ends, headings first.
  ///
  /// - Parameter width: The columns of the terminal; nil for as many as it takes.
  /// - Returns: Lines that fit, as far as something can be shortened or left out.
  package func lines(in width: Int?) -> [String] {
    let headings = columns.compactMap(\.heading)
    let all = (headings.isEmpty ? [] : [columns.map { Cell($0.heading ?? "") }]) + rows
    var widths = columns.indices.map { column in all.map { $0[column].width }.max() ?? 0 }
    var shown = Array(columns.indices)
    if let width { fit(&shown, &widths, into: width) }
    return all.map { cells in
      shown.map { column in
        columns[column].padded(
          cells[column].shortened(to: widths[column]), to: widths[column],
          isLast: column == shown.last)
      }.joined(separator: String(repeating: " ", count: TextTable.gap))
    }
  }

  /// Leaves out columns and narrows others until a line fits.
  private func fit(_ shown: inout [Int], _ widths: inout [Int], into width: Int) {
    func excess(_ widthOf: (Int) -> Int) -> Int {
      shown.reduce(TextTable.gap * (shown.count - 1)) { $0 + widthOf($1) } - width
    }
    while excess({ min(widths[$0], columns[$0].minimum ?? .max) }) > 0,
      let last = shown.filter({ columns[$0].leaving > 0 })
        .max(by: { columns[$0].leaving < columns[$1].leaving })
    {
      shown.removeAll { $0 == last }
    }
    // The widest gives way first, so that no column is all and another nothing.
    while excess({ widths[$0] }) > 0,
      let widest = shown.filter({ widths[$0] > columns[$0].minimum ?? .max })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
    }
  }
}
