/// What tells a file from all others, whatever paths lead to it.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}
