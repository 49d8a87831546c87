/// Which folders of a module use which others.
struct FolderGraph {
  /// That something in one folder is mentioned in another.
  struct Use {
    /// Where it is mentioned: path and line.
    let place: String
    /// What is mentioned: name, path and line of its declaration.
    let target: String
  }

  /// The uses of each folder by the folder that mentions it, then by the one that is mentioned.
  private(set) var arrows: [String: [String: [Use]]] = [:]

  /// Draws the graph of a module.
  ///
  /// - Parameters:
  ///   - module: The module's name.
  ///   - files: All files of all modules.
  ///   - names: What they declare.
  init(of module: String, _ files: [SourceFile], _ names: NameTable) {
    for file in files where file.module == module {
      for mention in file.mentions {
        guard let entry = names.entry(of: mention, in: file), entry.file.folder != file.folder
        else { continue }
        let use = Use(
          place: "\(file.path.joined(separator: "/")):\(mention.line)",
          target: "\(entry.declaration.names.joined(separator: ".")) "
            + "(\(entry.file.path.joined(separator: "/")):\(entry.declaration.line))")
        arrows[file.folder, default: [:]][entry.file.folder, default: []].append(use)
      }
    }
  }

  /// The shortest circles through each arrow, each once, as its folders in order.
  var circles: [[String]] {
    var circles: Set<[String]> = []
    for (start, ends) in arrows {
      for end in ends.keys {
        guard let way = way(from: end, to: start), let least = way.min(),
          let place = way.firstIndex(of: least)
        else { continue }
        circles.insert(Array(way[place...] + way[..<place]))
      }
    }
    return circles.sorted { ($0.count, $0.joined()) < ($1.count, $1.joined()) }
  }

  /// The shortest way along arrows, both ends included; nil for none (breadth-first search).
  private func way(from start: String, to end: String) -> [String]? {
    var before: [String: String] = [:]
    var queue = [start]
    var seen: Set = [start]
    while !queue.isEmpty {
      let folder = queue.removeFirst()
      if folder == end {
        return Array(sequence(first: end) { before[$0] }).reversed()
      }
      for next in (arrows[folder] ?? [:]).keys.sorted() where seen.insert(next).inserted {
        before[next] = folder
        queue.append(next)
      }
    }
    return nil
  }

  /// The most uses of an arrow that are told.
  private static let shownUses = 3

  /// What to tell of a circle: the arrow with the fewest uses first, for that one breaks it.
  func description(of circle: [String]) -> String {
    let steps = zip(circle, circle.dropFirst() + circle.prefix(1)).map { from, to in
      (from: from, to: to, uses: arrows[from]?[to] ?? [])
    }
    let lines = steps.sorted { $0.uses.count < $1.uses.count }.flatMap { step in
      ["\(step.from) → \(step.to): \(step.uses.count)"]
        + step.uses.prefix(FolderGraph.shownUses).map { "  \($0.place) uses \($0.target)" }
    }
    return (["circle \((circle + circle.prefix(1)).joined(separator: " → "))"] + lines)
      .joined(separator: "\n")
  }
}
