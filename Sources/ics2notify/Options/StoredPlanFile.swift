import LayerDocuments
import ProgramSupport
import ReminderCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the pending requests from a file.
enum StoredPlanFile {
  /// Reads a plan, the document or the list of a layer, or an array of identifiers; `-` is standard
  /// input.
  static func read(_ path: FilePath) throws(Failure) -> StoredPlan {
    if path.isHyphen { StandardInput.announce("a plan") }
    let bytes = try path.optionContents(orStandardInput: true)
    do throws(StoredPlan.FormatError) {
      return try StoredPlan(layerJSON: Data(bytes))
    } catch {
      throw Failure(.noUsableInput, "\(path): \(error)")
    }
  }
}
