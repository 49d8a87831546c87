import CLibical
import Foundation

/// The benchmark's yardstick for the start of a process: it loads libical and Foundation, as a
/// program does that imports them, and does nothing.
@main enum EmptyProgram {
  static func main() {}
}
