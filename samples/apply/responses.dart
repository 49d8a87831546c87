// The user's responses to reminders, and how they change a document of `ics2notify`. Copy this file
// and flutter.dart into your app.
import 'dart:convert';
import 'dart:math';

typedef Json = Map<String, dynamic>;

/// The buttons that change reminders.
const answers = ['ics2notify.snooze', 'ics2notify.done', 'ics2notify.stopRepeat'];

/// The buttons that open a link.
const links = ['ics2notify.open', 'ics2notify.join'];

/// The keys of an entry that don't say when it fires.
const contentKeys = ['title', 'body', 'ios', 'android'];

/// Returns what the app stores for the press of a button, in the form of `ics2notify --responses`.
///
/// If the clock was set back, the response is still later than the last one and those that the plan
/// considers.
Json responseTo(String payload, String action, Json document, List<Json> responses, DateTime now,
    Duration snoozeAfter) {
  final ours = reminderIn(payload)!;
  final alert = _latestAlert(document, ours['identifier'], now);
  final earlier = [
    if (responses.isNotEmpty) responses.last['respondedAt'] as String,
    if (document['respondedUntil'] case final String until) until,
  ].map((date) => DateTime.parse(date).add(const Duration(seconds: 1)));
  final respondedAt = earlier.fold(now, (last, date) => date.isAfter(last) ? date : last);
  final due = dueDate(ours) ?? DateTime.parse(alert?['at'] ?? _text(now));
  final isSnooze = action == 'ics2notify.snooze';
  return {
    'action': action,
    'identifier': ours['identifier'],
    'deliveredAt': ours['deliveredAt'] ?? _text(due),
    'respondedAt': _text(respondedAt),
    'uid': ours['uid'],
    'alarm': ours['alarm'],
    'occurrence': ours['occurrence'] ?? alert?['occurrence'],
    'until': isSnooze ? _text(now.add(snoozeAfter)) : null,
    // The content of the request at the end of the snooze.
    'payload': isSnooze ? payload : null,
  }..removeWhere((_, value) => value == null);
}

/// Returns the entries to schedule, the most important one last.
///
/// Done and Stop Repeating leave out alerts. A repeating request can't skip one alert, so one-shots
/// replace it until then. A snooze adds a one-shot. Responses that the document considers already
/// don't count.
List<Json> withResponses(Json document, List<Json> responses, DateTime now) {
  final counted = countedResponses(document, responses);
  bool isSilenced(Json ours, Object? occurrence) =>
      counted.any((response) => silences(response, ours, occurrence));
  final single = <Json>[];
  final kept = <Json>[];
  for (final entry in (document['entries'] as List).cast<Json>()) {
    final ours = reminderIn(entry['payload'])!;
    final due = dueDate(ours);
    if (_isOver(ours['endDate'], now) || (due != null && !due.isAfter(now))) continue;
    final coming = [
      for (final alert in alertsOf(document, ours['identifier']))
        if (DateTime.parse(alert['at']).isAfter(now)) alert,
    ];
    if (coming.any((alert) => isSilenced(ours, alert['occurrence']))) {
      for (final alert in coming) {
        if (isSilenced(ours, alert['occurrence'])) continue;
        single.add(_once(entry, {...ours, ...alert}));
      }
    } else if (!isSilenced(ours, ours['occurrence'])) {
      kept.add(entry);
    }
  }
  // The latest one is the least important.
  single.sort((one, other) => other['scheduled'].compareTo(one['scheduled']));
  final all = [...single, ...kept, ..._snoozes(counted, now)];
  return all.sublist(max(0, all.length - (document['slots'] as int)));
}

List<Json> _snoozes(List<Json> responses, DateTime now) {
  final snoozes = <String, Json>{};
  for (final response in responses) {
    if (response['action'] == 'ics2notify.snooze') {
      // A later snooze of the same occurrence replaces an earlier one.
      final key = '${response['uid']} ${response['occurrence'] ?? response['identifier']}';
      snoozes.remove(key);
      snoozes[key] = response;
    } else {
      snoozes.removeWhere((_, snooze) => silences(response, snooze, snooze['occurrence']));
    }
  }
  return [
    for (final snooze in snoozes.values)
      if (DateTime.parse(snooze['until']).isAfter(now)) _snoozed(snooze),
  ];
}

