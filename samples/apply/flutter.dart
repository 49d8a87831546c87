// Applies a document of `ics2notify --target flutter-ios` or `--target flutter-android` with
// flutter_local_notifications 22. Copy this file and responses.dart into your app, and add the
// packages flutter_local_notifications and timezone, and for this example shared_preferences and
// url_launcher (`flutter pub add`):
//
//   final reminders = Reminders(
//     load: SharedPreferencesAsync().getString,
//     save: SharedPreferencesAsync().setString,
//     onBackgroundResponse: answerReminder,
//     openUrl: launchUrl,
//   );
//
//   @pragma('vm:entry-point')
//   void answerReminder(NotificationResponse response) => reminders.answer(response);
//
// Call `await reminders.setUp(document)` once at the start, before the first `apply`. Without a
// document, call it when the first one arrives. Then request permission, and call
// `await reminders.apply(document)` at each start and when a newer document arrives. Get a newer
// document before `renewal` and `renewBy`, in `onResponse`, and when the time zone of the device
// changes. The server compiles with `--responses FILE`, the file being `reminders.responses()`.
//
// The plugin calls `answerReminder` in a separate isolate, also while the app is open. So `load`
// must see what another isolate saved: SharedPreferencesAsync does, the older SharedPreferences
// caches. Declare `reminders` and `answerReminder` at the top level of a file.
//
// iOS: the plugin's README has two changes of the AppDelegate. In `didFinishLaunchingWithOptions`,
// `UNUserNotificationCenter.current().delegate = self as? UNUserNotificationCenterDelegate`:
// without it, the plugin gets no taps and buttons. `setPluginRegistrantCallback` there, too, or in
// `didInitializeImplicitFlutterEngine` if the app uses UIScene: without it, a button ends the app.
// The plugin can't list pending requests that other code scheduled, and throws. So `apply` fails
// while there are any.
//
// Android: declare the three receivers of the plugin's README, otherwise a restart deletes all
// reminders, and buttons do nothing. While exact alarms aren't allowed, reminders can be an hour
// late. Android deletes alarms that the plugin still lists when the user stops the app or forbids
// exact alarms. After that, `force: true` schedules unchanged reminders, too.
import 'dart:convert';
import 'dart:math';

import 'package:flutter_local_notifications/flutter_local_notifications.dart';
import 'package:timezone/data/latest_all.dart';
import 'package:timezone/timezone.dart' as tz;

import 'responses.dart';

class Reminders {
  Reminders({
    required this.load,
    required this.save,
    this.onBackgroundResponse,
    this.onResponse,
    this.openUrl,
    this.onOther,
    this.androidIcon = '@mipmap/ic_launcher',
    this.snoozeAfter = const Duration(minutes: 9),
  });

  final Future<String?> Function(String key) load;
  final Future<void> Function(String key, String value) save;

  /// A function at the top level that calls [answer]. Without it, reminders have no buttons.
  final void Function(NotificationResponse response)? onBackgroundResponse;

  /// Called when a response was stored and applied, in the isolate of the plugin.
  final Future<void> Function()? onResponse;

  /// Opens the link of Open and Join.
  final void Function(Uri url)? openUrl;

  /// Gets taps, and the responses to notifications that aren't reminders.
  final void Function(NotificationResponse response)? onOther;

  final String androidIcon;
  final Duration snoozeAfter;
  final _plugin = FlutterLocalNotificationsPlugin();
  Future<void> _last = Future.value();

  /// Registers the handlers and, on iOS, the buttons.
  Future<void> setUp(Json document) async {
    await _plugin.initialize(
      settings: InitializationSettings(
        android: AndroidInitializationSettings(androidIcon),
        iOS: DarwinInitializationSettings(
          requestAlertPermission: false,
          requestBadgePermission: false,
          requestSoundPermission: false,
          notificationCategories: onBackgroundResponse == null ? [] : _categories(document),
        ),
      ),
      onDidReceiveNotificationResponse: answer,
      onDidReceiveBackgroundNotificationResponse: onBackgroundResponse,
    );
    // The plugin reports the press that started the app only here.
    final launch = await _plugin.getNotificationAppLaunchDetails();
    final response = launch?.notificationResponse;
    if (launch != null && launch.didNotificationLaunchApp && response != null) {
      if (!await _wasOpened(response)) await answer(response);
    }
  }

