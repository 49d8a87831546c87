// Apps import only this module: it re-exports the other modules that they need.
@_exported public import CivilTime
@_exported public import ICalendar
@_exported public import ICalendarReader
@_exported public import NotificationTriggers
@_exported public import ReminderCompiler
