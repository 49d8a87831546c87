import ArgumentParser

/// Arguments that are declared as values, so that the parser makes only those that are typed.
///
/// The parser looks by reflection for the property wrappers of a command and its groups, and makes
/// them all, each with the types that it needs: for some seventy options of which three are typed
/// that is a third of the time that a small calendar takes. Here it is shown
/// (``customMirror``) what ``TypedNames`` lets through.
protocol DeclaredArguments: ParsableArguments, CustomReflectable, Equatable, SendableMetatype {
  /// What can be typed, in the order of the help.
  ///
  /// Each time the same: make it once.
  static var declarations: ArgumentDeclarations<Self> { get }
}

extension DeclaredArguments {
  /// The property wrappers of what may be typed.
  var customMirror: Mirror {
    Mirror(
      self,
      children: Self.declarations.typed.map {
        (label: $0.name, value: $0.wrapper()) as Mirror.Child
      },
      displayStyle: .struct)
  }

  /// Reads what may be typed; all else is as in `init()`.
  ///
  /// - Parameter decoder: The parser's.
  /// - Throws: What the parser has to say.
  init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: ArgumentKey.self)
    for declaration in Self.declarations.typed { try declaration.read(values, &self) }
  }
}
