internal import CSystem

/// What the system says in bytes that may be no UTF-8.
package enum SystemText {
  /// The longest path that is looked at, in bytes: no call of Linux takes or gives a longer one.
  private static let longestPath = 4_096

  /// The arguments of the program, without its name.
  package static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe bytes(of: $0) }
    }
  }

  /// The bytes of a string of the C library's, without the NUL at its end.
  static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeBufferPointer(start: string, count: strlen(string)).map {
      UInt8(bitPattern: $0)
    }
  }

  /// The directory in which the program runs; nil where it is gone.
  package static var currentDirectory: [UInt8]? {
    unsafe path { buffer in
      unsafe getcwd(buffer.baseAddress, buffer.count) == nil
        ? nil : buffer.firstIndex(of: 0)
    }
  }

  /// What a link leads to, as it stands in the link; nil for what is no link.
  package static func target(ofLink path: [UInt8]) -> [UInt8]? {
    unsafe SystemText.path { buffer in
      let count =
        unsafe buffer.baseAddress.map {
          unsafe readlink(path.terminated, $0, buffer.count)
        } ?? -1
      return count >= 0 && count < longestPath ? count : nil
    }
  }

  /// The path that a call fills in.
  private static func path(
    _ fill: (UnsafeMutableBufferPointer<CChar>) -> Int?
  ) -> [UInt8]? {
    var length: Int?
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: longestPath) { buffer, count in
      length = unsafe fill(buffer)
      count = length ?? 0
    }
    return length.map { bytes.prefix($0).map { UInt8(bitPattern: $0) } }
  }
}
