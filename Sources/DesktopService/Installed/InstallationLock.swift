import CSystem
import CalendarSources
package import ProgramSupport
package import SystemdTimers

/// A lock that lets one run at a time change an installation's file, copies and units.
///
/// It locks the directory of the copies, and is released when the process ends.
package struct InstallationLock {
  private let directory: FilePath
  private let descriptor: Int32

  /// The time between two attempts, in milliseconds.
  private static let pause: Int32 = 20

  /// Acquires the lock; waits for another run that has it.
  package init(_ installation: InstallationName) throws(Failure) {
    directory = CalendarStore(installation).directory
    var patience = WaitTimeout("another run of ics2notify that changes \(installation.title)")
    while true {
      try UserDirectories.makeState()
      try directory.make(isPrivate: true)
      let descriptor = openToRead(directory.terminated, false)
      if descriptor >= 0 {
        // On a file system without locks, concurrent runs are not detected.
        if lockFile(descriptor) != EWOULDBLOCK,
          TemporaryFile.isStillThere(directory, descriptor: descriptor)
        {
          self.descriptor = descriptor
          break
        }
        _ = closeFile(descriptor)
      } else if descriptor != -ENOENT {
        throw Failure(
          .cannotCreate,
          "\(directory): can't be used: \(SystemError(code: -descriptor).reason)")
      }
      guard patience.lasts() else {
        throw Failure(
          .cannotCreate,
          "\(installation.title): another run of ics2notify changes it; nothing is written")
      }
      waitFor(InstallationLock.pause)
    }
  }

  /// Releases the lock, and removes the directory if it is empty.
  package func release() {
    if TemporaryFile.isStillThere(directory, descriptor: descriptor),
      removeDirectory(directory.terminated) == 0
    {
      _ = removeDirectory(UserDirectories.state)
    }
    _ = closeFile(descriptor)
  }
}
