/// The declarations of a Swift source, found by its words and brackets.
///
/// It reads the formatted sources of this package, not all of Swift: `SwiftSourceTests` shows what it
/// understands.
struct SwiftSource {
  struct Declaration: Equatable {
    /// The keyword: `func`, `init`, `var`, `let`, `case`, `struct` and so on.
    let keyword: String
    /// The name, as in a document: `fires(of:in:)` for a function, `Zone` for a type.
    var name: String
    /// The last name of the type or extension around it; nil for one that is not a member.
    let type: String?
    /// The types and protocols after the name of a type.
    var inherited: [String] = []
    /// The line of the keyword; for an accessor, that of its brace.
    var firstLine: Int
    /// The line of the closing brace; nil without a body.
    var lastLine: Int?

    /// The lines of a function, an initializer or the body of a computed property; otherwise nil.
    var lineCount: Int? {
      guard SwiftSource.functions.contains(keyword), let lastLine else { return nil }
      return lastLine - firstLine + 1
    }
  }

  fileprivate static let types: Set = [
    "struct", "enum", "class", "actor", "protocol", "extension",
  ]
  fileprivate static let functions: Set = ["func", "init", "deinit", "subscript", "var"]

  private(set) var declarations: [Declaration] = []
  /// Whether each bracket has its counterpart.
  private(set) var isBalanced = true

  private let words: [Word]
  /// The declaration of each open brace; nil for one of a closure or a statement.
  private var open: [Int?] = []

  init(_ text: String) {
    var scanner = WordScanner(text)
    words = scanner.words()
    var index = 0
    while index < words.count { index = read(at: index) }
    isBalanced = isBalanced && open.isEmpty && scanner.isComplete
  }

  /// Reads the declaration or the brace at a word, and returns the index of the next word.
  private mutating func read(at index: Int) -> Int {
    let word = words[index]
    switch word.text {
    case "{": open.append(nil)
    case "}":
      guard let last = open.popLast() else {
        isBalanced = false
        break
      }
      if let last { declarations[last].lastLine = word.line }
    case "func", "subscript", "deinit", "init":
      if isDeclaration(at: index) { return readFunction(at: index) }
    case "var", "let": return readProperty(at: index)
    case "case": if enclosing?.keyword == "enum" { return readCases(at: index) }
    case "typealias", "associatedtype":
      add(word, named: text(at: index + 1))
    case let text where SwiftSource.types.contains(text):
      if isDeclaration(at: index) { return readType(at: index) }
    default: break
    }
    return index + 1
  }

  /// The type or extension whose members stand here; nil inside a function.
  private var enclosing: Declaration? {
    guard let last = open.last, let last else { return nil }
    return SwiftSource.types.contains(declarations[last].keyword) ? declarations[last] : nil
  }

  private func text(at index: Int) -> String { index < words.count ? words[index].text : "" }

  /// Whether a keyword begins a declaration: `.init` and `class func` don't.
  private func isDeclaration(at index: Int) -> Bool {
    if index > 0, words[index - 1].text == "." { return false }
    return words[index].text != "class" || !["func", "var", "let"].contains(text(at: index + 1))
  }

  @discardableResult
  private mutating func add(_ word: Word, named name: String) -> Int {
    declarations.append(
      Declaration(keyword: word.text, name: name, type: enclosing?.name, firstLine: word.line))
    return declarations.count - 1
  }

  private mutating func readType(at index: Int) -> Int {
    // An extension of `[Element]` or `A.B` has the last name.
    var name = ""
    var next = index + 1
    while next < words.count, ![":", "{", "where", "<"].contains(text(at: next)) {
      if words[next].isName { name = text(at: next) }
      next += 1
    }
    let place = add(words[index], named: name)
    while next < words.count, text(at: next) != "{" {
      if words[next].isName { declarations[place].inherited.append(text(at: next)) }
      next += 1
    }
    open.append(place)
    return next + 1
  }

  private mutating func readFunction(at index: Int) -> Int {
    var next = index + 1
    var name = words[index].text
    if name == "func" {
      name = ""
      while next < words.count, text(at: next) != "(", name.isEmpty || text(at: next) != "<" {
        name += text(at: next)
        next += 1
      }
    }
    if name != "deinit" {
      while next < words.count, text(at: next) != "(" { next += 1 }
      let end = endOfBrackets(at: next)
      name += "(" + labels(of: next..<end).map { "\($0):" }.joined() + ")"
      next = end
    }
    let place = add(words[index], named: name)
    return openBody(of: place, from: next)
  }

