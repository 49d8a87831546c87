/// The text of an alarm, which calendar programs must write and most people never do.
package enum AlarmText {
  /// The most bytes that are compared: longer texts are somebody's own.
  private static let maximumBytes = 4_096

  /// Whether an alarm's text tells nobody more than the title does.
  ///
  /// It does not if it is empty, what a program writes for want of a text, or the title once more,
  /// also as in `Reminder: Dinner` or `Dinner reminder`. Upper and lower case, white space, and
  /// punctuation at the ends make no difference.
  ///
  /// - Parameters:
  ///   - text: The alarm's text, such as DESCRIPTION.
  ///   - title: The title that stands above it; empty for none.
  /// - Returns: Whether the text may be left out.
  package static func saysNothing(_ text: String, besides title: String) -> Bool {
    let core = core(of: text)
    guard core.utf8.count <= maximumBytes else { return false }
    let words = plain(core)
    if words.isEmpty || AlarmBoilerplate.texts.contains(words) { return true }
    let titleCore = self.core(of: title)
    guard titleCore.utf8.count <= maximumBytes else { return false }
    let titleWords = plain(titleCore)
    guard !titleWords.isEmpty else { return false }
    return words == titleWords || says(words, oneOf: AlarmBoilerplate.announcements, of: titleWords)
  }

  /// Whether words are a title after one of some announcements, or before it.
  private static func says(
    _ words: String, oneOf announcements: [String], of title: String
  ) -> Bool {
    announcements.contains { announcement in
      isPart(words.dropPrefix(announcement), title) || isPart(words.dropSuffix(announcement), title)
    }
  }

  /// Whether a title is what is left of a text, apart from signs between it and what was taken off.
  private static func isPart(_ rest: Substring?, _ title: String) -> Bool {
    guard let rest else { return false }
    let core = core(of: rest)
    // `Alarmclock` is not the alarm for `clock`.
    return core.utf8.count < rest.utf8.count && core == title
  }

  /// A text as it is compared: in lower case, with each run of white space as one blank.
  static func plain(_ text: Substring) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A text without white space and punctuation at its ends.
  static func core(of text: some StringProtocol) -> Substring {
    var core = Substring(text)
    while let first = core.first, isMargin(first) { core.removeFirst() }
    while let last = core.last, isMargin(last) { core.removeLast() }
    return core
  }

  /// Whether a character at an end says nothing: what programs put before their words, too.
  private static func isMargin(_ character: Character) -> Bool {
    character.isWhitespace || character.isPunctuation || character == "🔔" || character == "⏰"
  }
}

extension String {
  /// What stands after a prefix; nil for a text without it.
  fileprivate func dropPrefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  /// What stands before a suffix; nil for a text without it.
  fileprivate func dropSuffix(_ suffix: String) -> Substring? {
    hasSuffix(suffix) ? dropLast(suffix.count) : nil
  }
}
