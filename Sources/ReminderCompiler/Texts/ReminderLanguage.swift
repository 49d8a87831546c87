import CivilTime

/// The language of the words that reminders are made with, and the region that writes its numbers.
///
/// `en` alone is written as in Britain: 24 hours, the day before the month. With a region, times
/// and dates are that region's, and an extension is followed: `en-US-u-hc-h23` counts 24 hours.
///
/// ```swift
/// print(ReminderLanguage("DE_at")!.tag)  // de-AT
/// print(ReminderLanguage("it") == nil)  // true
/// ```
public struct ReminderLanguage: Hashable, Sendable {
  /// The tag in BCP 47's spelling: `en`, `de-AT`, `en-US-u-hc-h23`.
  public let tag: String

  /// English, as it is written in Britain.
  public static let english = ReminderLanguage(uncheckedTag: "en")

  /// The tags of all languages, without a region.
  public static let tags = Wording.all.map(\.tag)

  private init(uncheckedTag tag: String) {
    self.tag = tag
  }

  /// Reads a tag; nil for one of another language, or one that is no tag.
  ///
  /// - Parameter tag: A tag as BCP 47 (RFC 5646, 2.1) writes it, in capitals or not, with hyphens
  ///   or underscores: `fr`, `EN`, `de_AT`, `ja-Jpan-JP`. What POSIX adds to it (`de_DE.UTF-8`) is
  ///   refused, and so is a language's code of three letters.
  public init?(_ tag: String) {
    var subtags = tag.lowercased().split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "_" }
    ).map(String.init)
    guard subtags.allSatisfy(ReminderLanguage.isSubtag),
      ReminderLanguage.tags.contains(subtags.removeFirst())
    else { return nil }
    var parts = [String(tag.lowercased().prefix(2))]
    if let script = subtags.first, ReminderLanguage.isScript(script) {
      parts.append(script.prefix(1).uppercased() + script.dropFirst())
      subtags.removeFirst()
    }
    if let region = subtags.first, ReminderLanguage.isRegion(region) {
      parts.append(region.uppercased())
      subtags.removeFirst()
    }
    // Variants come first, then extensions, each behind a single letter.
    let extensions = subtags.drop(while: ReminderLanguage.isVariant)
    guard extensions.isEmpty || extensions.first?.count == 1, extensions.last?.count != 1,
      zip(extensions, extensions.dropFirst()).allSatisfy({ $0.count > 1 || $1.count > 1 })
    else { return nil }
    self.tag = (parts + subtags).joined(separator: "-")
  }

  /// The language's words.
  package var wording: Wording {
    // No language is made whose words there are not.
    Wording.all.first { tag.hasPrefix($0.tag) } ?? .english
  }

  /// The locale whose numbers, dates and times are written, by its identifier.
  package var localeIdentifier: String {
    var parts = tag.split(separator: "-").map(String.init)
    let place = parts.count > 1 && ReminderLanguage.isScript(parts[1]) ? 2 : 1
    if let region = wording.regionOfNone,
      !(parts.count > place && ReminderLanguage.isRegion(parts[place]))
    {
      parts.insert(region, at: place)
    }
    return parts.joined(separator: "-")
  }

  private static func isSubtag(_ text: String) -> Bool {
    (1...8).contains(text.utf8.count) && text.utf8.allSatisfy { isLetter($0) || isDigit($0) }
  }

  private static func isScript(_ subtag: String) -> Bool {
    subtag.utf8.count == 4 && subtag.utf8.allSatisfy(isLetter)
  }

  private static func isRegion(_ subtag: String) -> Bool {
    (subtag.utf8.count == 2 && subtag.utf8.allSatisfy(isLetter))
      || (subtag.utf8.count == 3 && subtag.utf8.allSatisfy(isDigit))
  }

  private static func isVariant(_ subtag: String) -> Bool {
    subtag.utf8.count >= 5 || (subtag.utf8.count == 4 && subtag.utf8.first.map(isDigit) == true)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension ReminderLanguage: CodableAsText {
  /// What its text should be.
  public static let expectation = "a language that there are words in"

  /// The tag, which reads back to the same language.
  public var description: String { tag }
}
