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
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
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

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    return (error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error).localizedDescription
  }
}
