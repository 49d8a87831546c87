import Testing

/// The lengths and members that rules for sources rely on.
@Suite struct SwiftSourceTests {
  private static let sample = ##"""
    /// A comment with func no() { and a /* nested.
    import Foundation

    /* A comment /* with a nested one { */ and func no() { */
    public struct Shelf<Book: Comparable>: Sendable, CustomStringConvertible {
      public let width, height: Int
      static let sign = "a \(name.map { "{\($0)}" } ?? "{") brace"
      private let marks = #"raw " and \( and { "#, lines = """
        { many " lines \(sign)
        """
      var books: [Book] = []
      var observed = 1 {
        didSet { print(observed) }
      }
      var count: Int { books.count }
      public var description: String
      {
        get { "{" }
        set { books = [] }
      }
      init?(_ books: [Book], sortedBy order: (Book, Book) -> Bool = { $0 < $1 }, or: Int...) {
        self.init(count: 1)
      }
      public convenience init<T>(count: T) where T: Sequence<Book> { .init() }
      deinit { close() }
      func add(
        _ book: Book, to place: [Int: String] = [1: "one"], @Builder with: () throws -> Void
      ) async throws -> Int
      where Book: Hashable {
        func inner() -> Int { 1 }
        let local = 2
        guard let first = books.first, case .some(let x) = first else { return 0 }
        switch local { case 1: break; default: return inner() / 2 / local }
        return books.map { book in
          book.title.contains(/[{"]\/\//) ? 1 : 2
        }.count
      }
      static func < (left: Shelf, right: Shelf) -> Bool { left.matches(of: #/
        { "
        /#) }
      subscript(safely index: Int) -> Book? { nil }
      class func shared() -> Shelf {
        Shelf()
      }
    }

    extension Array<Shelf.Kind>: Codable {
      fileprivate typealias Place = Int
      indirect enum Kind: String {
        case small = "{", large(width: Int, Int)
        case other
        func isIn(_ kinds: Set<Kind>) -> Bool { kinds.contains(where: { $0 == self }) }
      }
    }
    protocol Sorter {
      associatedtype Item
      var items: [Item] { get }
      func sort(by order: Int) -> [Item]
      init(items: [Item])
      func reset()
    }
    """##

  @Test func `functions have their names and their lines up to the closing brace`() {
    let source = SwiftSource(SwiftSourceTests.sample)
    #expect(source.isBalanced)
    let found = source.declarations.compactMap { declaration in
      declaration.lineCount.map { "\(declaration.firstLine) \(declaration.name) \($0)" }
    }
    #expect(
      found == [
        "15 count 1", "17 description 4", "21 init(_:sortedBy:or:) 3", "24 init(count:) 1",
        "25 deinit 1", "26 add(_:to:with:) 12", "30 inner() 1", "38 <(left:right:) 3",
        "41 subscript(safely:) 1", "42 shared() 3", "52 isIn(_:) 1", "57 items 1",
      ])
  }

  @Test func `members belong to their type or to the type of their extension`() {
    let declarations = SwiftSource(SwiftSourceTests.sample).declarations
    func members(of type: String) -> [String] {
      declarations.filter { $0.type == type }.map(\.name)
    }
    #expect(
      members(of: "Shelf") == [
        "width", "height", "sign", "marks", "lines", "books", "observed", "count", "description",
        "init(_:sortedBy:or:)", "init(count:)", "deinit", "add(_:to:with:)", "<(left:right:)",
        "subscript(safely:)", "shared()",
      ])
    #expect(members(of: "Array") == ["Place", "Kind"])
    #expect(members(of: "Kind") == ["small", "large", "other", "isIn(_:)"])
    #expect(
      members(of: "Sorter") == ["Item", "items", "sort(by:)", "init(items:)", "reset()"])
  }

  @Test func `a missing bracket is noticed`() {
    for text in ["func f() { {", "func f() { } }", "let a = \"b", "/* {"] {
      #expect(!SwiftSource(text).isBalanced, "\(text)")
    }
  }
}
