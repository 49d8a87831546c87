import Foundation
import Testing

@testable import ics2notify

/// A schema takes definitions from the shared file.
@Suite struct SharedSchemaTests {
  @Test func `a file completes a schema`() throws {
    let shared = """
      {"$defs": {
        "a": {"type": "object", "title": "A", "required": ["x"], "properties": {
          "x": {"description": "X.", "$ref": "#/$defs/b"}, "y": {"type": "array"}}},
        "b": {"type": "array", "items": {"$ref": "#/$defs/c"}},
        "c": {"minimum": 1, "$ref": "shared.json#/$defs/d"},
        "d": {"type": "integer", "minimum": 0}, "e": {}, "f": {"$ref": "#/$defs/e"}}}
      """
    let file = """
      {"$ref": "shared.json#/$defs/a", "title": "T", "required": [], "properties": {
        "y": {"items": {"$ref": "#/$defs/own"}}, "z": {"$ref": "shared.json#/$defs/a/properties/y"}},
      "$defs": {"own": {"const": 1}, "unused": {}, "e": {"const": 2}}}
      """
    let whole = """
      {"type": "object", "title": "T", "required": [], "properties": {
        "x": {"description": "X.", "$ref": "#/$defs/b"},
        "y": {"type": "array", "items": {"$ref": "#/$defs/own"}}, "z": {"type": "array"}},
      "$defs": {
        "b": {"type": "array", "items": {"$ref": "#/$defs/c"}},
        "c": {"type": "integer", "minimum": 1}, "own": {"const": 1}}}
      """
    func object(_ json: some DataProtocol) throws -> NSObject? {
      try JSONSerialization.jsonObject(with: Data(json)) as? NSObject
    }
    let printed = try SharedSchema(Array(shared.utf8)).whole(Array(file.utf8))
    #expect(try object(printed) == object(Data(whole.utf8)))
  }
}
