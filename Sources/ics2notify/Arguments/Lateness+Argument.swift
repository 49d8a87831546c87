import ArgumentParser
package import DesktopReminders

/// What `--late` can be; a package type's conformance is the package's, too.
extension ShowSettings.Lateness: ExpressibleByArgument {
  /// Reads the value.
  package init?(argument: String) { self.init(rawValue: argument) }
}
