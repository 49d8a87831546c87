import TextSafety

/// A title as a desktop shows it.
///
/// Notifications have a few lines. Some desktops let a long title take all of them, so that the time
/// and the place are not shown.
package struct DesktopTitle: Hashable, Sendable {
  /// The title, cut if it is long.
  package let shown: String
  /// The whole title for the body if it was cut; else empty.
  package let whole: String

  /// The most columns of a title; a wide character takes two.
  private static let maximumColumns = 80
  /// The longest start of a word, in columns, that is left out so that no word is cut.
  private static let longestCutWord = 20

  /// Cuts a title.
  ///
  /// - Parameter title: The whole title, in one line.
  package init(_ title: String) {
    shown = title.shortened(
      toColumns: DesktopTitle.maximumColumns, droppingCutWord: DesktopTitle.longestCutWord)
    whole = shown == title ? "" : title
  }
}
