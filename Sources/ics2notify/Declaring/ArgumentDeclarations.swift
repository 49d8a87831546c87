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

  /// The one with a long name; nil where there is none.
  func named(_ name: Substring) -> ArgumentDeclaration<Root>? {
    all.first { $0.name[...] == name && $0.isNamed }
  }

  /// The one with a short name; nil where there is none.
  func named(_ short: Character) -> ArgumentDeclaration<Root>? { all.first { $0.short == short } }

  /// What an argument without a name is; nil where there can be none.
  var value: ArgumentDeclaration<Root>? { all.first { !$0.isNamed } }
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
          name: declaration.name, short: declaration.short, form: declaration.form,
          wrapper: declaration.wrapper,
          read: { try declaration.read($0, &$1[keyPath: group()]) },
          take: { declaration.take($0, &$1[keyPath: group()]) })
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
      ArgumentDeclaration(name, of: place, .value) { preset in
        Argument(wrappedValue: preset, help: help(), transform: transform)
      } take: { word, values in
        guard let value = word.flatMap({ try? transform($0) }) else { return false }
        values.append(value)
        return true
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
      ArgumentDeclaration(name, short, of: place, .flag) { preset in
        Flag(wrappedValue: preset, name: .declared(name, short), help: help())
      } take: { _, isSet in
        isSet = true
        return true
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
      ArgumentDeclaration(name, short, of: place, .option(takesAnyWord: false)) { preset in
        Option(wrappedValue: preset, name: .declared(name, short), help: help())
      } take: { word, value in
        guard let typed = word.flatMap(Value.init(argument:)) else { return false }
        value = typed
        return true
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
      ArgumentDeclaration(name, short, of: place, .option(takesAnyWord: false)) { _ in
        Option<Value?>(name: .declared(name, short), help: help())
      } take: { word, value in
        guard let typed = word.flatMap(Value.init(argument:)) else { return false }
        value = typed
        return true
      })
  }

  /// An option that can be typed again and again.
  ///
  /// - Parameters:
  ///   - name: Its long name.
  ///   - place: Where its values stand.
  ///   - takesAnyWord: Whether a value may look like an option.
  ///   - help: What it does.
  /// - Returns: The declaration.
  static func option<Value: ExpressibleByArgument & Sendable>(
    _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<[Value]>,
    takesAnyWord: Bool = false,
    help: @autoclosure @escaping @Sendable () -> ArgumentHelp
  ) -> Self {
    Self(
      ArgumentDeclaration(name, of: place, .option(takesAnyWord: takesAnyWord)) { preset in
        Option(
          wrappedValue: preset, name: .declared(name, nil),
          parsing: takesAnyWord ? .unconditionalSingleValue : .singleValue, help: help())
      } take: { word, values in
        guard let value = word.flatMap(Value.init(argument:)) else { return false }
        values.append(value)
        return true
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
