/// A source of zones for a ``ZoneDatabase``.
package protocol ZoneSource: Sendable {
  /// The version of the data, such as `2026f`; nil if it is unknown.
  var version: String? { get }
  /// The origin of the data: `Foundation`, or a directory.
  var place: String { get }
  /// The identifiers of all zones; those of former times may be missing.
  var identifiers: [String] { get }

  /// Reads a zone, with its transitions in ``ZoneDatabase/range``.
  ///
  /// - Parameter identifier: A name of the IANA database, or any text of a calendar.
  /// - Returns: The zone; nil if the source lacks it.
  func zone(named identifier: String) -> Zone?
}
