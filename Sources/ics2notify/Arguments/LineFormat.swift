import ArgumentParser

/// How a subcommand writes its lines.
protocol LineFormat: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {
  /// Whether results of many calendars can stand in lines of JSON.
  var isJSON: Bool { get }
  /// What the names of files end in.
  var fileExtension: String { get }
}

/// How `fires` writes its lines.
enum FireFormat: String, LineFormat {
  case jsonl, text, agenda

  var isJSON: Bool { self == .jsonl }
  var fileExtension: String { self == .jsonl ? "jsonl" : "txt" }
}

/// How `simulate` writes its lines; `html` is a page in place of them.
enum SimulationFormat: String, LineFormat {
  case jsonl, text, html

  var isJSON: Bool { self == .jsonl }

  var fileExtension: String {
    switch self {
    case .jsonl: "jsonl"
    case .text: "txt"
    case .html: "html"
    }
  }
}
