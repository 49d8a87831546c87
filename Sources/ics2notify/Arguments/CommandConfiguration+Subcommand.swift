import ArgumentParser

extension CommandConfiguration {
  /// The configuration of a subcommand, told as a part of the program.
  ///
  /// So a subcommand can be parsed by itself, without what the parser does for a whole program,
  /// such as scripts for completion; that takes it a millisecond.
  init(_ name: SubcommandName, abstract: String) {
    self.init(
      commandName: name.rawValue, _superCommandName: ProgramArguments.programName,
      abstract: abstract)
  }
}
