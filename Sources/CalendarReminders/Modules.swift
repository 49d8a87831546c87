// What an app needs of the other modules comes with this one: it imports one name.
@_exported public import CivilTime
@_exported public import ICalendar
@_exported public import ICalendarReader
@_exported public import NotificationTriggers
@_exported public import ReminderCompiler
