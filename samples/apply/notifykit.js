// Applies a document of `ics2notify --target notifykit-ios` or `--target notifykit-android` with
// react-native-notify-kit. Copy this file and responses.js into your app, and ask for permission
// first. Call `await applyPlan(document)` with the parsed document at each start, and when a newer
// document arrives. Get a newer document before `renewal` and `renewBy`, when the time zone of the
// device changes, and after a button. Without `listen`, notifications don't have buttons.
//
// Android: while the user forbids exact alarms, reminders can be an hour late. Android deletes
// alarms that the library still lists when the user stops the app or forbids exact alarms. After that,
// `applyPlan(document, { force: true })` schedules unchanged reminders, too. Android takes the
// buttons when a request is added, so do the same once if your app begins to call `listen`.
import notifee, {
  AlarmType,
  AndroidImportance,
  RepeatFrequency,
  TriggerType,
} from "react-native-notify-kit";
import { Linking, Platform } from "react-native";
import {
  answer, fireDate, inOrder, isEnded, isListening, loadResponses, saveDocument, startListening,
  withResponses,
} from "./responses.js";

export { loadDocument, loadResponses } from "./responses.js";

export function applyPlan(document, { force = false } = {}) {
  return inOrder(async () => {
    if (document.version !== 1 || !document.target.startsWith("notifykit-")) {
      throw new Error("This is not a plan for react-native-notify-kit.");
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
      .createTriggerNotification(withButtons(entry, document), current(entry.trigger))
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
 * The library has one background handler. If your app sets another, call `onEvent` there, too.
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
  if (target !== "notifykit-android") return;
  for (const [level, name, importance, sound] of [
    ["passive", "Silent reminders", AndroidImportance.LOW],
    ["active", "Reminders", AndroidImportance.DEFAULT, "default"],
    ["timeSensitive", "Urgent reminders", AndroidImportance.HIGH, "default"],
    ["critical", "Critical reminders", AndroidImportance.HIGH, "default"],
  ]) {
    await notifee.createChannel({ id: `ics2notify.${level}`, name, importance, sound });
  }
}

/** Returns the trigger with a first date in the future, even if the document is old. */
function current(trigger) {
  const { repeatFrequency, repeatInterval = 1 } = trigger;
  const result = { ...trigger };
  while (repeatFrequency !== undefined && result.timestamp <= Date.now()) {
    const date = new Date(result.timestamp);
    if (repeatFrequency === RepeatFrequency.HOURLY) result.timestamp += repeatInterval * 3_600_000;
    else if (repeatFrequency === RepeatFrequency.MONTHLY) {
      result.timestamp = date.setMonth(date.getMonth() + repeatInterval);
    } else {
      const days = repeatFrequency === RepeatFrequency.WEEKLY ? 7 : 1;
      result.timestamp = date.setDate(date.getDate() + days * repeatInterval);
    }
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
  // Does nothing if the system or the library has removed it.
  dismiss: ({ notification }) => notifee.cancelDisplayedNotification(notification.id),
};
