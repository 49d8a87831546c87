/// The grammar of content lines (RFC 5545, 3.1): what says what stands in a line that has been cut.
///
/// Each task that reads components has one of its own. ``SwiftGrammar`` needs nothing; another one
/// comes from outside of this module, see ``CalendarReader``.
package protocol ContentLineGrammar {
  /// What the parameters of a line say; nil where they can't be read.
  func parameters(_ parts: ContentLineParts) -> ContentLine.Parameters?
  /// The texts of a value that is not empty: one, or several for a list; none where it is no TEXT.
  func texts(_ parts: ContentLineParts) -> [String]
}
