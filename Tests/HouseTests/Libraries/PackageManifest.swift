/// The targets and products of Package.swift, as its text has them.
///
/// `swift package dump-package` would say them, too, but waits for the build that a test may be in.
struct PackageManifest {
  /// The targets that each library product is made of, by its name.
  let libraries: [String: [String]]
  /// The targets that each target depends on, by its name; those of other packages too.
  let dependencies: [String: [String]]

  /// Reads a manifest.
  init(_ text: String) {
    let tokens = ManifestToken.tokens(of: text)
    func element(_ kind: String, at index: Int) -> (name: String, end: Int)? {
      guard index + 5 < tokens.count, tokens[index] == .sign("."),
        tokens[index + 1] == .word(kind), tokens[index + 2] == .sign("("),
        tokens[index + 3] == .word("name"), case .text(let name) = tokens[index + 5]
      else { return nil }
      return (name, ManifestToken.end(of: tokens, from: index + 2))
    }
    /// The texts of an argument with a list, as deep as they stand in it.
    func list(_ label: String, in range: Range<Int>) -> [String] {
      let start = range.first {
        tokens[$0] == .word(label) && $0 + 2 < range.upperBound && tokens[$0 + 2] == .sign("[")
      }
      guard let start else { return [] }
      return tokens[start + 2..<ManifestToken.end(of: tokens, from: start + 2)].compactMap {
        if case .text(let text) = $0 { text } else { nil }
      }
    }
    var libraries: [String: [String]] = [:]
    var dependencies: [String: [String]] = [:]
    var index = 0
    while index < tokens.count {
      if let (name, end) = element("library", at: index) {
        libraries[name] = list("targets", in: index..<end)
        index = end
      } else if let (name, end) = PackageManifest.kinds.lazy
        .compactMap({ element($0, at: index) }).first
      {
        dependencies[name] = list("dependencies", in: index..<end)
        index = end
      } else {
        index += 1
      }
    }
    self.libraries = libraries
    self.dependencies = dependencies
  }

  /// What declares a target.
  private static let kinds = ["target", "executableTarget", "systemLibrary", "testTarget"]

  /// The targets that a library pulls in: its own and all that they depend on.
  func targets(of library: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = libraries[library] ?? []
    while let name = waiting.popLast() {
      // Each is expanded once, so that this ends even of a circle.
      if found.insert(name).inserted { waiting += dependencies[name] ?? [] }
    }
    return found
  }
}
