import CSystem
import SystemdTimers

/// The lock of an installation: one run at a time changes its file, copies and units.
///
/// It is the lock of the directory of the copies, and ends with the process.
struct InstallationLock {
  private let directory: FilePath
  private let descriptor: Int32

  /// How long the lock is left alone before it is tried again, in milliseconds.
  private static let pause: Int32 = 20

  /// Takes the lock, and waits for another run that has it.
  init(_ installation: InstallationName) throws(Failure) {
    directory = CalendarStore(installation).directory
    var patience = WaitTimeout("another run of ics2notify that changes \(installation.title)")
    while true {
      try UserDirectories.makeState()
      try directory.make()
      let descriptor = openToRead(directory.terminated, false)
      if descriptor >= 0 {
        // Where a file system has no locks, two at once are not told from one another.
        if lockFile(descriptor) != EWOULDBLOCK, TemporaryFile.isStillThere(directory, descriptor) {
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
    // The copies are for this user only.
    let facts = factsOfDescriptor(descriptor)
    _ = setOwner(descriptor, facts.owner, facts.group, 0o700)
  }

  /// Releases the lock, and removes the directory where it is empty.
  func release() {
    if TemporaryFile.isStillThere(directory, descriptor),
      removeDirectory(directory.terminated) == 0
    {
      _ = removeDirectory(UserDirectories.state)
    }
    _ = closeFile(descriptor)
  }
}