  /// Stores a document, schedules its reminders, and cancels those that it lacks.
  Future<void> apply(Json document, {bool force = false}) => _inOrder(() async {
    if (document['version'] != 1 || !'${document['target']}'.startsWith('flutter-')) {
      throw ArgumentError('This is not a plan for Flutter.');
    }
    await save('ics2notify.document', jsonEncode(document));
    await _update(force: force);
  });

  /// The user's responses: a JSON array for `ics2notify --responses`.
  Future<String> responses() async => await load('ics2notify.responses') ?? '[]';

  /// Stores a response, and schedules the reminders again.
  Future<void> answer(NotificationResponse response) async {
    final ours = reminderIn(response.payload);
    final url = ours?['url'];
    if (ours != null && answers.contains(response.actionId)) {
      await _inOrder(() async {
        await _store(response);
        await _update();
      });
      await onResponse?.call();
    } else if (links.contains(response.actionId) && url is String) {
      final opened = {'press': _press(response), 'at': DateTime.now().toIso8601String()};
      await save('ics2notify.opened', jsonEncode(opened));
      openUrl?.call(Uri.parse(url));
    } else {
      onOther?.call(response);
    }
  }

  /// Whether this press opened its link before.
  ///
  /// Android keeps the press that started an activity, so the plugin can report it at each [setUp].
  /// That of a repeat is equal at its next alert, so it counts again after 12 hours.
  Future<bool> _wasOpened(NotificationResponse response) async {
    final opened = jsonDecode(await load('ics2notify.opened') ?? '{}') as Json;
    if (opened['press'] != _press(response)) return false;
    final age = DateTime.now().difference(DateTime.parse(opened['at']));
    return dueDate(reminderIn(response.payload)!) != null || age < const Duration(hours: 12);
  }

  String _press(NotificationResponse response) =>
      '${response.id} ${response.actionId} ${response.payload}';

  Future<void> _store(NotificationResponse response) async {
    final document = jsonDecode(await load('ics2notify.document') ?? '{}') as Json;
    final earlier = (jsonDecode(await responses()) as List).cast<Json>();
    final stored = responseTo(
      response.payload!, response.actionId!, document, earlier, DateTime.now(), snoozeAfter);
    final all = [...earlier, stored];
    await save('ics2notify.responses', jsonEncode(all.sublist(max(0, all.length - 200))));
  }

  /// Makes the pending requests equal to the stored document with the stored responses.
  ///
  /// If another isolate stores something meanwhile, both do it again, so the last one is right.
  Future<void> _update({bool force = false}) async {
    String? document, answered;
    do {
      document = await load('ics2notify.document');
      answered = await responses();
      if (document == null) return;
      await _schedule(jsonDecode(document), (jsonDecode(answered) as List).cast<Json>(), force);
    } while (document != await load('ics2notify.document') || answered != await responses());
  }

  Future<void> _schedule(Json document, List<Json> responses, bool force) async {
    final now = DateTime.now();
    final entries = [
      for (final entry in withResponses(document, responses, now)) _withContent(entry),
    ];
    final wanted = {for (final entry in entries) entry['id'] as int};
    final pending = <int, String>{};
    for (final request in await _plugin.pendingNotificationRequests()) {
      // Requests of others stay as they are.
      if (reminderIn(request.payload) != null) pending[request.id] = request.payload!;
    }

    // Cancel first: iOS keeps 64 requests, and silently drops others.
    final counted = countedResponses(document, responses);
    for (final MapEntry(key: id, value: payload) in pending.entries) {
      // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
      final ours = reminderIn(payload)!;
      final age = now.difference(dueDate(ours) ?? DateTime(1970));
      final isLate = !age.isNegative && age < const Duration(hours: 1);
      final isSilenced = counted.any((response) => silences(response, ours, ours['occurrence']));
      if (!wanted.contains(id) && (!isLate || isSilenced)) await _plugin.cancel(id: id);
    }
    final changed = [
      for (final entry in entries)
        if (force || pending[entry['id']] != entry['payload']) entry,
    ];
    if (changed.isEmpty) return;
    final android = _plugin
        .resolvePlatformSpecificImplementation<AndroidFlutterLocalNotificationsPlugin>();
    for (final channel in _channels.values) {
      await android?.createNotificationChannel(channel);
    }
    // Without the permission, the plugin throws for exact alarms.
    final isExact = await android?.canScheduleExactNotifications() ?? true;
    final mode = isExact
        ? AndroidScheduleMode.exactAllowWhileIdle
        : AndroidScheduleMode.inexactAllowWhileIdle;
    // The most important reminder comes last on iOS, which keeps the last ones, and first on
    // Android, which refuses them. A request replaces one with the same id.
    for (final entry in android == null ? changed : changed.reversed) {
      await _add(entry, _details(entry, document), mode);
    }
  }

