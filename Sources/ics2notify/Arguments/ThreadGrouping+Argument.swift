public import ArgumentParser
public import ReminderCompiler

/// What `--thread` can be; a public type's conformance is public, too.
extension ThreadGrouping: ExpressibleByArgument {}
