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
  /// A calendar collection has two or three.
  private static let maximumDepth = 16

  /// The files of a path: itself, or the .ics files below a directory, sorted by name.
  static func expand(_ path: String) -> Expansion {
    if path == "-" { return .sources([.standardInput]) }
    guard FileManager.default.fileExists(atPath: path) else { return .missing }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return .sources([.file(path)])
    }
    var visited: Set<String> = [realPath(path)]
    let files = calendars(names, in: path, depth: 0, &visited)
    return files.isEmpty ? .emptyDirectory : .sources(files.map(Source.file))
  }

  private static func calendars(
    _ names: [String], in directory: String, depth: Int, _ visited: inout Set<String>
  ) -> [String] {
    guard depth < maximumDepth else { return [] }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    var files: [String] = []
    for name in names.filter({ !$0.hasPrefix(".") })
      .sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    {
      let path = prefix + name
      if name.lowercased().hasSuffix(".ics") {
        files.append(path)
        continue
      }
      // What can't be listed is no directory; one that a link leads back to is read once.
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path),
        visited.insert(realPath(path)).inserted
      else { continue }
      files += calendars(names, in: path, depth: depth + 1, &visited)
    }
    return files
  }

  private static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