  /// The argument labels between the parentheses of a function.
  private func labels(of range: Range<Int>) -> [String] {
    var labels: [String] = []
    var depth = 0
    for index in range {
      switch text(at: index) {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case ":" where depth == 1:
        // `label name: Type` or `name: Type`, perhaps after an attribute.
        let isPair = words[index - 2].isName && text(at: index - 3) != "@"
        labels.append(text(at: isPair ? index - 2 : index - 1))
      default: break
      }
    }
    return labels
  }

  /// The index after the bracket that closes the one at an index.
  private func endOfBrackets(at index: Int) -> Int {
    var depth = 0
    var next = index
    while next < words.count {
      if ["(", "["].contains(text(at: next)) { depth += 1 }
      if [")", "]"].contains(text(at: next)) { depth -= 1 }
      next += 1
      if depth == 0 { break }
    }
    return next
  }

  private mutating func readProperty(at index: Int) -> Int {
    let names = names(at: index + 1)
    for name in names.texts { add(words[index], named: name) }
    guard words[index].text == "var", names.texts.count == 1 else { return names.end }
    return openBody(of: declarations.count - 1, from: names.end, isProperty: true)
  }

  private mutating func readCases(at index: Int) -> Int {
    let names = names(at: index + 1)
    for name in names.texts { add(words[index], named: name) }
    return names.end
  }

  /// The names of a list such as `a, b = 1, c(Int)`, and the index after the last name.
  private func names(at index: Int) -> (texts: [String], end: Int) {
    var texts: [String] = []
    var next = index
    var end = index
    while next < words.count, words[next].isName {
      texts.append(text(at: next))
      next += 1
      end = next
      if text(at: next) == "(" { next = endOfBrackets(at: next) }
      if text(at: next) == "=" { next = endOfValue(at: next + 1) }
      guard text(at: next) == "," else { break }
      next += 1
    }
    return (texts, end)
  }

  /// The index of the comma, the brace or the line after a value.
  private func endOfValue(at index: Int) -> Int {
    var next = index
    while next < words.count, !["{", "}", ","].contains(text(at: next)) {
      if next > index, words[next].startsLine { break }
      next = ["(", "["].contains(text(at: next)) ? endOfBrackets(at: next) : next + 1
    }
    return next
  }

  /// Opens the body of a declaration, if it has one, and returns the index of the next word.
  private mutating func openBody(
    of place: Int, from index: Int, isProperty: Bool = false
  ) -> Int {
    var next = index
    while next < words.count {
      let word = words[next]
      switch word.text {
      case "{":
        if isProperty { declarations[place].firstLine = word.line }
        open.append(place)
        return next + 1
      case "(", "[":
        next = endOfBrackets(at: next)
        continue
      case "}", ")", "]", ";": return next
      case "=", "in", ",": if isProperty { return next }
      default: if word.startsLine, !word.continuesSignature { return next }
      }
      next += 1
    }
    return next
  }
}

/// A name, a keyword, a number, a punctuation mark, or `""` for a text or a regular expression.
private struct Word {
  let text: String
  let line: Int
  let startsLine: Bool

  var isName: Bool {
    text.first.map { $0 == "_" || $0 == "`" || $0.isLetter } ?? false
  }

  /// Whether a line that begins with the word can belong to a signature.
  var continuesSignature: Bool {
    ["-", "where", "async", "throws", "rethrows", "&", ".", ">", "<"].contains(text)
  }
}

/// Splits a source into words, without its comments.
///
/// It reads bytes, because characters take a minute in a debug build.
private struct WordScanner {
  private let text: [UInt8]
  private var index = 0
  private var line = 1
  private var startsLine = true
  /// Whether each text and comment ended.
  private(set) var isComplete = true
  private var found: [Word] = []

  private static let newline = UInt8(ascii: "\n"), backslash = UInt8(ascii: "\\")
  private static let quote = UInt8(ascii: "\""), slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*"), hash = UInt8(ascii: "#")

