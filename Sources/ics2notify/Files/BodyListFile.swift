import CalendarFiles
import ICalendarReader
import ReminderCompiler
import TextSafety

/// A file with a template in each line: `FILE`, or `FILE=RULE`.
struct BodyListFile {
  /// The file.
  let path: FilePath
  private let components: String?

  /// Reads the value of `--body-list`.
  init(_ argument: FilePath) {
    let (file, rule) = BodyRule.cut(argument.argument)
    // A file may be called like something with a rule behind it.
    let isWhole = rule == nil || !argument.facts().isAbsent
    path = isWhole ? argument : FilePath(argument: file)
    components = isWhole ? nil : rule
  }

  /// The value with the file's absolute path.
  var absoluteArgument: String { path.absolute.argument + (components.map { "=\($0)" } ?? "") }

  /// Reads the file.
  ///
  /// - Returns: Its lines, but for empty ones, for the components that the rule is about.
  func rule() throws(Failure) -> BodyRule {
    let bytes: [UInt8]
    do throws(ReadingError) {
      bytes = try path.contents(waits: true)
    } catch {
      guard case .tooLarge = error else { throw Failure(.noInput, "\(error)") }
      throw Failure(
        .noUsableInput, "\(path): is larger than \(FilePath.maximumSize >> 20) MiB")
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var templates: [BodyTemplate] = []
    for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do throws(BodyTemplate.Fault) {
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
    return BodyRule(takingTurns: templates, rule: components)
  }
}
