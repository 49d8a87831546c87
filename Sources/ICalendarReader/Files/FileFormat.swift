/// What the first bytes of files of other formats are, so that a refusal can say what was found.
enum FileFormat {
  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"),
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("<!DOCTYPE html".utf8), "an HTML page"),
    (Array("<!doctype html".utf8), "an HTML page"),
    (Array("<html".utf8), "an HTML page"),
    (Array("<?xml".utf8), "an XML document"),
    (Array("{".utf8), "JSON"),
    (Array("[".utf8), "JSON"),
    (Array("BEGIN:VCARD".utf8), "a vCard"),
  ]

  /// The name of the format that a file's first bytes belong to; nil for an unknown one.
  static func name(of file: [UInt8]) -> String? {
    signatures.first { file.starts(with: $0.bytes) }?.name
  }
}
