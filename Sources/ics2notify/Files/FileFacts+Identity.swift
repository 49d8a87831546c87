import CSystem

extension FileFacts {
  /// The permissions.
  var permissions: UInt32 { mode & 0o777 }

  /// What tells a file from all others.
  var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  /// Whether nothing has changed since a file or directory was looked at.
  func isSame(as other: FileFacts) -> Bool {
    error == 0 && other.error == 0 && identity == other.identity
      && changeSeconds == other.changeSeconds && changeNanoseconds == other.changeNanoseconds
  }

  /// Whether nothing has the name.
  var isAbsent: Bool { error == ENOENT || error == ENOTDIR }
}
