package import ICalendar

extension Finding {
  /// A file of a directory that is no regular one, by what it is.
  package static func fileIgnored(kind: String) -> Finding {
    Finding(
      "file-ignored", .warning,
      message: "\(kind) in a directory is not read; it is skipped")
  }

  /// A file that gzip has compressed and of which something is lost.
  package static func compressionDamaged(_ reason: String) -> Finding {
    Finding(
      "compression-damaged", .error,
      message: "the file can't be decompressed to its end: \(reason); the part before is used")
  }

  /// A file in another encoding than UTF-8, by the encoding's name.
  package static func encodingGuessed(_ name: String) -> Finding {
    Finding(
      "encoding-guessed", .warning, section: "RFC 5545, 3.1.4",
      message: "the file is not UTF-8; read as \(name)")
  }

  /// Lines that end as on an old Macintosh.
  package static let lineEndsForgiven = Finding(
    "line-ends-forgiven", .warning, section: "RFC 5545, 3.1",
    message: "lines end with a lone carriage return instead of CRLF; read as lines")
}
