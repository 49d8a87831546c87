import Foundation
import ReminderCompiler

/// Reads what is pending from a file.
enum StoredPlanFile {
  /// The largest file, in bytes: 4,096 requests with 16 kB of text each.
  private static let maximumSize = 64 << 20

  /// Reads a plan, or an array of identifiers.
  ///
  /// - Parameter path: The file's path; `-` for standard input.
  /// - Throws: Why there is none.
  /// - Returns: What the file says.
  static func read(_ path: String) throws(Failure) -> StoredPlan {
    let data: Data?
    do {
      let handle =
        path == "-"
        ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      data = try handle.read(upToCount: maximumSize + 1)
    } catch {
      let exists = FileManager.default.fileExists(atPath: path)
      throw Failure(
        .noInput,
        "\(TerminalText.oneLine(path)): \(exists ? "can't be read" : "no such file")")
    }
    let bytes = data ?? Data()
    guard bytes.count <= maximumSize else {
      throw Failure(
        .noUsableInput,
        "\(TerminalText.oneLine(path)): is larger than \(maximumSize >> 20) MiB")
    }
    do throws(StoredPlan.Fault) {
      return try StoredPlan(json: bytes)
    } catch {
      throw Failure(.noUsableInput, "\(TerminalText.oneLine("\(path): \(error)"))")
    }
  }
}
