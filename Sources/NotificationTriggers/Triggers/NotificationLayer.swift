package import CivilTime

/// What a layer above a system's notifications can schedule: UserNotifications itself, or a library
/// such as expo-notifications.
///
/// Lowering uses only triggers that the layer can express, and simulation plays them as the layer
/// does. So a plan's promises hold for the layer.
///
/// ```swift
/// print(NotificationLayer.expoAndroid.name)  // expo-android
/// print(NotificationLayer.expoAndroid.limit)  // 400
/// print(NotificationLayer(named: "notifee-ios") == .notifeeIOS)  // true
/// ```
public struct NotificationLayer: Hashable, Sendable {
  /// The days and times that one repeating trigger can have.
  package enum Shape: Hashable, Sendable {
    case everyMinute, everyHour, weekdayEveryHour
    case everyDay, weekday, dayOfMonth, date, ordinalWeekday
  }

  /// The clock of a one-shot.
  package enum OneShotClock: Hashable, Sendable {
    /// The wall clock of the reminder's zone.
    case pinned
    /// No wall clock: an instant.
    case absolute
    /// The wall clock of the device.
    case floating
  }

  /// The form of a request's name on the layer.
  package enum IdentifierForm: Hashable, Sendable {
    /// Any text.
    case text
    /// A text of which Android uses only the hash (`String.hashCode`).
    case hashedText
    /// A signed integer of 32 bits.
    case integer
    /// A UUID.
    case uuid
  }

  /// The library whose calls schedule the requests, which gives an entry of a document its form.
  package enum Library: Hashable, Sendable {
    case userNotifications, expo, flutter, capacitor, maui, alarmKit, alarmManager
    /// Notifee, and react-native-notify-kit, which has the same calls.
    case notifee
  }

  /// The name of the target: `expo-ios`.
  public let name: String
  package let library: Library
  package let isOnAndroid: Bool
  /// The number of pending requests that the layer keeps for an app.
  ///
  /// On Android it is less than the 500 alarms of an app, because other libraries also set alarms.
  /// The limit of AlarmKit is unpublished.
  public let limit: Int
  /// The shapes that repeat by the wall clock of the device.
  private let floating: Set<Shape>
  /// The shapes that repeat by the wall clock of a given zone.
  private let pinned: Set<Shape>
  /// Whether a repeating trigger without a zone can fire only at second 0.
  private let floatsAtFullMinutes: Bool
  package let oneShots: OneShotClock
  package let identifierForm: IdentifierForm
  /// The way in which the layer finds the fires of a repeating trigger.
  package let repetition: RepetitionModel
  /// The shortest interval of a repeating time-interval trigger, in seconds; nil if none can
  /// repeat.
  package let shortestInterval: Int?
  /// Whether the layer takes only critical reminders, and only their first alerts.
  package let takesAlarmsOnly: Bool
  /// Whether days of the month and months are those of the device's calendar.
  package let countsInDeviceCalendar: Bool
  /// Whether a trigger with a day, a month or a year can lack a time zone.
  ///
  /// It then follows the device, and is right if the device's calendar is Gregorian.
  package let floatsDates: Bool
  /// Whether repeating triggers have a start, and can step over days (``DateStep``).
  package let stepsFromStart: Bool
  /// Whether a notification can set the number on the app's icon.
  package let hasBadge: Bool

  private init(
    _ name: String, library: Library, onAndroid isOnAndroid: Bool = false, limit: Int,
    floating: Set<Shape> = [], pinned: Set<Shape> = [],
    floatsAtFullMinutes: Bool = false, oneShots: OneShotClock,
    identifiers: IdentifierForm = .text, repetition: RepetitionModel,
    shortestInterval: Int? = TimeIntervalTrigger.shortestRepeat, takesAlarmsOnly: Bool = false,
    countsInDeviceCalendar: Bool = false, floatsDates: Bool = false,
    stepsFromStart: Bool = false, hasBadge: Bool = false
  ) {
    self.name = name
    self.library = library
    self.isOnAndroid = isOnAndroid
    self.limit = limit
    self.floating = floating
    self.pinned = pinned
    self.floatsAtFullMinutes = floatsAtFullMinutes
    self.oneShots = oneShots
    identifierForm = identifiers
    self.repetition = repetition
    self.shortestInterval = shortestInterval
    self.takesAlarmsOnly = takesAlarmsOnly
    self.countsInDeviceCalendar = countsInDeviceCalendar
    self.floatsDates = floatsDates
    self.stepsFromStart = stepsFromStart
    self.hasBadge = hasBadge
  }
}

