import ArgumentParser

/// What can be typed for a group of arguments, as values.
///
/// Written like the parser's property wrappers, and made into them where they may be typed. Nothing
/// is asked of the root here: for each type that is, the system looks through all conformances of
/// the program when it starts.
struct ArgumentDeclarations<Root>: Sendable, ExpressibleByArrayLiteral {
  private let all: [ArgumentDeclaration<Root>]

  private init(_ declaration: ArgumentDeclaration<Root>) { all = [declaration] }
  private init(_ declarations: [ArgumentDeclaration<Root>]) { all = declarations }

  /// Joins declarations, in their order.
  init(arrayLiteral lists: ArgumentDeclarations<Root>...) { all = lists.flatMap(\.all) }

  /// Those that may be typed: see ``TypedNames/current``.
  var typed: [ArgumentDeclaration<Root>] {
    guard let names = TypedNames.current else { return all }
    return all.filter(names.mayName)
  }
}

extension ArgumentDeclarations where Root: DeclaredArguments {
  /// A property of the root.
  typealias Place<Value> = any WritableKeyPath<Root, Value> & Sendable

  /// All of a group.
  ///
  /// - Parameter group: Where the group stands.
  /// - Returns: Its declarations, in their order.
  static func group<Group: DeclaredArguments>(
    _ group: @autoclosure @escaping @Sendable () -> Place<Group>
  ) -> Self {
    Self(
      Group.declarations.all.map { declaration in
        ArgumentDeclaration(
          name: declaration.name, short: declaration.short, isNamed: declaration.isNamed,
          wrapper: declaration.wrapper
        ) { try declaration.read($0, &$1[keyPath: group()]) }
      })
  }

  /// Values without a name, each an argument.
  ///
  /// - Parameters:
  ///   - name: What the parser knows them by.
  ///   - place: Where they stand, with those that are there without any.
  ///   - help: What they are.
  ///   - transform: Makes a value of an argument.
  /// - Returns: The declaration.
  static func arguments<Value>(
    _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<[Value]>,
    help: @autoclosure @escaping @Sendable () -> ArgumentHelp,
    transform: @escaping @Sendable (String) throws -> Value
  ) -> Self {
    Self(
      ArgumentDeclaration(name, of: place, isNamed: false) { preset in
        Argument(wrappedValue: preset, help: help(), transform: transform)
      })
  }

  /// A flag.
  ///
  /// - Parameters:
  ///   - name: Its long name.
  ///   - place: Where it stands; not set without it.
  ///   - short: Its short name; nil where it has none.
  ///   - help: What it does.
  /// - Returns: The declaration.
  static func flag(
    _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Bool>,
    short: Character? = nil,
    help: @autoclosure @escaping @Sendable () -> ArgumentHelp
  ) -> Self {
    Self(
      ArgumentDeclaration(name, short, of: place) { preset in
        Flag(wrappedValue: preset, name: .declared(name, short), help: help())
      })
  }

  /// An option with a value behind it, the last of which counts.
  ///
  /// - Parameters:
  ///   - name: Its long name.
  ///   - place: Where it stands, with what it is without being typed.
  ///   - short: Its short name; nil where it has none.
  ///   - help: What it does.
  /// - Returns: The declaration.
  static func option<Value: ExpressibleByArgument & Sendable>(
    _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Value>,
    short: Character? = nil,
    help: @autoclosure @escaping @Sendable () -> ArgumentHelp
  ) -> Self {
    Self(
      ArgumentDeclaration(name, short, of: place) { preset in
        Option(wrappedValue: preset, name: .declared(name, short), help: help())
      })
  }

  /// An option that is nil where it isn't typed.
  ///
  /// - Parameters:
  ///   - name: Its long name.
  ///   - place: Where it stands.
  ///   - short: Its short name; nil where it has none.
  ///   - help: What it does.
  /// - Returns: The declaration.
  static func option<Value: ExpressibleByArgument & Sendable>(
    _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Value?>,
    short: Character? = nil,
    help: @autoclosure @escaping @Sendable () -> ArgumentHelp
  ) -> Self {
    Self(
      ArgumentDeclaration(name, short, of: place) { _ in
        Option<Value?>(name: .declared(name, short), help: help())
      })
  }

  /// An option that can be typed again and again.
  ///
  /// - Parameters:
  ///   - name: Its long name.
  ///   - place: Where its values stand.
  ///   - parsing: What a value may begin with.
  ///   - help: What it does.
  /// - Returns: The declaration.
  static func option<Value: ExpressibleByArgument & Sendable>(
    _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<[Value]>,
    parsing: @autoclosure @escaping @Sendable () -> ArrayParsingStrategy = .singleValue,
    help: @autoclosure @escaping @Sendable () -> ArgumentHelp
  ) -> Self {
    Self(
      ArgumentDeclaration(name, of: place) { preset in
        Option(
          wrappedValue: preset, name: .declared(name, nil), parsing: parsing(), help: help())
      })
  }
}

extension NameSpecification {
  /// A long name and, where there is one, a short one.
  fileprivate static func declared(_ name: String, _ short: Character?) -> NameSpecification {
    guard let short else { return [.customLong(name)] }
    return [.customLong(name), .customShort(short)]
  }
}
