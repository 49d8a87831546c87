public import ArgumentParser
public import ReminderCompiler

/// What `--repeated-hour` can be; a public type's conformance is public, too.
extension RepeatedHour: ExpressibleByArgument {}
