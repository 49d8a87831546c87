import ArgumentParser

extension CommandConfiguration {
  /// The configuration of a subcommand, told as a part of the program.
  ///
  /// So a subcommand can be parsed by itself, without what the parser does for a whole program,
  /// such as scripts for completion; that takes it a millisecond. Where only what is typed is
  /// parsed there is no help: for the names that ask for it, the parser has its cases printed by
  /// reflection, which takes half as long.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - abstract: What it does.
  ///   - examples: Command lines that begin its help; most people want one of them.
  init(_ name: SubcommandName, abstract: String, examples: [String]) {
    let isAsked = TypedNames.current == nil
    self.init(
      commandName: name.rawValue, _superCommandName: ProgramArguments.programName,
      abstract: abstract,
      discussion: isAsked ? examples.map { "\n  \($0)" }.joined() : "",
      helpNames: isAsked ? nil : [])
  }
}
