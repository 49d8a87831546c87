import NotificationTriggers

/// Numbers for what series with one UID show, where several have it.
struct SharedContents {
  private struct Key: Hashable {
    let uid: [UInt8]
    let content: ReminderContent
  }

  private var numbers: [Key: Int] = [:]

  /// The number of what a series with a UID shows.
  mutating func number(of content: ReminderContent, uid: String) -> Int {
    let key = Key(uid: Array(uid.utf8), content: content)
    let number = numbers[key] ?? numbers.count
    numbers[key] = number
    return number
  }
}
