/// A table of plain text whose columns stand below each other.
package struct TextTable {
  /// A column: its heading, and the side on which its cells stand.
  package struct Column {
    private enum Side {
      case left, right
    }

    fileprivate let heading: String?
    private let side: Side

    /// A column of words; the heading is left out where no column has one.
    package static func words(_ heading: String? = nil) -> Column {
      Column(heading: heading, side: .left)
    }

    /// A column of numbers.
    package static func numbers(_ heading: String? = nil) -> Column {
      Column(heading: heading, side: .right)
    }

    /// A cell of the column's width; words at the end of a line have no blanks behind them.
    fileprivate func padded(_ cell: String, to width: Int, isLast: Bool) -> String {
      let space = String(repeating: " ", count: width - cell.count)
      switch side {
      case .right: return space + cell
      case .left: return isLast ? cell : cell + space
      }
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// Makes a table without rows.
  package init(_ columns: Column...) {
    self.columns = columns
  }

  /// Adds a row.
  ///
  /// - Parameter cells: As many as there are columns.
  package mutating func add(_ cells: String...) {
    precondition(cells.count == columns.count)
    rows.append(cells)
  }

  /// The lines without their ends, headings first.
  package var lines: [String] {
    let headings = columns.compactMap(\.heading)
    let all = (headings.isEmpty ? [] : [columns.map { $0.heading ?? "" }]) + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { cells in
      columns.indices.map { column in
        columns[column].padded(
          cells[column], to: widths[column], isLast: column == columns.count - 1)
      }.joined(separator: "  ")
    }
  }

  /// The lines with line feeds between them.
  package var text: String { lines.joined(separator: "\n") }
}
