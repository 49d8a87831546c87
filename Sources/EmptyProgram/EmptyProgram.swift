import CLibical
import Foundation

/// The benchmark's yardstick for the start of a process: it loads the libraries that `ics2notify`
/// loads, and does nothing.
@main enum EmptyProgram {
  static func main() {}
}
