/// A table of UIDs, each with a number of its own that the owner gives.
///
/// Holds hashes and numbers only; what they stand for is compared by the owner.
struct UIDTable {
  private struct Slot {
    var hash: UInt32
    var number: UInt32
  }

  /// A power of two of them, of which at most half are taken.
  private var slots: [Slot]

  /// The number of a slot that is free.
  private static let free = UInt32.max

  /// Makes a table with room for a number of UIDs.
  init(capacity: Int) {
    var size = 8
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: Slot(hash: 0, number: UIDTable.free), count: size)
  }

  /// The number under which a UID is known.
  ///
  /// - Parameters:
  ///   - uid: The UID.
  ///   - isEqual: Whether another one, by its number, means the same.
  /// - Returns: Nil for one that is not in the table.
  func number(of uid: UIDText, isEqual: (Int) -> Bool) -> Int? {
    let slot = slots[place(of: uid, isEqual)]
    return slot.number == UIDTable.free ? nil : Int(slot.number)
  }

  /// Adds a UID, unless one that means the same is there.
  ///
  /// - Parameters:
  ///   - uid: The UID.
  ///   - number: Its number.
  ///   - isEqual: Whether another one, by its number, means the same.
  /// - Returns: The number under which it is known now.
  mutating func add(_ uid: UIDText, number: Int, isEqual: (Int) -> Bool) -> Int {
    let place = place(of: uid, isEqual)
    if slots[place].number == UIDTable.free {
      slots[place] = Slot(hash: uid.hash, number: UInt32(number))
    }
    return Int(slots[place].number)
  }

  /// Where a UID stands, or would.
  private func place(of uid: UIDText, _ isEqual: (Int) -> Bool) -> Int {
    var place = Int(uid.hash) & (slots.count - 1)
    while slots[place].number != UIDTable.free,
      slots[place].hash != uid.hash || !isEqual(Int(slots[place].number))
    {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }
}
