import ArgumentParser

/// One argument, flag or option that can be typed.
struct ArgumentDeclaration<Root>: Sendable {
  /// The values that the parser has found.
  typealias Values = KeyedDecodingContainer<ArgumentKey>

  /// Its long name, or what the parser knows it by where it has none.
  let name: String
  /// Its short name; nil where it has none.
  let short: Character?
  /// Whether it is typed by its name.
  let isNamed: Bool
  /// Makes the property wrapper that the parser knows.
  let wrapper: @Sendable () -> any Decodable
  /// Reads what was typed.
  let read: @Sendable (_ values: Values, _ root: inout Root) throws -> Void

  /// Declares it.
  init(
    name: String, short: Character?, isNamed: Bool,
    wrapper: @escaping @Sendable () -> any Decodable,
    read: @escaping @Sendable (_ values: Values, _ root: inout Root) throws -> Void
  ) {
    self.name = name
    self.short = short
    self.isNamed = isNamed
    self.wrapper = wrapper
    self.read = read
  }
}

extension ArgumentDeclaration where Root: DeclaredArguments {
  /// Declares it by a property wrapper.
  ///
  /// - Parameters:
  ///   - name: Its long name.
  ///   - short: Its short name; nil where it has none.
  ///   - place: The property that it is read into.
  ///   - isNamed: Whether it is typed by its name.
  ///   - wrapper: Makes the property wrapper, of what the property is without it.
  init<Wrapper: ArgumentWrapper>(
    _ name: String, _ short: Character? = nil,
    of place: @escaping @Sendable () -> any WritableKeyPath<Root, Wrapper.Value> & Sendable,
    isNamed: Bool = true,
    wrapper: @escaping @Sendable (_ preset: Wrapper.Value) -> Wrapper
  ) {
    self.init(
      name: name, short: short, isNamed: isNamed,
      wrapper: { wrapper(Root()[keyPath: place()]) },
      read: { values, root in
        root[keyPath: place()] = try values.decode(Wrapper.self, forKey: ArgumentKey(name))
          .wrappedValue
      })
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
