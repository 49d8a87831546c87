import ReminderCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The language of the user's environment, if the program has words in it.
struct UserLanguage {
  let language: ReminderLanguage
  /// The variable that names it, such as `LANG`.
  let variable: String

  /// The variables of a locale, of which the first one that isn't empty counts (POSIX.1-2024, 8.2).
  private static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

  /// Finds the language; nil for another one, and for the locales `C` and `POSIX`.
  init?(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard
      let variable = UserLanguage.variables.first(where: { !(environment[$0] ?? "").isEmpty }),
      // A locale can have a charset and a modifier, such as de_DE.UTF-8@euro.
      let name = environment[variable]?.prefix(while: { $0 != "." && $0 != "@" }),
      let language = ReminderLanguage(String(name))
    else { return nil }
    self.language = language
    self.variable = variable
  }
}

extension CalendarOptions {
  /// The options with the user's language, unless `--language` names one.
  var inUsersLanguage: CalendarOptions {
    var options = self
    options.texts.language = texts.language ?? UserLanguage()?.language.tag
    return options
  }
}