extension NotificationLayer {
  private static let appleLimit = 64
  private static let androidLimit = 400
  private static let calendarDays: Set<Shape> = [.everyDay, .weekday, .dayOfMonth, .date]
  private static let frequent: Set<Shape> = [.everyMinute, .everyHour, .weekdayEveryHour]

  /// UserNotifications, without a layer above.
  public static let apple = NotificationLayer(
    "apple", library: .userNotifications, limit: appleLimit,
    floating: frequent.union([.everyDay, .weekday]),
    pinned: frequent.union(calendarDays).union([.ordinalWeekday]), oneShots: .pinned,
    repetition: .dateMatching, floatsDates: true, hasBadge: true)

  /// expo-notifications on iOS.
  public static let expoIOS = NotificationLayer(
    "expo-ios", library: .expo, limit: appleLimit, floating: [.everyDay, .weekday],
    pinned: frequent.union(calendarDays).union([.ordinalWeekday]), floatsAtFullMinutes: true,
    oneShots: .pinned, repetition: .dateMatching, floatsDates: true, hasBadge: true)

  /// expo-notifications on Android.
  public static let expoAndroid = NotificationLayer(
    "expo-android", library: .expo, onAndroid: true, limit: androidLimit, floating: calendarDays,
    floatsAtFullMinutes: true,
    oneShots: .absolute, repetition: .expoAndroid)

  /// Notifee on iOS.
  public static let notifeeIOS = NotificationLayer(
    "notifee-ios", library: .notifee, limit: appleLimit,
    floating: [.everyHour, .everyDay, .weekday],
    oneShots: .floating, repetition: .dateMatching, shortestInterval: 900, hasBadge: true)

  /// Notifee on Android.
  ///
  /// It repeats a day as 24 hours, and a restart of the device moves such a repeat.
  public static let notifeeAndroid = NotificationLayer(
    "notifee-android", library: .notifee, onAndroid: true, limit: androidLimit,
    floating: [.everyHour],
    oneShots: .absolute,
    identifiers: .hashedText, repetition: .elapsedTime, shortestInterval: 900)

  /// react-native-notify-kit on iOS.
  ///
  /// It turns a repeat into up to 32 one-shots, and adds more only while the app runs. So every alert
  /// is a one-shot. Its own repeats share 60 requests with all others of the app.
  public static let notifyKitIOS = NotificationLayer(
    "notifykit-ios", library: .notifee, limit: 60, oneShots: .floating, repetition: .never,
    shortestInterval: 900, hasBadge: true)

  /// react-native-notify-kit on Android.
  public static let notifyKitAndroid = NotificationLayer(
    "notifykit-android", library: .notifee, onAndroid: true, limit: androidLimit,
    floating: [.everyHour, .everyDay, .weekday, .dayOfMonth], oneShots: .absolute,
    identifiers: .hashedText, repetition: .calendarSteps, shortestInterval: 900,
    stepsFromStart: true)

  /// flutter_local_notifications on iOS.
  public static let flutterIOS = NotificationLayer(
    "flutter-ios", library: .flutter, limit: appleLimit, pinned: calendarDays, oneShots: .pinned,
    identifiers: .integer, repetition: .dateMatching, countsInDeviceCalendar: true, hasBadge: true)

  /// flutter_local_notifications on Android.
  public static let flutterAndroid = NotificationLayer(
    "flutter-android", library: .flutter, onAndroid: true, limit: androidLimit,
    pinned: calendarDays,
    oneShots: .absolute,
    identifiers: .integer, repetition: .flutterAndroid)

  /// Capacitor's Local Notifications on iOS.
  public static let capacitorIOS = NotificationLayer(
    "capacitor-ios", library: .capacitor, limit: appleLimit, floating: frequent.union(calendarDays),
    oneShots: .absolute, identifiers: .integer, repetition: .dateMatching,
    countsInDeviceCalendar: true)

  /// Capacitor's Local Notifications on Android.
  ///
  /// A repeat wakes the device only for its first fire, so every alert is a one-shot. Only the
  /// nagging about overdue to-dos repeats, which needs no exact time.
  public static let capacitorAndroid = NotificationLayer(
    "capacitor-android", library: .capacitor, onAndroid: true, limit: androidLimit,
    oneShots: .absolute,
    identifiers: .integer,
    repetition: .never)

