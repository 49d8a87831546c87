import CivilTime

/// The language of generated texts, with an optional region for numbers, dates and times.
///
/// Without a region, `en` uses British conventions: 24 hours, and the day before the month. With a
/// region, its conventions apply. Extensions are supported: `en-US-u-hc-h23` uses 24 hours.
///
/// ```swift
/// print(ReminderLanguage("DE_at")!.tag)  // de-AT
/// print(ReminderLanguage("it") == nil)  // true
/// ```
public struct ReminderLanguage: Hashable, Sendable {
  /// The tag in the canonical case of BCP 47: `en`, `de-AT`, `en-US-u-hc-h23`.
  public let tag: String

  /// English with British conventions.
  public static let english = ReminderLanguage(uncheckedTag: "en")

  /// The tags of all supported languages, without regions.
  public static let tags = Wording.all.map(\.tag)

  private init(uncheckedTag tag: String) {
    self.tag = tag
  }

  /// Parses a tag; nil if the language is not supported or the tag is invalid.
  ///
  /// - Parameter tag: A tag of BCP 47 (RFC 5646, 2.1), in any case, with hyphens or underscores:
  ///   `fr`, `EN`, `de_AT`, `ja-Jpan-JP`. POSIX suffixes (`de_DE.UTF-8`) and language codes of
  ///   three letters are rejected.
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
    // Variants precede extensions, and each extension starts with a single letter.
    let extensions = subtags.drop(while: ReminderLanguage.isVariant)
    guard extensions.isEmpty || extensions.first?.count == 1, extensions.last?.count != 1,
      zip(extensions, extensions.dropFirst()).allSatisfy({ $0.count > 1 || $1.count > 1 })
    else { return nil }
    self.tag = (parts + subtags).joined(separator: "-")
  }

  package var wording: Wording {
    // The language is always in the list, because parsing checks it.
    Wording.all.first { tag.hasPrefix($0.tag) } ?? .english
  }

  /// The identifier of the locale for numbers, dates and times.
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
    (1...8).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetter || $0.isDigit }
  }

  private static func isScript(_ subtag: String) -> Bool {
    subtag.utf8.count == 4 && subtag.utf8.allSatisfy(\.isLetter)
  }

  private static func isRegion(_ subtag: String) -> Bool {
    (subtag.utf8.count == 2 && subtag.utf8.allSatisfy(\.isLetter))
      || (subtag.utf8.count == 3 && subtag.utf8.allSatisfy(\.isDigit))
  }

  private static func isVariant(_ subtag: String) -> Bool {
    subtag.utf8.count >= 5 || (subtag.utf8.count == 4 && subtag.utf8.first?.isDigit == true)
  }
}

extension ReminderLanguage: CodableAsText {
  /// The expected text, for error messages.
  public static let expectation = "a language that there are words in"

  /// The tag, which parses back to an equal language.
  public var description: String { tag }
}
