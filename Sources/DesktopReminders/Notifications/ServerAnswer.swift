#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a notification server answers, as `busctl --json=short call` prints it:
/// `{"type":"as","data":[["actions","body"]]}`.
enum ServerAnswer {
  /// The most bytes that are read: many times what any server answers.
  static let longestBytes = 65_536

  private struct Document<Values: Decodable>: Decodable {
    let type: String
    let data: Values
  }

  /// Reads the values.
  ///
  /// - Parameters:
  ///   - values: The type of the values.
  ///   - signature: The signature that D-Bus has for it.
  ///   - json: What was printed; any bytes.
  /// - Throws: Why it is no answer of that type.
  /// - Returns: The values.
  static func read<Values: Decodable>(
    _ values: Values.Type, _ signature: String, from json: [UInt8]
  ) throws(NotificationServerFault) -> Values {
    guard json.count <= longestBytes else { throw .tooLong }
    do {
      let document = try JSONDecoder().decode(Document<Values>.self, from: Data(json))
      guard document.type == signature else {
        throw NotificationServerFault.type(expected: signature)
      }
      return document.data
    } catch let fault as NotificationServerFault {
      throw fault
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound, DecodingError.keyNotFound {
      throw .type(expected: signature)
    } catch {
      throw .noJSON
    }
  }
}
