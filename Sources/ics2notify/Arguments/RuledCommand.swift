import ArgumentParser

/// A subcommand whose options can stand in files (`--rules`).
protocol RuledCommand: AsyncParsableCommand, DeclaredArguments {
  /// The options that every subcommand takes.
  var shared: SharedArguments { get }
  /// Whether options stand in files that have to be read.
  var readsRules: Bool { get }

  /// Takes values for what they mean, as far as that needs neither calendars nor what is pending.
  ///
  /// - Throws: What makes no sense.
  func checkValues() throws(Failure)
}

extension RuledCommand {
  var readsRules: Bool { !shared.rules.isEmpty }
}