  /// Plugin.LocalNotification for .NET MAUI on iOS.
  public static let mauiIOS = NotificationLayer(
    "maui-ios", library: .maui, limit: appleLimit, floating: [.everyDay, .weekday, .dayOfMonth],
    oneShots: .floating, identifiers: .integer, repetition: .dateMatching,
    countsInDeviceCalendar: true, hasBadge: true)

  /// Plugin.LocalNotification for .NET MAUI on Android.
  ///
  /// It repeats a day as 24 hours.
  public static let mauiAndroid = NotificationLayer(
    "maui-android", library: .maui, onAndroid: true, limit: androidLimit,
    floating: [.everyDay, .weekday],
    oneShots: .absolute, identifiers: .integer, repetition: .elapsedTime)

  /// AlarmKit.
  public static let alarmKit = NotificationLayer(
    "alarmkit", library: .alarmKit, limit: 32, floating: [.everyDay, .weekday],
    floatsAtFullMinutes: true,
    oneShots: .absolute, identifiers: .uuid, repetition: .undocumented, shortestInterval: nil,
    takesAlarmsOnly: true)

  /// Android's AlarmManager.
  public static let android = NotificationLayer(
    "android", library: .alarmManager, onAndroid: true, limit: androidLimit, oneShots: .absolute,
    identifiers: .integer, repetition: .never,
    shortestInterval: nil)

  /// All layers, UserNotifications first.
  public static let all = [
    apple, expoIOS, expoAndroid, notifyKitIOS, notifyKitAndroid, notifeeIOS, notifeeAndroid,
    flutterIOS, flutterAndroid, capacitorIOS, capacitorAndroid, mauiIOS, mauiAndroid, alarmKit,
    android,
  ]

  /// Makes the layer with a name; nil for an unknown name.
  public init?(named name: String) {
    guard let layer = NotificationLayer.all.first(where: { $0.name == name }) else { return nil }
    self = layer
  }
}

extension NotificationLayer {
  /// Whether calendar triggers can repeat.
  package var repeats: Bool { !floating.isEmpty || !pinned.isEmpty }

  /// Whether the layer repeats a pattern of this shape only at full minutes, unlike this one.
  package func needsFullMinute(_ pattern: CalendarPattern) -> Bool {
    guard let shape = pattern.shape else { return false }
    return floatsAtFullMinutes && floating.contains(shape) && !pattern.isAtFullMinute
  }

  /// Whether repeating triggers follow the device to other zones, even for reminders with a zone.
  package var alwaysFloats: Bool { pinned.isEmpty }

  /// Finds the repeating trigger for a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, which repeats.
  ///   - zone: The zone of the pattern's wall clock.
  ///   - isFloating: Whether the reminder lacks a time zone.
  ///   - isGregorian: Whether the device's calendar is Gregorian.
  /// - Returns: The trigger; nil if the layer cannot express it.
  package func trigger(
    _ pattern: CalendarPattern, in zone: Zone, isFloating: Bool, onGregorianDevice isGregorian: Bool
  ) -> CalendarTrigger? {
    guard let shape = pattern.shape, pattern.step == nil || stepsFromStart else { return nil }
    if isFloating || alwaysFloats, floating.contains(shape),
      !floatsAtFullMinutes || pattern.isAtFullMinute
    {
      return CalendarTrigger(pattern, floatingWith: repetition)
    }
    guard pinned.contains(shape) else { return nil }
    if isFloating, floatsDates, isGregorian {
      return CalendarTrigger(pattern, floatingWith: repetition)
    }
    return CalendarTrigger(pattern, in: zone, with: repetition)
  }
}

extension CalendarPattern {
  fileprivate var isAtFullMinute: Bool {
    if case .time(let time) = time { time.second == 0 } else { time.offsetInPeriod == 0 }
  }

  /// The shape of a pattern that repeats; nil for a single date.
  fileprivate var shape: NotificationLayer.Shape? {
    switch (days, time) {
    case (.once, _): nil
    case (_, .everyMinute): .everyMinute
    case (.weekday, .everyHour): .weekdayEveryHour
    case (_, .everyHour): .everyHour
    case (.everyDay, .time): .everyDay
    case (.weekday, .time): .weekday
    case (.dayOfMonth, .time): .dayOfMonth
    case (.date, .time): .date
    case (.ordinalWeekday, .time): .ordinalWeekday
    }
  }
}
