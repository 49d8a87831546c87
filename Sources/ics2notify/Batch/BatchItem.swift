/// A calendar of many, as a worker gets it.
struct BatchItem: Sendable {
  /// What it is made of.
  enum Content: UInt8, Sendable {
    /// The file that is called so.
    case file
    /// Bytes, which were read already.
    case bytes
    /// A line of JSON with the calendar in it.
    case line
  }

  /// What `bytes` are; of a file there are none.
  let content: Content
  /// What it is called: the path of the file, or of the line where it says nothing else.
  let name: FilePath
  /// The calendar, or the line.
  var bytes: [UInt8] = []

  /// How much memory it takes while it waits.
  var size: Int { name.bytes.count + bytes.count }
}
