/// How many components of each name are open.
struct OpenCounts {
  private var known = [Int](repeating: 0, count: ComponentName.knownCount)
  /// Only names of which one is open, so that a file of many names fills no memory.
  private var others: [ComponentName: Int] = [:]

  /// Whether a component of a name is open.
  func has(_ name: ComponentName) -> Bool {
    if let number = name.knownNumber { return known[number] > 0 }
    return others[name] != nil
  }

  /// Takes up that a component has begun.
  mutating func add(_ name: ComponentName) {
    if let number = name.knownNumber {
      known[number] += 1
    } else {
      others[name, default: 0] += 1
    }
  }

  /// Takes up that a component that was open is closed.
  mutating func remove(_ name: ComponentName) {
    if let number = name.knownNumber {
      known[number] -= 1
    } else if let count = others[name] {
      others[name] = count > 1 ? count - 1 : nil
    }
  }
}
