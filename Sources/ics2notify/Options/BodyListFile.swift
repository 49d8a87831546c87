import CalendarSources
import ProgramSupport
import ReminderCompiler

/// A file with one template per line: `FILE`, or `FILE=RULE`.
struct BodyListFile {
  private let file: RuledFile

  /// Parses the value of `--body-list`.
  init(_ argument: FilePath) { file = RuledFile(argument) }

  var path: FilePath { file.path }

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
    return BodyRule(rotating: templates, rule: file.rule)
  }
}
