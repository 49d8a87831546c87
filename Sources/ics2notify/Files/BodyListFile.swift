import CalendarFiles
import ICalendarReader
import ReminderCompiler
import TextSafety

/// A file with one template per line: `FILE`, or `FILE=RULE`.
struct BodyListFile {
  let path: FilePath
  private let components: String?

  /// Parses the value of `--body-list`.
  init(_ argument: FilePath) {
    let (file, rule) = BodyRule.cut(argument.argument)
    // The name of an existing file may look like a file with a rule.
    let isWhole = rule == nil || !argument.facts().isAbsent
    path = isWhole ? argument : FilePath(argument: file)
    components = isWhole ? nil : rule
  }

  /// The value with an absolute path; a rule stays as it is.
  var absoluteArgument: String { path.absolute.argument + (components.map { "=\($0)" } ?? "") }

  /// Reads the lines of the file that aren't blank.
  func rule() throws(Failure) -> BodyRule {
    let lines = String(decoding: try path.optionContents(), as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var templates: [BodyTemplate] = []
    for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do throws(BodyTemplate.FormatError) {
        templates.append(try BodyTemplate(String(line)))
      } catch {
        throw Failure(.usage, "\(path):\(number + 1): the template \(error)")
      }
    }
    guard !templates.isEmpty else {
      throw Failure(.usage, "\(path): lacks a line with a template")
    }
    guard templates.count <= BodyRule.maximumTemplates else {
      throw Failure(
        .usage, "\(path): has more than \(BodyRule.maximumTemplates) lines with templates")
    }
    return BodyRule(rotating: templates, rule: components)
  }
}
