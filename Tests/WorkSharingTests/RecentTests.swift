import Testing

@testable import WorkSharing

@Suite struct RecentTests {
  private final class Number: Sendable {
    let value: Int

    init(_ value: Int) { self.value = value }
  }

  private func number(_ value: Int, in recent: borrowing Recent<Number>) -> Number {
    recent.object(where: { $0.value == value }, orNew: { Number(value) })
  }

  @Test func `the object is shared while something keeps it and it fits`() {
    let recent = Recent<Number>()
    let first = number(1, in: recent)
    #expect(number(1, in: recent) === first)
    let second = number(2, in: recent)
    #expect(second.value == 2)
    #expect(number(2, in: recent) === second)
    // The second object took the place of the first one.
    #expect(number(1, in: recent) !== first)
    withExtendedLifetime(second) {}
  }

  @Test func `an object that nothing keeps is gone`() {
    let recent = Recent<Number>()
    weak var first: Number?
    do { first = number(1, in: recent) }
    #expect(first == nil)
    #expect(number(1, in: recent).value == 1)
  }
}
