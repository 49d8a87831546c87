// Applies a document of `ics2notify --target flutter-ios` or `--target flutter-android` with
// flutter_local_notifications 22. Copy this file into your app, and call `initializeTimeZones()` of
// package:timezone/data/latest_all.dart, the plugin's `initialize` with `categories(document)`, and
// ask for permission first. Call `applyPlan` with the decoded document at each start and when a
// newer document arrives, one call at a time. Get a newer document before `renewal` and `renewBy`,
// and when the time zone of the device changes.
//
// Android: declare the receivers of the plugin's README, otherwise a restart deletes all reminders.
// While exact alarms aren't allowed, reminders can be an hour late. Android deletes alarms that the
// plugin still lists when the user stops the app or forbids exact alarms. After that, `force: true`
// schedules unchanged reminders, too.
import 'dart:convert';

import 'package:flutter_local_notifications/flutter_local_notifications.dart';
import 'package:timezone/timezone.dart' as tz;

Future<void> applyPlan(
  FlutterLocalNotificationsPlugin plugin,
  Map<String, dynamic> document, {
  bool force = false,
}) async {
  final now = DateTime.now();
  final entries = [
    for (final entry in (document['entries'] as List).cast<Map<String, dynamic>>())
      if (!_isOver(_ours(entry['payload'])!['endDate'], now)) entry,
  ];
  final wanted = {for (final entry in entries) entry['id'] as int};
  final pending = <int, Map<String, dynamic>>{};
  for (final request in await plugin.pendingNotificationRequests()) {
    // Requests of others stay as they are.
    if (_ours(request.payload) case final ours?) pending[request.id] = ours;
  }

  // Cancel first: iOS keeps 64 requests, and silently drops others.
  for (final MapEntry(key: id, value: ours) in pending.entries) {
    // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
    final age = now.difference(_fireDate(ours['identifier']) ?? DateTime(1970));
    final isLate = !age.isNegative && age < const Duration(hours: 1);
    if (!wanted.contains(id) && !isLate) await plugin.cancel(id: id);
  }
  final changed = [
    for (final entry in entries)
      if (force || pending[entry['id']]?['digest'] != _ours(entry['payload'])!['digest']) entry,
  ];
  if (changed.isEmpty) return;
  final android = plugin
      .resolvePlatformSpecificImplementation<AndroidFlutterLocalNotificationsPlugin>();
  for (final channel in _channels.values) {
    await android?.createNotificationChannel(channel);
  }
  // Without the permission, the plugin throws for exact alarms.
  final isExact = await android?.canScheduleExactNotifications() ?? true;
  // The most important reminder comes last on iOS, which keeps the last ones, and first on Android,
  // which refuses them. A request replaces one with the same id.
  for (final entry in android == null ? changed : changed.reversed) {
    await _schedule(plugin, entry, isExact);
  }
}

Future<void> _schedule(
  FlutterLocalNotificationsPlugin plugin,
  Map<String, dynamic> entry,
  bool isExact,
) async {
  final mode = isExact
      ? AndroidScheduleMode.exactAllowWhileIdle
      : AndroidScheduleMode.inexactAllowWhileIdle;
  if (entry['everySeconds'] case final int seconds) {
    return plugin.periodicallyShowWithDuration(
      id: entry['id'],
      title: entry['title'],
      body: entry['body'],
      payload: entry['payload'],
      repeatDurationInterval: Duration(seconds: seconds),
      notificationDetails: _details(entry),
      androidScheduleMode: mode,
    );
  }
  // TZDateTime.parse would read the time in the zone of the device. Not all data have "UTC".
  final local = DateTime.parse('${entry['scheduled']}Z');
  final zone = entry['timeZone'] == 'UTC' ? tz.UTC : tz.getLocation(entry['timeZone']);
  final date = tz.TZDateTime(
    zone, local.year, local.month, local.day, local.hour, local.minute, local.second);
  final match = entry['match'] as String?;
  // The plugin rejects a date in the past.
  if (match == null && !date.isAfter(DateTime.now())) return;
  return plugin.zonedSchedule(
    id: entry['id'],
    title: entry['title'],
    body: entry['body'],
    payload: entry['payload'],
    scheduledDate: date,
    matchDateTimeComponents: match == null ? null : DateTimeComponents.values.byName(match),
    notificationDetails: _details(entry),
    androidScheduleMode: mode,
  );
}

NotificationDetails _details(Map<String, dynamic> entry) {
  final ios = entry['ios'] as Map<String, dynamic>?;
  final android = entry['android'] as Map<String, dynamic>?;
  final channel = _channels[android?['channelId']];
  return NotificationDetails(
    iOS: ios == null
        ? null
        : DarwinNotificationDetails(
            subtitle: ios['subtitle'],
            threadIdentifier: ios['threadIdentifier'],
            categoryIdentifier: ios['categoryIdentifier'],
            interruptionLevel: InterruptionLevel.values.byName(ios['interruptionLevel']),
            badgeNumber: ios['badgeNumber'],
            presentSound: ios['presentSound'],
            sound: ios['sound'],
            criticalSoundVolume: (ios['criticalSoundVolume'] as num?)?.toDouble(),
          ),
    android: channel == null
        ? null
        : AndroidNotificationDetails(
            channel.id,
            channel.name,
            importance: channel.importance,
            subText: android?['subText'],
          ),
  );
}

/// The buttons, for `DarwinInitializationSettings(notificationCategories: ..)`.
List<DarwinNotificationCategory> categories(Map<String, dynamic> document) => [
  for (final category in document['categories'])
    DarwinNotificationCategory(
      category['identifier'],
      actions: [
        for (final action in category['actions'])
          DarwinNotificationAction.plain(
            action['identifier'],
            action['title'],
            options: {if (action['foreground']) DarwinNotificationActionOption.foreground},
          ),
      ],
    ),
];

/// The channels of Android. Users see their names.
final _channels = {
  for (final (level, name, importance) in [
    ('passive', 'Silent reminders', Importance.low),
    ('active', 'Reminders', Importance.defaultImportance),
    ('timeSensitive', 'Urgent reminders', Importance.high),
    ('critical', 'Critical reminders', Importance.max),
  ])
    'ics2notify.$level': AndroidNotificationChannel(
      'ics2notify.$level',
      name,
      importance: importance,
    ),
};

/// What ics2notify stores with a request. Requests of others don't have it.
Map<String, dynamic>? _ours(String? payload) {
  if (payload == null || !payload.startsWith('{"ics2notify":')) return null;
  return (jsonDecode(payload) as Map<String, dynamic>)['ics2notify'];
}

/// A repeat is removed at its end date.
bool _isOver(String? endDate, DateTime now) =>
    endDate != null && !DateTime.parse(endDate).isAfter(now);

/// The identifier of a reminder that fires once has its date: ics2notify.….20280131T180000Z
DateTime? _fireDate(String identifier) =>
    DateTime.tryParse(RegExp(r'\d{8}T\d{6}Z').stringMatch(identifier) ?? '');