  Future<void> _add(Json entry, NotificationDetails details, AndroidScheduleMode mode) async {
    if (entry['everySeconds'] case final int seconds) {
      return _plugin.periodicallyShowWithDuration(
        id: entry['id'],
        title: entry['title'],
        body: entry['body'],
        payload: entry['payload'],
        repeatDurationInterval: Duration(seconds: seconds),
        notificationDetails: details,
        androidScheduleMode: mode,
      );
    }
    // The isolate of the plugin has none yet.
    if (tz.timeZoneDatabase.locations.isEmpty) initializeTimeZones();
    // TZDateTime.parse would read the time in the zone of the device. Not all data have "UTC".
    final local = DateTime.parse('${entry['scheduled']}Z');
    final zone = entry['timeZone'] == 'UTC' ? tz.UTC : tz.getLocation(entry['timeZone']);
    final date = tz.TZDateTime(
      zone, local.year, local.month, local.day, local.hour, local.minute, local.second);
    final match = entry['match'] as String?;
    // The plugin rejects a date in the past.
    if (match == null && !date.isAfter(DateTime.now())) return;
    return _plugin.zonedSchedule(
      id: entry['id'],
      title: entry['title'],
      body: entry['body'],
      payload: entry['payload'],
      scheduledDate: date,
      matchDateTimeComponents: match == null ? null : DateTimeComponents.values.byName(match),
      notificationDetails: details,
      androidScheduleMode: mode,
    );
  }

  NotificationDetails _details(Json entry, Json document) {
    final ios = entry['ios'] as Json?;
    final android = entry['android'] as Json?;
    final channel = _channels[android?['channelId']];
    return NotificationDetails(
      iOS: ios == null
          ? null
          : DarwinNotificationDetails(
              subtitle: ios['subtitle'],
              threadIdentifier: ios['threadIdentifier'],
              categoryIdentifier: onBackgroundResponse == null ? null : ios['categoryIdentifier'],
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
              actions: onBackgroundResponse == null
                  ? null
                  : _actions(document, android?['categoryIdentifier']),
            ),
    );
  }

  /// Adds the content to the payload, because a snooze needs it when the document lacks the entry.
  Json _withContent(Json entry) {
    final content = {for (final key in contentKeys) key: entry[key]};
    final payload = {
      'ics2notify': reminderIn(entry['payload']),
      'content': content,
      'buttons': onBackgroundResponse != null,
    };
    return {...entry, 'payload': jsonEncode(payload)};
  }

  /// A call waits for the earlier ones.
  Future<void> _inOrder(Future<void> Function() work) {
    final done = _last.then((_) => work());
    _last = done.catchError((_) {});
    return done;
  }
}

/// The buttons of iOS.
List<DarwinNotificationCategory> _categories(Json document) => [
  for (final category in document['categories'] ?? [])
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

/// The buttons of a notification of Android, which shows three.
List<AndroidNotificationAction> _actions(Json document, String? identifier) => [
  for (final category in document['categories'] ?? [])
    if (category['identifier'] == identifier)
      for (final action in category['actions'])
        AndroidNotificationAction(
          action['identifier'],
          action['title'],
          showsUserInterface: action['foreground'],
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
