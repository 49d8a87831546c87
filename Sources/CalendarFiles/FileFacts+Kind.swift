package import CSystem

extension FileFacts {
  /// What kinds of things a name stands for.
  package enum Kind {
    case file, directory, link, pipe, socket, device
  }

  /// What the name stands for.
  package var kind: Kind {
    switch mode & 0o170000 {
    case 0o100000: .file
    case 0o040000: .directory
    case 0o120000: .link
    case 0o010000: .pipe
    case 0o140000: .socket
    default: .device
    }
  }
}

extension FileFacts.Kind {
  /// What it is called.
  package var name: String {
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
