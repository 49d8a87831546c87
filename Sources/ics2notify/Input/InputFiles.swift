import Foundation

/// The files that the paths of a command line stand for.
enum InputFiles {
  /// A file to read.
  enum Source: Hashable {
    case standardInput
    case file(String)
  }

  /// What became of a path.
  enum Expansion {
    case sources([Source])
    case missing
    case emptyDirectory
  }

  /// The most directories below one another that are entered.
  ///
  /// A calendar collection has two or three; the bound ends a walk through a directory that
  /// contains itself.
  private static let maximumDepth = 16

  /// The files of a path: itself, or the .ics files below a directory, sorted by name.
  static func expand(_ path: String) -> Expansion {
    if path == "-" { return .sources([.standardInput]) }
    guard FileManager.default.fileExists(atPath: path) else { return .missing }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return .sources([.file(path)])
    }
    let files = calendars(names, in: path, depth: 0)
    return files.isEmpty ? .emptyDirectory : .sources(files.map(Source.file))
  }

  private static func calendars(
    _ names: [String], in directory: String, depth: Int
  ) -> [String] {
    guard depth < maximumDepth else { return [] }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .flatMap { name -> [String] in
        let path = prefix + name
        if name.lowercased().hasSuffix(".ics") { return [path] }
        // What can't be listed is no directory.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
          return []
        }
        return calendars(names, in: path, depth: depth + 1)
      }
  }
}
