// Applies a document of `ics2notify --target notifee-ios` or `--target notifee-android` with
// @notifee/react-native. Copy this file and responses.js into your app, and ask for permission
// first. Call `await applyPlan(document)` with the parsed document at each start, and when a newer
// document arrives. Get a newer document before `renewal` and `renewBy`, when the time zone of the
// device changes, and after a button. Without `listen`, notifications don't have buttons.
//
// Android: while the user forbids exact alarms, reminders can be an hour late. Android deletes
// alarms that notifee still lists when the user stops the app or forbids exact alarms. After that,
// `applyPlan(document, { force: true })` schedules unchanged reminders, too. Android takes the
// buttons when a request is added, so do the same once if your app begins to call `listen`.
import notifee, {
  AlarmType,
  AndroidImportance,
  AndroidNotificationSetting,
  TriggerType,
} from "@notifee/react-native";
import { Linking, Platform } from "react-native";
import {
  answer, fireDate, inOrder, isEnded, isListening, loadResponses, saveDocument, startListening,
  withResponses,
} from "./responses.js";

export { loadDocument, loadResponses } from "./responses.js";

export function applyPlan(document, { force = false } = {}) {
  return inOrder(async () => {
    if (document.version !== 1 || !document.target.startsWith("notifee-")) {
      throw new Error("This is not a plan for Notifee.");
    }
    await saveDocument(document);
    await apply(document, force);
  });
}

async function apply(document, force = false) {
  const now = Date.now();
  const responses = await loadResponses();
  const entries = withResponses(document, responses, now, layer);
  const wanted = new Set(entries.map((entry) => entry.notification.id));
  const requests = (await notifee.getTriggerNotifications()).filter(ours);
  const pending = new Map(requests.map((request) => [request.notification.id, ours(request)]));

  // Cancel first: iOS keeps 64 requests, and silently drops others.
  for (const [id, data] of pending) {
    // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
    const lateness = now - fireDate(data);
    const isLate = lateness >= 0 && lateness < 3_600_000 && !isEnded(data, responses);
    if (!wanted.has(id) && !isLate) await notifee.cancelTriggerNotification(id);
  }
  const changed = entries.filter(
    (entry) =>
      !(fireDate(ours(entry)) <= now) &&
      (force || pending.get(entry.notification.id)?.digest !== ours(entry).digest),
  );
  if (changed.length > 0) await setUp(document);
  // The most important reminder comes last on iOS, which keeps the last ones, and first on Android,
  // which refuses them.
  if (document.target.endsWith("-android")) changed.reverse();
  let failure;
  // A request replaces one with the same id.
  for (const entry of changed) {
    // A date in the past is an error.
    if (fireDate(ours(entry)) <= Date.now()) continue;
    await notifee
      .createTriggerNotification(withButtons(entry, document), await current(entry.trigger))
      .catch((error) => (failure ??= error));
  }
  if (failure) throw failure;
}

/**
 * Answers the buttons. Call it once, at the top level of index.js: on iOS and Android, a press can
 * start the app without its screens.
 *
 *     listen({ storage });
 *
 * - storage: has `getItem` and `setItem`, as AsyncStorage does.
 * - snoozeAfter: the seconds after which "Snooze" reminds again, 540 by default.
 * - onResponse: called with all stored responses after a new one. Renew the plan here.
 * - openURL: opens the link of "Open" and "Join".
 *
 * notifee has one background handler. If your app sets another, call `onEvent` there, too.
 */
export async function listen(options) {
  startListening({ openURL: (url) => Linking.openURL(url), ...options });
  notifee.onForegroundEvent(onEvent);
  notifee.onBackgroundEvent(onEvent);
  // On Android, the event of a button that opens the app can come before the app listens. iOS keeps
  // events until then.
  const initial = Platform.OS === "android" && (await notifee.getInitialNotification());
  if (initial) await onEvent({ detail: initial });
}

export async function onEvent({ detail: { notification, pressAction } }) {
  if (pressAction) await answer({ action: pressAction.id, entry: { notification } }, layer);
}

/** Sets the buttons and, on Android, the channels. Users see the names of the channels. */
export async function setUp({ target, categories = [] }) {
  // This replaces all categories: add those of your app.
  await notifee.setNotificationCategories(
    (isListening() ? categories : []).map(({ identifier, actions }) => ({
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

/** Returns the notification of an entry. On Android, it has the buttons of its category. */
function withButtons({ notification }, { categories = [] }) {
  const { android } = notification;
  const category = categories.find(({ identifier }) => identifier === android?.categoryId);
  if (!category || !isListening()) return notification;
  const actions = category.actions.map(({ identifier: id, title, foreground }) => {
    return { title, pressAction: foreground ? { id, launchActivity: "default" } : { id } };
  });
  return { ...notification, android: { ...android, actions } };
}

// How responses.js reads and changes entries.
const layer = {
  data: ours,
  apply,
  // A repeat has the zone in which it was added.
  followsDevice: () => false,
  once({ notification }, id, data) {
    const timestamp = fireDate(data);
    const trigger = { type: TriggerType.TIMESTAMP, timestamp };
    if (notification.android) {
      trigger.alarmManager = { type: AlarmType.SET_EXACT_AND_ALLOW_WHILE_IDLE };
    }
    const stored = { ...notification.data, ics2notify: data };
    return { notification: { ...notification, id, data: stored }, trigger };
  },
  // Does nothing if the system or notifee have removed it.
  dismiss: ({ notification }) => notifee.cancelDisplayedNotification(notification.id),
};