  init(_ text: String) { self.text = Array(text.utf8) }

  mutating func words() -> [Word] {
    scan(untilParenthesis: false)
    return found
  }

  /// The byte some places ahead; 0 at the end.
  private func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < text.count ? text[index + offset] : 0
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < text.count {
      if text[index] == WordScanner.newline {
        line += 1
        startsLine = true
      }
      index += 1
    }
  }

  private mutating func add(_ count: Int) {
    let word = String(decoding: text[index..<index + count], as: UTF8.self)
    found.append(Word(text: word, line: line, startsLine: startsLine))
    startsLine = false
    index += count
  }

  private mutating func addLiteral() {
    found.append(Word(text: "\"\"", line: line, startsLine: startsLine))
    startsLine = false
  }

  /// The number of bytes of the name or number that begins here.
  private var nameLength: Int {
    var length = 0
    while true {
      switch byte(length) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
        length += 1
      default: return length
      }
    }
  }

  /// Scans code, or that of an interpolation up to its closing parenthesis.
  private mutating func scan(untilParenthesis: Bool) {
    var depth = 0
    while index < text.count {
      let (first, second) = (byte(), byte(1))
      if first == WordScanner.slash, second == WordScanner.slash {
        while index < text.count, text[index] != WordScanner.newline { advance() }
      } else if first == WordScanner.slash, second == WordScanner.star {
        skipComment()
      } else if let hashes = hashes(before: WordScanner.quote) {
        skipText(hashes)
      } else if let hashes = hashes(before: WordScanner.slash), hashes > 0 || isRegex {
        skipRegex(hashes)
      } else if first <= UInt8(ascii: " ") {
        advance()
      } else if case let length = nameLength, length > 0 {
        add(length)
      } else {
        if first == UInt8(ascii: "(") { depth += 1 }
        if first == UInt8(ascii: ")") { depth -= 1 }
        if untilParenthesis, depth < 0 { return }
        add(1)
      }
    }
  }

  /// The number of `#` before a byte that begins a literal; nil if none begins here.
  private func hashes(before mark: UInt8) -> Int? {
    var count = 0
    while byte(count) == WordScanner.hash { count += 1 }
    return byte(count) == mark ? count : nil
  }

  /// Whether a slash begins a regular expression: it follows an operator or an opening bracket.
  private var isRegex: Bool {
    guard byte(1) > UInt8(ascii: " ") else { return false }
    guard let last = found.last?.text else { return true }
    return last == "return" || last == "in" || (last.count == 1 && "(,=:[{&|!?".contains(last))
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte() == WordScanner.slash, byte(1) == WordScanner.star {
        depth += 1
        advance(2)
      } else if byte() == WordScanner.star, byte(1) == WordScanner.slash {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && index < text.count
    isComplete = isComplete && depth == 0
  }

  /// Whether a mark with a number of `#` behind it is here.
  private func isEnd(_ mark: UInt8, times: Int = 1, hashes: Int) -> Bool {
    (0..<times).allSatisfy { byte($0) == mark }
      && (0..<hashes).allSatisfy { byte(times + $0) == WordScanner.hash }
  }

  private mutating func skipText(_ hashes: Int) {
    addLiteral()
    advance(hashes)
    let quotes = isEnd(WordScanner.quote, times: 3, hashes: 0) ? 3 : 1
    advance(quotes)
    while index < text.count {
      if isEnd(WordScanner.quote, times: quotes, hashes: hashes) {
        return advance(quotes + hashes)
      }
      if isEnd(WordScanner.backslash, hashes: hashes) {
        let isInterpolation = byte(1 + hashes) == UInt8(ascii: "(")
        advance(2 + hashes)
        guard isInterpolation else { continue }
        let kept = found.count
        scan(untilParenthesis: true)
        found.removeSubrange(kept...)
      }
      advance()
    }
    isComplete = false
  }

  private mutating func skipRegex(_ hashes: Int) {
    addLiteral()
    advance(hashes + 1)
    while index < text.count {
      if isEnd(WordScanner.slash, hashes: hashes) { return advance(1 + hashes) }
      advance(byte() == WordScanner.backslash ? 2 : 1)
    }
    isComplete = false
  }
}
