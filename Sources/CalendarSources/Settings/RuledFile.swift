package import ProgramSupport
import ReminderCompiler

/// A file in the value of an option: `FILE`, or `FILE=RULE`.
package struct RuledFile {
  /// The path of the file.
  package let path: FilePath
  /// The rule; nil without one.
  package let rule: String?

  /// Parses the value of an option.
  package init(_ argument: FilePath) {
    let (file, rule) = BodyRule.cut(argument.argument)
    // The name of an existing file may look like a file with a rule.
    let isWhole = rule == nil || !argument.facts().isAbsent
    path = isWhole ? argument : FilePath(argument: file)
    self.rule = isWhole ? nil : rule
  }

  /// The value with an absolute path; a rule stays as it is.
  package var absoluteArgument: String { path.absolute.argument + (rule.map { "=\($0)" } ?? "") }
}
