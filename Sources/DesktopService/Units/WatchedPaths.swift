import CSystem
import CalendarFiles
import ICalendar
import ProgramSupport
import SystemdTimers
import TimerCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files and directories that a path unit watches for changes.
struct WatchedPaths {
  let paths: [UnitPath]
  /// The paths that are not watched, with reasons.
  let diagnostics: [Diagnostic]

  /// Selects from files and directories, most important first.
  ///
  /// `own` are the directories that each renewal changes. Watching them would start renewals
  /// endlessly.
  init(_ candidates: [FilePath], besides own: [String]) {
    let own = own.map(WatchedPaths.realPath)
    var known: Set<UnitPath> = []
    var paths: [UnitPath] = []
    var diagnostics: [Diagnostic] = []
    for candidate in candidates where !candidate.isHyphen {
      switch WatchedPaths.path(of: candidate, besides: own) {
      case .success(let path): if known.insert(path).inserted { paths.append(path) }
      case .failure(let obstacle):
        diagnostics.append(
          Diagnostic(
            .pathNotWatched(reason: obstacle.rawValue),
            at: SourceLocation(file: candidate.description, line: 1)))
      }
    }
    let limit = WatchUnits.maximumPaths
    if paths.count > limit {
      diagnostics.append(Diagnostic(.pathsMany(count: paths.count, limit: limit)))
    }
    self.paths = Array(paths.prefix(limit))
    self.diagnostics = diagnostics
  }

  /// The reason why a path is not watched.
  private enum Obstacle: String, Error {
    case isNoFile = "it is neither a file nor a directory"
    case isOwn = "the units are written there"
    case unwritable = "no unit can name it"
  }

  private static func path(
    of candidate: FilePath, besides own: [String]
  ) -> Result<UnitPath, Obstacle> {
    let facts = candidate.facts()
    let kind = facts.error == 0 ? facts.kind : nil
    // A path unit also detects that a missing file appears.
    guard kind == nil || kind == .file || kind == .directory else { return .failure(.isNoFile) }
    guard var text = String(validating: candidate.absolute.bytes, as: UTF8.self) else {
      return .failure(.unwritable)
    }
    if text.split(separator: "/").contains("..") { text = realPath(text) }
    guard let path = UnitPath(text) else { return .failure(.unwritable) }
    if kind == .directory {
      let real = realPath(text)
      guard !own.contains(where: { real == $0 || real.hasPrefix($0 + "/") }) else {
        return .failure(.isOwn)
      }
    }
    return .success(path)
  }

  private static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
