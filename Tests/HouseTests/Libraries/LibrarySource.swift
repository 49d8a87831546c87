/// A source of a library, read for what it takes from the system.
struct LibrarySource {
  /// An import or a name, with its line.
  struct Finding: Equatable {
    let name: String
    let line: Int
  }

  /// The modules that it imports on every system.
  private(set) var imports: [Finding] = []
  /// The modules that it imports where `canImport` finds one that not every system has.
  private(set) var guardedImports: [Finding] = []
  /// The names that reach for files, processes, the environment or the network.
  private(set) var reaches: [Finding] = []

  /// Names that stand for nothing but that, in Foundation and in C.
  private static let reaching: Set = [
    "Bundle", "CommandLine", "FileHandle", "FileManager", "InputStream", "NSTemporaryDirectory",
    "OutputStream", "Pipe", "Process", "ProcessInfo", "URLSession", "UserDefaults", "fopen",
    "getenv", "opendir", "popen", "posix_spawn", "setenv",
  ]
  /// What reads and writes files by a label: `Data(contentsOf:)`, `write(to:)`.
  private static let reachingCalls: Set = [
    ["Data", "(", "contentsOf"], ["String", "(", "contentsOf"], ["String", "(", "contentsOfFile"],
    ["init", "(", "contentsOf"], ["write", "(", "to"], ["write", "(", "toFile"],
  ]
  /// What may stand between `import` and a module.
  private static let kinds: Set = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  /// Reads a source.
  init(_ text: String) {
    let tokens = SourceLexer(text).tokens
    // For each `#if` around a place, whether it asks for a module.
    var conditions: [Bool] = []
    func word(_ index: Int) -> String { index < tokens.count ? tokens[index].text : "" }
    for (index, token) in tokens.enumerated() {
      switch (token.text, word(index + 1)) {
      case ("#", "if"): conditions.append(word(index + 2) == "canImport")
      case ("#", "endif"): _ = conditions.popLast()
      case ("import", let next) where token.isWord:
        let module = LibrarySource.kinds.contains(next) ? word(index + 2) : next
        let finding = Finding(name: module, line: token.line)
        if conditions.contains(true) {
          guardedImports.append(finding)
        } else {
          imports.append(finding)
        }
      default:
        let call = [token.text, word(index + 1), word(index + 2)]
        let isMember = index > 0 && tokens[index - 1].text == "."
        if LibrarySource.reachingCalls.contains(call)
          || !isMember && LibrarySource.reaching.contains(token.text)
        {
          reaches.append(Finding(name: token.text, line: token.line))
        }
      }
    }
  }
}
