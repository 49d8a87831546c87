import ArgumentParser
import CivilTime
import NotificationTriggers
import ReminderCompiler

/// Completes a command line: subcommands, options, their values, and where files stand.
struct CommandLineCompletion {
  /// What is typed behind the program's name; the last word is the one to complete.
  private let words: [String]
  /// The subcommand that is meant.
  private let subcommand: SubcommandName
  /// Its options.
  private let table: OptionTable

  /// Takes up a command line.
  ///
  /// - Parameters:
  ///   - words: What is typed behind the program's name, up to the cursor.
  ///   - command: Gives a subcommand by its name.
  /// - Throws: Where the parser doesn't tell its options.
  init(
    _ words: [String], command: (SubcommandName) -> any ParsableCommand.Type
  ) throws(Failure) {
    self.words = words.isEmpty ? [""] : words
    let named = words.count > 1 ? SubcommandName(rawValue: words[0]) : nil
    subcommand = named ?? .compile
    table = try OptionTable(command(subcommand))
  }

  /// What can stand there.
  var answer: CompletionAnswer {
    let last = words[words.count - 1]
    let before = words.dropLast()
    if before.contains("--") { return .files(behind: "") }
    if let option = before.last.flatMap(option), option.takesValue {
      return values(of: option, startingWith: last, behind: "")
    }
    if last.hasPrefix("--"), let sign = last.firstIndex(of: "="), let option = option(last[..<sign])
    {
      let start = last.index(after: sign)
      return values(
        of: option, startingWith: String(last[start...]), behind: String(last[..<start]))
    }
    if last.hasPrefix("-"), last != "-" { return names(startingWith: last) }
    if let list = table.positionalValues { return choice(of: list, startingWith: last, behind: "") }
    guard words.count == 1 else { return .files(behind: "") }
    let subcommands = SubcommandName.allCases.map(\.rawValue)
    let answer = choice(of: subcommands, startingWith: last, behind: "")
    // A calendar may be named at once.
    return !last.isEmpty && answer == .values([]) ? .files(behind: "") : answer
  }

  /// The option that a word names.
  private func option(_ word: some StringProtocol) -> OptionTable.Option? {
    if word.hasPrefix("--") { return table[String(word.dropFirst(2))] }
    return word.count == 2 && word.hasPrefix("-") ? table[short: String(word.dropFirst())] : nil
  }

  /// Options that aren't typed yet, or can be so again.
  private func names(startingWith start: String) -> CompletionAnswer {
    let typed = Set(
      words.dropLast().compactMap { option($0.prefix { $0 != "=" })?.name })
    return .values(
      table.all.filter { $0.isRepeating || !typed.contains($0.name) }
        .map { CompletionAnswer.Value(word: "--\($0.name)", meaning: $0.meaning) }
        .filter { $0.word.hasPrefix(start) })
  }

  /// What can stand behind an option.
  private func values(
    of option: OptionTable.Option, startingWith start: String, behind before: String
  ) -> CompletionAnswer {
    if let values = option.values { return choice(of: values, startingWith: start, behind: before) }
    if OptionTable.fileValues.contains(option.valueName) { return .files(behind: before) }
    switch option.name {
    case "time-zone", "floating-zone":
      let special = option.name == "time-zone" ? ["UTC"] : ["UTC", "calendar"]
      return choice(
        of: ZoneDatabase.ofMachine.identifiers + special, startingWith: start, behind: before)
    case "language": return choice(of: ReminderLanguage.tags, startingWith: start, behind: before)
    case "level":
      guard let sign = start.firstIndex(of: "=") else {
        let levels = InterruptionLevel.allCases.map(\.hyphenatedName).map { "\($0)=" }
        return choice(of: levels, startingWith: start, behind: before)
      }
      let rule = start.index(after: sign)
      return ruleTerm(of: String(start[rule...]), behind: before + start[..<rule])
    case "only", "ignore", "ignore-alarms": return ruleTerm(of: start, behind: before)
    default: return .values([])
    }
  }

  /// The property, or the kind, at the end of a rule.
  private func ruleTerm(of rule: String, behind before: String) -> CompletionAnswer {
    var start = rule.ranges(of: " && ").last.map { rule[$0.upperBound...] } ?? rule[...]
    if start.hasPrefix("!") { start.removeFirst() }
    let before = before + rule[..<start.startIndex]
    guard let colon = start.firstIndex(of: ":") else {
      let names = ReminderRule.propertyNames.map { "\($0):" }
      return choice(of: names, startingWith: start.uppercased(), behind: before)
    }
    let property = start[...colon]
    guard property.uppercased() == "KIND:" else { return .values([]) }
    return choice(
      of: ReminderRule.kindNames, startingWith: String(start[start.index(after: colon)...]),
      behind: before + property)
  }

  private func choice(
    of values: [String], startingWith start: String, behind before: String
  ) -> CompletionAnswer {
    .values(
      values.filter { $0.lowercased().hasPrefix(start.lowercased()) }
        .map { CompletionAnswer.Value(word: before + $0) })
  }
}
