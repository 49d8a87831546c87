import ArgumentParser
import ReminderCompiler

/// How `fires` and `simulate` write their lines.
enum LineFormat: String, ExpressibleByArgument, CaseIterable {
  case jsonl, text

  /// The writer's name for it.
  var lines: FireLines.Format { self == .jsonl ? .jsonLines : .text }
}
