/// The object that was used last, as long as something else keeps it.
///
/// Threads share the object. A new one takes its place, even if something keeps the old one.
package struct Recent<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private struct Reference: Sendable {
    weak var object: Object?
  }

  private let reference = Guarded(Reference())

  package init() {}

  /// Returns the object, or a new one if it is gone or does not fit.
  package borrowing func object(
    where fits: (Object) -> Bool, orNew make: () -> Object
  ) -> Object {
    if let object = reference.withLock({ $0.object }), fits(object) { return object }
    let object = make()
    reference.withLock { $0.object = object }
    return object
  }
}
