/// The names of properties by their packed form, looked up for each line that is read.
struct PropertyNameTable {
  private var slots: [(packed: PackedName, name: PropertyName)?]

  /// A power of two, several times as many as there are names.
  private static let slotCount = 256

  /// Makes a table of names, of which no two have one packed form.
  init(_ names: [PropertyName]) {
    slots = Array(repeating: nil, count: PropertyNameTable.slotCount)
    for name in names {
      let packed = PackedName(name.rawValue)
      var slot = PropertyNameTable.slot(of: packed)
      while slots[slot] != nil { slot = PropertyNameTable.slot(after: slot) }
      slots[slot] = (packed, name)
    }
  }

  /// The name with a packed form; nil where there is none.
  func name(_ packed: PackedName) -> PropertyName? {
    var slot = PropertyNameTable.slot(of: packed)
    while let known = slots[slot] {
      if known.packed == packed { return known.name }
      slot = PropertyNameTable.slot(after: slot)
    }
    return nil
  }

  private static func slot(of packed: PackedName) -> Int { packed.spread % slotCount }
  private static func slot(after slot: Int) -> Int { (slot + 1) % slotCount }
}
