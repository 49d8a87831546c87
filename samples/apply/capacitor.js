// Applies a document of `ics2notify --target capacitor-ios` or `--target capacitor-android` with
// @capacitor/local-notifications. Copy this file into your app, and ask for permission first. Call
// it with the parsed document at each start and when a newer document arrives, one call at a time:
// `await applyPlan(document)`. Get a newer document before `renewal` and `renewBy`, and when the
// time zone of the device changes.
//
// Android: without USE_EXACT_ALARM or SCHEDULE_EXACT_ALARM, reminders can be an hour late. Android
// deletes alarms that capacitor still lists when the user stops the app or forbids exact alarms.
// After that, `applyPlan(document, { force: true })` schedules unchanged reminders, too.
import { LocalNotifications } from "@capacitor/local-notifications";

export async function applyPlan(document, { force = false } = {}) {
  if (document.version !== 1 || !document.target.startsWith("capacitor-")) {
    throw new Error("This is not a plan for Capacitor.");
  }
  const now = Date.now();
  const entries = document.entries.filter((entry) => !(Date.parse(ours(entry).endDate) <= now));
  const wanted = new Set(entries.map((entry) => entry.id));
  const requests = (await LocalNotifications.getPending()).notifications.filter(ours);
  const pending = new Map(requests.map((request) => [request.id, ours(request)]));

  // Cancel first: iOS keeps 64 requests, and silently drops others.
  for (const [id, { identifier }] of pending) {
    // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
    const isLate = now - fireDate(identifier) >= 0 && now - fireDate(identifier) < 3_600_000;
    if (!wanted.has(id) && !isLate) await LocalNotifications.cancel({ notifications: [{ id }] });
  }
  // On Android, cancelling and scheduling remove the notification with the same id from the screen.
  // So unchanged reminders stay as they are.
  const changed = entries.filter(
    (entry) => force || pending.get(entry.id)?.digest !== ours(entry).digest,
  );
  if (changed.length > 0) await setUp(document);
  // The most important reminder comes last on iOS, which keeps the last ones, and first on Android,
  // which refuses them.
  if (document.target.endsWith("-android")) changed.reverse();
  let failure;
  // A request replaces one with the same id.
  for (const { schedule, ...entry } of changed) {
    // iOS shows a notification at once if its date is in the past, or is not a Date.
    const at = schedule.at && new Date(schedule.at);
    if (at <= Date.now()) continue;
    await LocalNotifications.schedule({
      notifications: [{ ...entry, schedule: at ? { ...schedule, at } : schedule }],
    }).catch((error) => (failure ??= error));
  }
  if (failure) throw failure;
}

/** Sets the buttons and, on Android, the channels. Users see the names of the channels. */
export async function setUp({ target, categories = [] }) {
  // On iOS, this replaces all types: add those of your app.
  await LocalNotifications.registerActionTypes({
    types: categories.map(({ identifier, actions }) => ({
      id: identifier,
      actions: actions.map(({ identifier, title, foreground }) => {
        return { id: identifier, title, foreground };
      }),
    })),
  });
  if (target !== "capacitor-android") return;
  for (const [level, name, importance, vibration] of [
    ["passive", "Silent reminders", 2, false],
    ["active", "Reminders", 3, true],
    ["timeSensitive", "Urgent reminders", 4, true],
    ["critical", "Critical reminders", 5, true],
  ]) {
    const id = `ics2notify.${level}`;
    await LocalNotifications.createChannel({ id, name, importance, vibration });
  }
}

// What ics2notify stores with a request. Requests of others don't have it.
const ours = ({ extra }) => extra?.ics2notify;

// The identifier of a reminder that fires once has its date: ics2notify.….20280131T180000Z
function fireDate(identifier) {
  const [, year, month, day, hour, minute, second] =
    /\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(identifier) ?? [];
  return Date.UTC(year, month - 1, day, hour, minute, second); // NaN if it repeats
}
