import CivilTime

/// What came of a calendar of many, as a worker tells it.
struct BatchResult: Sendable {
  /// What the calendar is called.
  var name: FilePath
  /// How a run for this calendar alone would have ended.
  var status: ExitStatus
  /// The line of JSON with its end; none where a file was written.
  var line: [UInt8] = []
  /// What is said on standard error.
  var text: [UInt8] = []
  /// How many hints were not said.
  var hintCount = 0
  /// How long it took, in seconds.
  var seconds = 0.0
  /// How many fires there are, how many slots are taken, and until when it is exact; nil where
  /// nobody knows.
  var fires: Int?
  var slots: Int?
  var exactUntil: Instant?

  /// How much memory it takes while it waits.
  var size: Int { name.bytes.count + line.count + text.count }
}
