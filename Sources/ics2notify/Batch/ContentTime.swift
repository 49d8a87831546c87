import CSystem
import CalendarFiles

/// When something was looked at whose result a file is, in nanoseconds since 1970.
///
/// A result is given the time at which its calendar was about to be read, as that of its content: so
/// it is older than every change that it doesn't know of. The system writes its own times down with a
/// clock that ticks, and is late by up to a tick; so all of these are a little early.
struct ContentTime: Comparable, Sendable {
  let nanoseconds: Int

  /// More than a tick of any system: Linux has a hundred in a second or more.
  private static let tick = 10_000_000
  private static let second = 1_000_000_000

  init(nanoseconds: Int) {
    self.nanoseconds = nanoseconds
  }

  /// Now.
  static var now: ContentTime { ContentTime(nanoseconds: Int(timeInNanoseconds()) - tick) }

  /// The time that a file has as that of its content.
  init(contentOf facts: FileFacts) {
    nanoseconds = Int(facts.contentSeconds) &* ContentTime.second &+ Int(facts.contentNanoseconds)
  }

  /// When a file was changed last, whatever time it was given.
  init(changeOf facts: FileFacts) {
    nanoseconds = Int(facts.changeSeconds) &* ContentTime.second &+ Int(facts.changeNanoseconds)
  }

  /// What the times that results are given end with, in nanoseconds of a millisecond: what the system
  /// writes down where a result was begun and not ended, or where a directory was made for others,
  /// doesn't.
  private static let mark = 180_018
  private static let millisecond = 1_000_000

  /// Whether a result was given it, so that it is whole.
  var isMarked: Bool { nanoseconds % ContentTime.millisecond == ContentTime.mark }

  /// Gives a file or a directory this time, or one a little earlier.
  ///
  /// Where the file system takes none, it keeps the time at which it was written.
  func put(on path: FilePath) {
    let milliseconds = nanoseconds / ContentTime.millisecond - 1
    let nanoseconds = milliseconds * ContentTime.millisecond + ContentTime.mark
    _ = setContentTime(
      path.terminated, Int64(nanoseconds / ContentTime.second),
      Int64(nanoseconds % ContentTime.second))
  }

  static func < (left: ContentTime, right: ContentTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
