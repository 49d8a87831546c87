/// The file that says that the user has been told of a renewal that failed.
package struct FailureFlag: Hashable, Sendable {
  /// The file.
  package let file: UnitPath
  /// The directory in which it stands.
  package let directory: UnitPath
  /// The file by which systemd remembers when the renewal's timer fired last.
  let renewalStamp: UnitPath

  /// Names the file of an installation.
  ///
  /// - Parameters:
  ///   - installation: What is renewed.
  ///   - directory: The absolute path of the directory for what the program remembers; nil comes of
  ///     one that no unit can name.
  ///   - stamps: The absolute path of the directory in which systemd remembers when timers fired;
  ///     likewise.
  package init?(of installation: InstallationName, in directory: String, stamps: String) {
    guard let directory = UnitPath(directory), UnitPath(stamps) != nil,
      let file = UnitPath("\(directory.path)/\(installation.base).renewal-failed"),
      let stamp = UnitPath("\(stamps)/stamp-\(installation.renewalTimer.string)")
    else { return nil }
    renewalStamp = stamp
    self.file = file
    self.directory = directory
  }
}
