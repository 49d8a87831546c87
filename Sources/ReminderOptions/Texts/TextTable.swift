import TextSafety

/// A table of plain text with aligned columns.
package struct TextTable {
  /// A column with its heading, alignment and behavior if the table does not fit.
  package struct Column {
    private enum Side {
      case left, right
    }

    fileprivate let heading: String?
    private let side: Side
    /// The width in terminal columns down to which its cells can be shortened; nil if they cannot.
    fileprivate private(set) var minimum: Int?
    /// The column with the highest number is left out first if the table does not fit; 0 stays.
    fileprivate private(set) var leaving = 0

    /// Makes a column of words.
    ///
    /// The row of headings is left out if no column has a heading.
    package static func words(_ heading: String? = nil) -> Column {
      Column(heading: heading, side: .left)
    }

    /// Makes a column of numbers, which are aligned on the right.
    package static func numbers(_ heading: String? = nil) -> Column {
      Column(heading: heading, side: .right)
    }

    /// Returns the column with cells that can be shortened to a width.
    package func shortened(to minimum: Int) -> Column {
      var column = self
      column.minimum = minimum
      return column
    }

    /// Returns the column with a number for leaving it out.
    ///
    /// Higher numbers are left out first.
    package func leaving(_ number: Int) -> Column {
      var column = self
      column.leaving = number
      return column
    }

    /// Returns a cell padded to the column's width.
    ///
    /// Words at the end of a line are not padded.
    fileprivate func padded(_ cell: String, to width: Int, isLast: Bool) -> String {
      let space = String(repeating: " ", count: max(0, width - cell.terminalWidth))
      switch side {
      case .right: return space + cell
      case .left: return isLast ? cell : cell + space
      }
    }
  }

  /// A cell: a text that can be shortened, and a remark that is kept.
  package struct Cell {
    fileprivate let text: String
    fileprivate let remark: String
    fileprivate let width: Int

    /// Makes a cell.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - remark: A text after it, which is not shortened as long as the first one has a few
    ///     columns.
    package init(_ text: String, remark: String = "") {
      self.text = text
      self.remark = remark
      width = text.terminalWidth + remark.terminalWidth
    }

    fileprivate func shortened(to columns: Int) -> String {
      guard width > columns else { return text + remark }
      let room = columns - remark.terminalWidth
      // Next to a remark, a shortened text needs a few letters and the ellipsis.
      guard room >= 6 else {
        return (text + remark).shortened(toColumns: columns)
      }
      return text.shortened(toColumns: room) + remark
    }
  }

  private static let gap = 2

  private let columns: [Column]
  private var rows: [[Cell]] = []

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  package mutating func add(_ cells: [Cell]) {
    precondition(cells.count == columns.count)
    rows.append(cells)
  }

  /// Returns the lines without line ends, starting with the headings.
  ///
  /// - Parameter width: The width of the terminal in columns; nil for no limit.
  /// - Returns: The lines. They fit if enough columns can be shortened or left out.
  package func lines(in width: Int? = nil) -> [String] {
    let headings = columns.compactMap(\.heading)
    let all = (headings.isEmpty ? [] : [columns.map { Cell($0.heading ?? "") }]) + rows
    var widths = columns.indices.map { column in all.map { $0[column].width }.max() ?? 0 }
    var shown = Array(columns.indices)
    if let width { fit(&shown, widths: &widths, into: width) }
    return all.map { cells in
      shown.map { column in
        columns[column].padded(
          cells[column].shortened(to: widths[column]), to: widths[column],
          isLast: column == shown.last)
      }.joined(separator: String(repeating: " ", count: TextTable.gap))
    }
  }

  /// Leaves out columns and narrows others until the lines fit.
  private func fit(_ shown: inout [Int], widths: inout [Int], into width: Int) {
    func excess(_ widthOf: (Int) -> Int) -> Int {
      shown.reduce(TextTable.gap * (shown.count - 1)) { $0 + widthOf($1) } - width
    }
    while excess({ min(widths[$0], columns[$0].minimum ?? .max) }) > 0,
      let last = shown.filter({ columns[$0].leaving > 0 })
        .max(by: { columns[$0].leaving < columns[$1].leaving })
    {
      shown.removeAll { $0 == last }
    }
    // Narrow the widest column first, so that widths stay balanced.
    while excess({ widths[$0] }) > 0,
      let widest = shown.filter({ widths[$0] > columns[$0].minimum ?? .max })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
    }
  }
}
