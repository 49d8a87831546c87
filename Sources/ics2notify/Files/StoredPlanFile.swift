import CalendarFiles
import ICalendarReader
import ReminderCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads what is pending from a file.
enum StoredPlanFile {
  /// Reads a plan, or an array of identifiers; `-` is standard input.
  static func read(_ path: FilePath) throws(Failure) -> StoredPlan {
    if path.isHyphen { StandardInput.announce("a plan") }
    let bytes: Data
    do throws(ReadingError) {
      bytes = Data(
        path.isHyphen
          ? try FileBytes.readStandardInput(name: path.description, limit: FilePath.maximumSize)
          : try path.contents(waits: true))
    } catch {
      throw failure(path, error)
    }
    do throws(StoredPlan.Fault) {
      return try StoredPlan(json: bytes)
    } catch {
      throw Failure(.noUsableInput, "\(path): \(error)")
    }
  }

  private static func failure(_ path: FilePath, _ error: ReadingError) -> Failure {
    guard case .tooLarge = error else { return Failure(.noInput, "\(error)") }
    return Failure(.noUsableInput, "\(path): is larger than \(FilePath.maximumSize >> 20) MiB")
  }
}
