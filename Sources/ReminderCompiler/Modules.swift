// Apps import only this module: it re-exports the modules of its stages.
@_exported public import ReminderExpansion
@_exported public import ReminderOptions
@_exported public import ReminderPlanning
@_exported public import ReminderPlans
