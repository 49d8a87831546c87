/// Decides between items that are worth the same by the identifiers of their requests.
struct TieBreaker {
  /// The identifiers of an allotment.
  typealias Identifiers = (_ contender: Int, Allotment) -> [String]

  private let classes: [KnapsackClass]
  private let identifiers: Identifiers?
  private var lists: [[IdentifierList?]]

  /// Makes a tie breaker.
  ///
  /// - Parameters:
  ///   - classes: The classes.
  ///   - identifiers: The identifiers of an allotment; nil where ties need not be broken.
  init(_ classes: [KnapsackClass], _ identifiers: Identifiers?) {
    self.classes = classes
    self.identifiers = identifiers
    lists = identifiers == nil ? [] : classes.map { Array(repeating: nil, count: $0.items.count) }
  }

  /// Whether it matters which of two sums that are equal is taken.
  var areBroken: Bool { identifiers != nil }

  /// The smallest identifier that only one of two items of a class has.
  ///
  /// - Parameters:
  ///   - classIndex: The class.
  ///   - item: The one item, from 1; 0 for none.
  ///   - other: The other one, likewise.
  /// - Returns: The identifier, and whether the first item has it; nil where both have the same.
  mutating func firstDifference(
    ofClass classIndex: Int, _ item: Int, _ other: Int
  ) -> (identifier: String, isOwn: Bool)? {
    list(classIndex, item).firstDifference(from: list(classIndex, other))
  }

  private mutating func list(_ classIndex: Int, _ item: Int) -> IdentifierList {
    guard item > 0, let identifiers else { return IdentifierList([]) }
    if let list = lists[classIndex][item - 1] { return list }
    let own = classes[classIndex]
    let list = IdentifierList(identifiers(own.contender, own.items[item - 1].allotment))
    lists[classIndex][item - 1] = list
    return list
  }
}
