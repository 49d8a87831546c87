import TextSafety

extension PlanDifference {
  /// The steps for a person, one a line, then how many requests stay.
  public var text: String {
    func line(_ word: String, _ identifier: String) -> String {
      let title = documents[identifier]?["content"]?["title"]?.string
      let text = title.map { "  \(TerminalText.oneLine($0))" } ?? ""
      return "\(word)  \(TerminalText.oneLine(identifier))\(text)\n"
    }
    let lines = steps.map { step in
      switch step {
      case .remove(let identifier): line("remove ", identifier)
      case .replace(let identifier): line("replace", identifier)
      case .add(let identifier): line("add    ", identifier)
      }
    }
    return lines.joined()
      + "\(removed.count) to remove, \(replaced.count) to "
      + "replace, \(added.count) to add, \(untouched.count) untouched\n"
  }
}
