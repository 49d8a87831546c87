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

  /// Whether it matters which of two paths that are worth the same is taken.
  var areBroken: Bool { identifiers != nil }

  /// Whether the identifiers of a path make the smaller list: only where the two differ do they
  /// have to be looked at.
  mutating func isSmaller(_ path: KnapsackPath, than other: KnapsackPath?) -> Bool {
    var (mine, theirs): (KnapsackPath?, KnapsackPath?) = (path, other)
    var smallest: (identifier: String, isOwn: Bool)?
    while mine !== theirs {
      let (own, foreign) = (mine?.classIndex ?? -1, theirs?.classIndex ?? -1)
      let difference = list(own >= foreign ? mine : nil)
        .firstDifference(from: list(foreign >= own ? theirs : nil))
      if let difference, smallest.map({ difference.identifier < $0.identifier }) ?? true {
        smallest = difference
      }
      if own >= foreign { mine = mine?.before }
      if foreign >= own { theirs = theirs?.before }
    }
    return smallest?.isOwn ?? false
  }

  /// The identifiers of the last item of a path.
  private mutating func list(_ path: KnapsackPath?) -> IdentifierList {
    guard let path, let identifiers else { return IdentifierList([]) }
    if let list = lists[path.classIndex][path.item] { return list }
    let own = classes[path.classIndex]
    let list = IdentifierList(identifiers(own.contender, own.items[path.item].allotment))
    lists[path.classIndex][path.item] = list
    return list
  }
}
