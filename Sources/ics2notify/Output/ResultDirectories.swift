/// Directories that results go into: made where they are missing, and without what killed runs have
/// left behind.
///
/// Looking through one takes as long as it is large, and many results go into one.
final class ResultDirectories {
  private var known: Set<FilePath> = []

  /// The most that are remembered.
  private static let maximumCount = 4_096

  /// Prepares a directory, unless that was done before.
  ///
  /// - Throws: Why it can't be made.
  func prepare(_ directory: FilePath) throws(Failure) {
    guard !known.contains(directory) else { return }
    if known.count >= ResultDirectories.maximumCount { known.removeAll() }
    try directory.make()
    known.insert(directory)
    TemporaryFile.clear(directory)
  }
}
