import ArgumentParser

/// One argument, flag or option that can be typed.
struct ArgumentDeclaration<Root>: Sendable {
  /// The values that the parser has found.
  typealias Values = KeyedDecodingContainer<ArgumentKey>

  /// Its long name, or what the parser knows it by where it has none.
  let name: String
  /// Its short name; nil where it has none.
  let short: Character?
  /// How it is typed.
  let form: ArgumentForm
  /// Makes the property wrapper that the parser knows.
  let wrapper: @Sendable () -> any Decodable
  /// Reads what the parser has found.
  let read: @Sendable (_ values: Values, _ root: inout Root) throws -> Void
  /// Takes a word for its value, nil for a flag; false where the word is none.
  let take: @Sendable (_ word: String?, _ root: inout Root) -> Bool
}

extension ArgumentDeclaration {
  /// Whether it is typed by its name.
  var isNamed: Bool {
    if case .value = form { false } else { true }
  }
}

/// How an argument is typed.
enum ArgumentForm: Sendable {
  /// By itself.
  case value
  /// By its name alone.
  case flag
  /// By its name, with a value behind it that may look like an option or may not.
  case option(takesAnyWord: Bool)
}

extension ArgumentDeclaration where Root: DeclaredArguments {
  /// Declares it by a property wrapper.
  ///
  /// - Parameters:
  ///   - name: Its long name.
  ///   - short: Its short name; nil where it has none.
  ///   - place: The property that it is read into.
  ///   - form: How it is typed.
  ///   - wrapper: Makes the property wrapper, of what the property is without it.
  ///   - take: Takes a word for its value, nil for a flag; false where the word is none.
  init<Wrapper: ArgumentWrapper>(
    _ name: String, _ short: Character? = nil,
    of place: @escaping @Sendable () -> any WritableKeyPath<Root, Wrapper.Value> & Sendable,
    _ form: ArgumentForm, wrapper: @escaping @Sendable (_ preset: Wrapper.Value) -> Wrapper,
    take: @escaping @Sendable (_ word: String?, _ value: inout Wrapper.Value) -> Bool
  ) {
    self.init(
      name: name, short: short, form: form,
      wrapper: { wrapper(Root()[keyPath: place()]) },
      read: { values, root in
        root[keyPath: place()] = try values.decode(Wrapper.self, forKey: ArgumentKey(name))
          .wrappedValue
      },
      take: { take($0, &$1[keyPath: place()]) })
  }
}

/// A property wrapper of the parser.
protocol ArgumentWrapper<Value>: Decodable, SendableMetatype {
  associatedtype Value

  var wrappedValue: Value { get }
}

extension Argument: ArgumentWrapper {}
extension Flag: ArgumentWrapper {}
extension Option: ArgumentWrapper {}

/// What the parser knows an argument by.
struct ArgumentKey: CodingKey {
  let stringValue: String

  /// Makes a key.
  init(_ name: String) { stringValue = name }

  init?(stringValue: String) { self.init(stringValue) }

  /// None: arguments have names.
  init?(intValue: Int) { return nil }

  var intValue: Int? { nil }
}
