/// A table of plain text whose columns stand below their headings.
struct TextTable {
  /// A column: its heading, and the side on which its cells stand.
  struct Column {
    /// Where the cells of a column stand.
    enum Side {
      case left
      case right
    }
    let heading: String
    let side: Side

    /// A column of words.
    static func words(_ heading: String) -> Column { Column(heading: heading, side: .left) }
    /// A column of numbers.
    static func numbers(_ heading: String) -> Column { Column(heading: heading, side: .right) }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// Makes a table without rows.
  init(_ columns: Column...) {
    self.columns = columns
  }

  /// Adds a row.
  ///
  /// - Parameter cells: As many as there are columns.
  mutating func add(_ cells: String...) {
    precondition(cells.count == columns.count)
    rows.append(cells)
  }

  /// The lines, headings first.
  var text: String {
    let lines = [columns.map(\.heading)] + rows
    let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      let padded = columns.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        return columns[column].side == .left ? cells[column] + space : space + cells[column]
      }
      let line = padded.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
