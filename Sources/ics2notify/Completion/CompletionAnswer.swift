/// What can stand where the cursor is, as the scripts of shells read it.
///
/// The first line says who completes: `files`, with what stands before the file's name in the word,
/// has the shell do it; `values` are in the other lines, each with a tabulator and what it means
/// behind it. The shell's own way with files knows links, blanks and quotes best.
enum CompletionAnswer: Equatable {
  /// A value, as the whole word that it makes.
  struct Value: Hashable {
    /// The word.
    let word: String
    /// What it means; empty where that is plain.
    var meaning = ""
  }

  /// Names of files, behind what stands before them in the word.
  case files(behind: String)
  /// One of some words.
  case values([Value])

  /// The answer as the scripts read it.
  var text: String {
    switch self {
    case .files(let before): "files\(before)\n"
    case .values(let values):
      "values\n"
        + values.map { $0.meaning.isEmpty ? "\($0.word)\n" : "\($0.word)\t\($0.meaning)\n" }
        .joined()
    }
  }
}
