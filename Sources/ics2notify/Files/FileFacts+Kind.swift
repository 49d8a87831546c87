import CFiles

extension FileFacts {
  /// What kinds of things a name stands for.
  enum Kind {
    case file, directory, link, pipe, socket, device
  }

  /// What the name stands for.
  var kind: Kind {
    switch mode & 0o170000 {
    case 0o100000: .file
    case 0o040000: .directory
    case 0o120000: .link
    case 0o010000: .pipe
    case 0o140000: .socket
    default: .device
    }
  }

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

extension FileFacts.Kind {
  /// What it is called.
  var name: String {
    switch self {
    case .file: "a file"
    case .directory: "a directory"
    case .link: "a link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}