/// The request at the end of a snooze. Its buttons answer the original reminder.
Json _snoozed(Json snooze) {
  final payload = jsonDecode(snooze['payload']) as Json;
  return _once(payload['content'] ?? {}, {
    ...payload['ics2notify'],
    'deliveredAt': snooze['deliveredAt'],
    'occurrence': snooze['occurrence'],
    'at': snooze['until'],
  });
}

/// An entry with this content that fires once, at the instant `at` of `ours`.
Json _once(Json content, Json ours) {
  final at = ours['at'] as String;
  return {
    for (final key in contentKeys) key: content[key],
    'id': _id('${ours['identifier']} $at'),
    'scheduled': at.substring(0, 19),
    'timeZone': 'UTC',
    'payload': jsonEncode({'ics2notify': ours..remove('endDate')}),
  };
}

/// A positive number of 31 bits (FNV-1a).
int _id(String text) {
  var hash = 0x811c9dc5;
  for (final unit in text.codeUnits) {
    hash = ((hash ^ unit) * 0x01000193) & 0xffffffff;
  }
  return hash & 0x7fffffff;
}

/// The responses that the document doesn't consider.
List<Json> countedResponses(Json document, List<Json> responses) {
  final since = document['respondedUntil'] as String?;
  return [
    for (final response in responses)
      if (since == null ||
          DateTime.parse(response['respondedAt']).isAfter(DateTime.parse(since)))
        response,
  ];
}

/// Done silences all alerts of an occurrence, Stop Repeating those of one alarm.
bool silences(Json response, Json ours, Object? occurrence) {
  final action = response['action'];
  final isSame =
      action == 'ics2notify.done' ||
      (action == 'ics2notify.stopRepeat' && response['alarm'] == ours['alarm']);
  return isSame &&
      occurrence != null &&
      response['occurrence'] == occurrence &&
      response['uid'] == ours['uid'];
}

/// The last alert of a repeating entry.
///
/// The alerts end at `renewal`, or after 200. Later, the last one of them isn't the one that was
/// shown, so the response has no occurrence, and the server finds it.
Json? _latestAlert(Json document, String identifier, DateTime now) {
  final all = alertsOf(document, identifier);
  final coming = all.where((alert) => DateTime.parse(alert['at']).isAfter(now));
  final renewal = DateTime.tryParse(document['renewal'] ?? '');
  final isComplete = renewal != null && now.isBefore(renewal) && all.length < 200;
  if (coming.isEmpty && !isComplete) return null;
  return all.where((alert) => !DateTime.parse(alert['at']).isAfter(now)).lastOrNull;
}

/// The alerts of a repeating entry: the last one before the plan, and those until its renewal.
List<Json> alertsOf(Json document, String identifier) =>
    (document['alerts']?[identifier] as List? ?? []).cast<Json>();

/// What ics2notify stores with a request. Requests of others don't have it.
Json? reminderIn(String? payload) {
  if (payload == null || !payload.startsWith('{"ics2notify":')) return null;
  return (jsonDecode(payload) as Json)['ics2notify'];
}

/// A repeat is removed at its end date.
bool _isOver(String? endDate, DateTime now) =>
    endDate != null && !DateTime.parse(endDate).isAfter(now);

/// The date of a request that fires once, which can be in its identifier:
/// ics2notify.….20280131T180000Z
DateTime? dueDate(Json ours) => DateTime.tryParse(
  ours['at'] ?? RegExp(r'\d{8}T\d{6}Z').stringMatch(ours['identifier']) ?? '',
);

String _text(DateTime date) => '${date.toUtc().toIso8601String().substring(0, 19)}Z';
