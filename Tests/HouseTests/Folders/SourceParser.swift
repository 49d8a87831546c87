/// Finds declarations and mentions among the words and signs of a file.
///
/// It knows no more of Swift than where types begin and end, and what is declared right in them.
struct SourceParser {
  private(set) var declarations: [SourceFile.Declaration] = []
  private(set) var mentions: [SourceFile.Mention] = []
  private(set) var valueNames: Set<String> = []

  /// What a brace has opened.
  private struct Scope {
    /// The names of a type, from the outermost; nil for a body or a closure.
    var type: [String]?
    var isExtension = false
    var isPrivate = false
  }

  private let tokens: [SourceToken]
  private var index = 0
  private var scopes: [Scope] = []
  /// The type whose brace comes next.
  private var announced: Scope?
  private var parentheses = 0

  init(_ tokens: [SourceToken]) {
    self.tokens = tokens
  }

  /// Reads the file.
  mutating func read() {
    while index < tokens.count {
      switch tokens[index].text {
      case "{":
        scopes.append(parentheses == 0 ? announced ?? Scope() : Scope())
        if parentheses == 0 { announced = nil }
      case "}": if !scopes.isEmpty { scopes.removeLast() }
      case "(", "[": parentheses += 1
      case ")", "]": parentheses -= 1
      case "import": skipLine()
      case "struct", "class", "enum", "actor", "protocol", "extension": takeType()
      case "typealias", "associatedtype": declareNext(.type)
      case "func": takeFunction()
      case "var", "let": takeValue()
      case "case" where isRightInType: takeCases()
      default: takeMention()
      }
      index += 1
    }
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  private func isWord(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].isWord
  }

  /// The names of the types around this place.
  private var enclosing: [String] { scopes.last { $0.type != nil }?.type ?? [] }

  private var isRightInType: Bool {
    parentheses == 0 && announced == nil && scopes.last?.type != nil
  }

  private mutating func skipLine() {
    let line = tokens[index].line
    while index + 1 < tokens.count, tokens[index + 1].line == line { index += 1 }
  }

  /// Takes the head of a type or an extension; `class func` is none.
  private mutating func takeType() {
    let keyword = text(index)
    guard text(index - 1) != ".", !["func", "var", "let"].contains(text(index + 1)),
      isWord(index + 1) || keyword == "extension"
    else { return takeMention() }
    let isPrivate = isPrivateHere
    guard keyword == "extension" else {
      declareNext(.type)
      announced = Scope(type: enclosing + [text(index)], isPrivate: isPrivate)
      return
    }
    // Of `[Double]` nobody outside can be told from another.
    var names = isWord(index + 1) ? [text(index + 1)] : []
    var next = index + 2
    while !names.isEmpty, text(next) == ".", isWord(next + 1) {
      names.append(text(next + 1))
      next += 2
    }
    announced = Scope(type: names, isExtension: true, isPrivate: isPrivate)
  }

  private mutating func takeFunction() {
    guard isWord(index + 1) else { return }
    if isRightInType {
      declareNext(memberKind)
    } else if scopes.isEmpty {
      declareNext(.function)
    } else {
      index += 1
      valueNames.insert(text(index))
    }
  }

  private mutating func takeValue() {
    guard isWord(index + 1) else {
      // Of several at once, `let (first, second)`, each is a name.
      var next = index + 1
      while text(next) != ")", text(next) != "=", next < tokens.count {
        if isWord(next) { valueNames.insert(text(next)) }
        next += 1
      }
      return
    }
    if isRightInType { declareNext(memberKind) } else { index += 1 }
    valueNames.insert(text(index))
  }

  /// Takes the cases of an enumeration: `case first, second(Int)`.
  private mutating func takeCases() {
    repeat {
      guard isWord(index + 1) else { return }
      declareNext(memberKind)
      while text(index + 1) == "(" { takeParentheses() }
      guard text(index + 1) == "," else { return }
      index += 1
    } while true
  }

  private mutating func takeParentheses() {
    var depth = 0
    repeat {
      index += 1
      if text(index) == "(" { depth += 1 }
      if text(index) == ")" { depth -= 1 }
      takeMention()
    } while depth > 0 && index < tokens.count
  }

  private var memberKind: SourceFile.Declaration.Kind {
    scopes.last?.isExtension == true ? .extensionMember : .member
  }

  private mutating func declareNext(_ kind: SourceFile.Declaration.Kind) {
    let isPrivate = isPrivateHere || scopes.contains { $0.isPrivate }
    index += 1
    declarations.append(
      SourceFile.Declaration(
        kind: kind, names: enclosing + [text(index)], line: tokens[index].line,
        isPrivate: isPrivate))
  }

  private static let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "static", "final", "mutating",
    "nonisolated", "lazy", "indirect", "override", "(", "set", ")",
  ]

  /// Whether the words before a keyword keep it within its file; `private(set)` doesn't.
  private var isPrivateHere: Bool {
    var place = index - 1
    while SourceParser.modifiers.contains(text(place)) {
      if text(place).hasSuffix("private"), text(place + 1) != "(" { return true }
      place -= 1
    }
    return false
  }

  /// Takes a word as a mention.
  private mutating func takeMention() {
    guard isWord(index) else { return }
    // The name of a parameter or of an argument.
    if text(index + 1) == ":", text(index - 1) != "." { valueNames.insert(text(index)) }
    var chain = [text(index)]
    var place = index
    while text(place - 1) == "." {
      place -= 2
      // An optional's chain is that of its value: it leads to no type.
      chain.insert(isWord(place) ? text(place) : "", at: 0)
      guard isWord(place) else { break }
    }
    mentions.append(
      SourceFile.Mention(
        chain: chain, scope: enclosing, line: tokens[index].line,
        isCalled: text(index + 1) == "("))
  }
}
