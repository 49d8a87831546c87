// Applies a document of `ics2notify --target expo-ios` or `--target expo-android` with
// expo-notifications. Copy this file into your app, and ask for permission first. Call it with the
// parsed document at each start and when a newer document arrives, one call at a time:
// `await applyPlan(document)`. Get a newer document before `renewal` and `renewBy`, and when the
// time zone of the device changes.
//
// Android: without USE_EXACT_ALARM or SCHEDULE_EXACT_ALARM, reminders can be an hour late. Android
// deletes alarms that expo still lists when the user stops the app or forbids exact alarms, and
// keeps the next alarm of a repeat in the old time zone when the zone changes. After that,
// `applyPlan(document, { force: true })` schedules unchanged reminders, too.
import * as Notifications from "expo-notifications";

export async function applyPlan(document, { force = false } = {}) {
  if (document.version !== 1 || !document.target.startsWith("expo-")) {
    throw new Error("This is not a plan for Expo.");
  }
  const now = Date.now();
  const entries = document.entries.filter((entry) => !(Date.parse(ours(entry).endDate) <= now));
  const wanted = new Set(entries.map((entry) => entry.identifier));
  const requests = (await Notifications.getAllScheduledNotificationsAsync()).filter(ours);
  const digests = new Map(requests.map((request) => [request.identifier, ours(request).digest]));

  // Cancel first: iOS keeps 64 requests, and silently drops others.
  for (const identifier of digests.keys()) {
    // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
    const isLate = now - fireDate(identifier) >= 0 && now - fireDate(identifier) < 3_600_000;
    if (!wanted.has(identifier) && !isLate) {
      await Notifications.cancelScheduledNotificationAsync(identifier);
    }
  }
  const changed = entries.filter(
    (entry) => force || digests.get(entry.identifier) !== ours(entry).digest,
  );
  if (changed.length > 0) await setUp(document);
  // The most important reminder comes last on iOS, which keeps the last ones, and first on Android,
  // which refuses them.
  if (document.target.endsWith("-android")) changed.reverse();
  let failure;
  // A request replaces one with the same identifier.
  for (const entry of changed) {
    // On iOS, a date in the past is an error, or rings on another day.
    if ((entry.trigger.date ?? fireDate(entry.identifier)) <= Date.now()) continue;
    await Notifications.scheduleNotificationAsync(entry).catch(async (error) => {
      // On Android, expo lists a request that the system refused.
      if (document.target === "expo-android") {
        await Notifications.cancelScheduledNotificationAsync(entry.identifier);
      }
      failure ??= error;
    });
  }
  if (failure) throw failure;
}

/** Sets the buttons and, on Android, the channels. Users see the names of the channels. */
export async function setUp({ target, categories = [] }) {
  for (const { identifier, actions } of categories) {
    const buttons = actions.map(({ identifier, title, foreground }) => {
      return { identifier, buttonTitle: title, options: { opensAppToForeground: foreground } };
    });
    await Notifications.setNotificationCategoryAsync(identifier, buttons);
  }
  if (target !== "expo-android") return;
  const { LOW, DEFAULT, HIGH, MAX } = Notifications.AndroidImportance;
  for (const [level, name, importance] of [
    ["passive", "Silent reminders", LOW],
    ["active", "Reminders", DEFAULT],
    ["timeSensitive", "Urgent reminders", HIGH],
    ["critical", "Critical reminders", MAX],
  ]) {
    await Notifications.setNotificationChannelAsync(`ics2notify.${level}`, { name, importance });
  }
}

// What ics2notify stores with a request. Requests of others don't have it.
const ours = ({ content }) => content.data?.ics2notify;

// The identifier of a reminder that fires once has its date: ics2notify.….20280131T180000Z
function fireDate(identifier) {
  const [, year, month, day, hour, minute, second] =
    /\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(identifier) ?? [];
  return Date.UTC(year, month - 1, day, hour, minute, second); // NaN if it repeats
}
