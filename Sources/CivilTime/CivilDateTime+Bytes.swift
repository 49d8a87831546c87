extension CivilDate {
  /// Appends ``description`` in UTF-8, without making a string of it in years of four digits.
  package func append(to bytes: inout [UInt8]) {
    guard (1_000...9_999).contains(year) else {
      bytes += description.utf8
      return
    }
    bytes.append(digitsOf: year / 100)
    bytes.append(digitsOf: year % 100, before: "-")
    bytes.append(digitsOf: month, before: "-")
    bytes.append(digitsOf: day)
  }
}

extension CivilDateTime {
  /// Appends ``description`` in UTF-8, without making a string of it in years of four digits.
  package func append(to bytes: inout [UInt8]) {
    date.append(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    let time = time
    bytes.append(digitsOf: time.hour, before: ":")
    bytes.append(digitsOf: time.minute, before: ":")
    bytes.append(digitsOf: time.second)
  }
}

extension [UInt8] {
  /// Appends a number from 0 to 99 in two digits.
  fileprivate mutating func append(digitsOf number: Int) {
    append(0x30 + UInt8(number / 10))
    append(0x30 + UInt8(number % 10))
  }

  /// Appends a number from 0 to 99 in two digits, and what stands behind it.
  fileprivate mutating func append(digitsOf number: Int, before separator: Unicode.Scalar) {
    append(digitsOf: number)
    append(UInt8(ascii: separator))
  }
}
