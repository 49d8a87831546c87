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
          ? "\(path): can't be written: \(reason(error))"
          : "\(path): can't be written: there is no directory \(directory)")
    }
  }

  /// Writes files into a directory, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - files: Names and contents; names are made by the program, never by a calendar.
  ///   - directory: The directory's path.
  /// - Throws: Why they can't be written.
  static func write(
    _ files: [(name: String, text: String)], into directory: String
  ) throws(Failure) {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw Failure(.cannotCreate, "\(directory): can't be made: \(reason(error))")
    }
    for file in files {
      try write(file.text, to: "\(directory)/\(file.name)")
    }
  }

  /// Whether something exists at a path that is neither a file nor a directory.
  private static func isSpecial(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type.map { $0 != .typeRegular && $0 != .typeDirectory } ?? false
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    return (error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error).localizedDescription
  }
}
