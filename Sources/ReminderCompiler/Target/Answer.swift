/// Requests and the fires that they answer together.
package struct Answer<Request: Sendable>: Sendable {
  /// What is asked for.
  package let groups: [FireGroup]
  /// What answers it.
  package let requests: [Request]

  /// Makes an answer.
  package init(to groups: [FireGroup], _ requests: [Request]) {
    self.groups = groups
    self.requests = requests
  }
}
