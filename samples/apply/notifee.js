// Applies a document of `ics2notify --target notifee-ios` or `--target notifee-android` with
// @notifee/react-native. Copy this file into your app, and ask for permission first. Call it with
// the parsed document at each start and when a newer document arrives, one call at a time:
// `await applyPlan(document)`. Get a newer document before `renewal` and `renewBy`, and when the
// time zone of the device changes.
//
// Android: while the user forbids exact alarms, reminders can be an hour late. Android deletes
// alarms that notifee still lists when the user stops the app or forbids exact alarms. After that,
// `applyPlan(document, { force: true })` schedules unchanged reminders, too.
import notifee, {
  AlarmType,
  AndroidImportance,
  AndroidNotificationSetting,
  TriggerType,
} from "@notifee/react-native";

export async function applyPlan(document, { force = false } = {}) {
  if (document.version !== 1 || !document.target.startsWith("notifee-")) {
    throw new Error("This is not a plan for Notifee.");
  }
  const now = Date.now();
  const entries = document.entries.filter((entry) => !(Date.parse(ours(entry).endDate) <= now));
  const wanted = new Set(entries.map((entry) => entry.notification.id));
  const requests = (await notifee.getTriggerNotifications()).filter(ours);
  const pending = new Map(requests.map((request) => [request.notification.id, request]));

  // Cancel first: iOS keeps 64 requests, and silently drops others.
  for (const [id, { trigger }] of pending) {
    // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
    const age = firesOnce(trigger) ? now - trigger.timestamp : NaN;
    const isLate = age >= 0 && age < 3_600_000;
    if (!wanted.has(id) && !isLate) await notifee.cancelTriggerNotification(id);
  }
  const changed = entries.filter((entry) => {
    const request = pending.get(entry.notification.id);
    return force || !request || ours(request).digest !== ours(entry).digest;
  });
  if (changed.length > 0) await setUp(document);
  // The most important reminder comes last on iOS, which keeps the last ones, and first on Android,
  // which refuses them.
  if (document.target.endsWith("-android")) changed.reverse();
  let failure;
  // A request replaces one with the same id.
  for (const { notification, trigger } of changed) {
    // A date in the past is an error.
    if (firesOnce(trigger) && trigger.timestamp <= Date.now()) continue;
    await notifee
      .createTriggerNotification(notification, await current(trigger))
      .catch((error) => (failure ??= error));
  }
  if (failure) throw failure;
}

/** Sets the buttons and, on Android, the channels. Users see the names of the channels. */
export async function setUp({ target, categories = [] }) {
  // This replaces all categories: add those of your app.
  await notifee.setNotificationCategories(
    categories.map(({ identifier, actions }) => ({
      id: identifier,
      actions: actions.map(({ identifier, title, foreground }) => {
        return { id: identifier, title, foreground };
      }),
    })),
  );
  if (target !== "notifee-android") return;
  for (const [level, name, importance, sound] of [
    ["passive", "Silent reminders", AndroidImportance.LOW],
    ["active", "Reminders", AndroidImportance.DEFAULT, "default"],
    ["timeSensitive", "Urgent reminders", AndroidImportance.HIGH, "default"],
    ["critical", "Critical reminders", AndroidImportance.HIGH, "default"],
  ]) {
    await notifee.createChannel({ id: `ics2notify.${level}`, name, importance, sound });
  }
}

/** Returns the trigger in a form that notifee accepts now. */
async function current(trigger) {
  const { repeatFrequency, alarmManager } = trigger;
  const result = { ...trigger };
  // The first date of a repeat has to be in the future, even if the document is old.
  while (repeatFrequency !== undefined && result.timestamp <= Date.now()) {
    const date = new Date(result.timestamp);
    const days = [0, 1, 7][repeatFrequency];
    result.timestamp = days ? date.setDate(date.getDate() + days) : date.getTime() + 3_600_000;
  }
  // notifee silently drops an exact alarm if the user forbids it.
  if (alarmManager) {
    const { android } = await notifee.getNotificationSettings();
    const isDenied = android.alarm === AndroidNotificationSetting.DISABLED;
    if (isDenied) result.alarmManager = { type: AlarmType.SET_AND_ALLOW_WHILE_IDLE };
  }
  return result;
}

// What ics2notify stores with a request. On iOS, requests of other libraries are listed as {}.
const ours = ({ notification }) => notification?.data?.ics2notify;

const firesOnce = ({ type, repeatFrequency = -1 }) =>
  type === TriggerType.TIMESTAMP && repeatFrequency === -1;
