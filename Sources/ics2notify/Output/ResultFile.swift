import Foundation

/// Puts a result where `--output` says, whole or not at all.
enum ResultFile {
  /// Writes a file, replacing what was there in one step.
  ///
  /// - Parameters:
  ///   - text: The file's content.
  ///   - path: The file's path.
  /// - Throws: Why it can't be written.
  static func write(_ text: String, to path: String) throws(Failure) {
    do {
      // What a link stands for is replaced, not the link.
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      if isSpecial(file.path) {
        // A pipe or a device is written to; putting a file in its place would destroy it.
        try FileHandle(forWritingTo: file).write(contentsOf: Data(text.utf8))
      } else {
        try Data(text.utf8).write(to: file, options: .atomic)
      }
    } catch {
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      throw Failure(
        .cannotCreate,
        FileManager.default.fileExists(atPath: directory)
          ? "\(path): can't be written: \(reason(of: error))"
          : "\(path): can't be written: there is no directory \(directory)")
    }
  }

  /// Whether something exists at a path that is neither a file nor a directory.
  private static func isSpecial(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type.map { $0 != .typeRegular && $0 != .typeDirectory } ?? false
  }
}
