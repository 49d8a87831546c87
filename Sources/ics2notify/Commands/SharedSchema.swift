import ReminderCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file `shared.json` in `Schemas`, with the keys and definitions that several formats have.
///
/// A format's file has the others. It refers to the shared ones in two ways:
///
/// - `"$ref": "#/$defs/instant"` means the definition of that name in the file or, if the file
///   doesn't have it, in `shared.json`.
/// - `"$ref": "shared.json#/$defs/content/properties/title"` is replaced by the keys of that
///   object. Keys beside `$ref` are added to them: objects are merged, and other values replace the
///   shared ones.
struct SharedSchema {
  /// The start of a reference that is replaced.
  private static let prefix = "shared.json#/"

  private let shared: JSONValue

  /// Reads the contents of `shared.json`.
  init(_ shared: [UInt8]) throws {
    self.shared = try JSONDecoder().decode(JSONValue.self, from: Data(shared))
  }

  /// Returns the whole schema of a format's file, with the definitions that it uses and no others.
  func whole(_ file: [UInt8]) throws -> [UInt8] {
    var file = try JSONDecoder().decode([String: JSONValue].self, from: Data(file))
    let own = file.removeValue(forKey: "$defs")
    let root = resolved(.object(file))
    var used: [String: JSONValue] = [:]
    var names = SharedSchema.definitions(in: root)
    while let name = names.popLast() {
      guard used[name] == nil else { continue }
      let definition = resolved(own?[name] ?? value(at: "$defs/\(name)"))
      used[name] = definition
      names += SharedSchema.definitions(in: definition)
    }
    let whole = SharedSchema.merged(root, .object(["$defs": .object(used)]))
    return Array(try whole.documentBytes())
  }

  /// Returns a value in which no reference to `shared.json` is left.
  private func resolved(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(resolved))
    case .object(var members):
      members = members.mapValues(resolved)
      guard let reference = members["$ref"]?.string, reference.hasPrefix(SharedSchema.prefix)
      else { return .object(members) }
      members["$ref"] = nil
      let target = self.value(at: reference.dropFirst(SharedSchema.prefix.count))
      return SharedSchema.merged(resolved(target), .object(members))
    default: return value
    }
  }

  /// Returns the value at a path of `shared.json`, such as `$defs/content/properties/title`.
  private func value(at path: some StringProtocol) -> JSONValue {
    var value = shared
    for key in path.split(separator: "/") {
      guard let member = value[String(key)] else { preconditionFailure("no \(path)") }
      value = member
    }
    return value
  }

  /// Returns the members of both objects; `second` replaces values that aren't objects.
  private static func merged(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
    guard case .object(let first) = first, case .object(let other) = second else { return second }
    return .object(first.merging(other, uniquingKeysWith: merged))
  }

  /// Returns the names in the references to definitions, in no order.
  private static func definitions(in value: JSONValue) -> [String] {
    switch value {
    case .array(let elements): return elements.flatMap(definitions)
    case .object(let members):
      let inner = members.values.flatMap(definitions)
      guard let reference = members["$ref"]?.string else { return inner }
      return inner + [String(reference.dropFirst("#/$defs/".count))]
    default: return []
    }
  }
}
