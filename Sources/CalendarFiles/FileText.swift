package import CSystem
import ICalendarReader

/// A file that is read part by part, as long as it stays what it was.
///
/// It is opened for each part: that takes little time beside the reading of many bytes, and a thousand
/// files keep no descriptor.
package struct FileText: TextSource {
  private let path: [CChar]
  /// What the file was when it was first looked at.
  package let facts: FileFacts

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: The path as the system has it.
  ///   - facts: What the file is now.
  init(_ path: [UInt8], _ facts: FileFacts) {
    self.path = path.terminated
    self.facts = facts
  }

  package var count: Int { Int(facts.size) }

  package func withBytes<Result>(
    in range: Range<Int>, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    let descriptor = openToRead(path, false)
    guard descriptor >= 0 else { return nil }
    defer { _ = closeFile(descriptor) }
    guard let bytes = FileBytes.part(of: descriptor, in: range),
      // Asked after the reading, so that nobody has changed it before.
      facts.isUnchanged(factsOfDescriptor(descriptor))
    else { return nil }
    let text = bytes[...]
    return body(text.span)
  }
}

extension FileFacts {
  /// Whether facts found later are those of the same file with the same content.
  fileprivate func isUnchanged(_ later: FileFacts) -> Bool {
    later.error == 0 && later.device == device && later.inode == inode && later.size == size
      && later.changeSeconds == changeSeconds && later.changeNanoseconds == changeNanoseconds
      && later.contentSeconds == contentSeconds
      && later.contentNanoseconds == contentNanoseconds
  }
}
