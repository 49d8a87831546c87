// Applies a document of `ics2notify --target expo-ios` or `--target expo-android` with
// expo-notifications. Copy this file and responses.js into your app, install expo-task-manager,
// and ask for permission first. Call `await applyPlan(document)` with the parsed document at each
// start, and when a newer document arrives. Get a newer document before `renewal` and `renewBy`,
// when the time zone of the device changes, and after a button. Without `listen`, notifications
// don't have buttons.
//
// Android: without USE_EXACT_ALARM or SCHEDULE_EXACT_ALARM, reminders can be an hour late. Android
// deletes alarms that expo still lists when the user stops the app or forbids exact alarms, and
// keeps the next alarm of a repeat in the old time zone when the zone changes. After that,
// `applyPlan(document, { force: true })` schedules unchanged reminders, too.
import * as Notifications from "expo-notifications";
import * as TaskManager from "expo-task-manager";
import { Linking, Platform } from "react-native";
import {
  answer, fireDate, inOrder, isEnded, isListening, loadResponses, saveDocument, startListening,
  withResponses,
} from "./responses.js";

export { loadDocument, loadResponses } from "./responses.js";

export function applyPlan(document, { force = false } = {}) {
  return inOrder(async () => {
    if (document.version !== 1 || !document.target.startsWith("expo-")) {
      throw new Error("This is not a plan for Expo.");
    }
    await saveDocument(document);
    await apply(document, force);
  });
}

async function apply(document, force = false) {
  const now = Date.now();
  const responses = await loadResponses();
  const entries = withResponses(document, responses, now, layer);
  const wanted = new Set(entries.map((entry) => entry.identifier));
  const requests = (await Notifications.getAllScheduledNotificationsAsync()).filter(ours);
  const pending = new Map(requests.map((request) => [request.identifier, ours(request)]));

  // Cancel first: iOS keeps 64 requests, and silently drops others.
  for (const [identifier, data] of pending) {
    // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
    const lateness = now - fireDate(data);
    const isLate = lateness >= 0 && lateness < 3_600_000 && !isEnded(data, responses);
    if (!wanted.has(identifier) && !isLate) {
      await Notifications.cancelScheduledNotificationAsync(identifier);
    }
  }
  const changed = entries.filter(
    (entry) =>
      !(fireDate(ours(entry)) <= now) &&
      (force || pending.get(entry.identifier)?.digest !== ours(entry).digest),
  );
  if (changed.length > 0) await setUp(document);
  // The most important reminder comes last on iOS, which keeps the last ones, and first on Android,
  // which refuses them.
  if (document.target.endsWith("-android")) changed.reverse();
  let failure;
  // A request replaces one with the same identifier.
  for (const entry of changed) {
    // On iOS, a date in the past is an error, or rings on another day.
    if (fireDate(ours(entry)) <= Date.now()) continue;
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

/**
 * Answers the buttons. Call it once, at the top level of a module that your app always imports: on
 * iOS and Android, a press can start the app without its screens.
 *
 *     listen({ storage });
 *
 * - storage: has `getItem` and `setItem`, as `expo-sqlite/kv-store` and AsyncStorage do.
 * - snoozeAfter: the seconds after which "Snooze" reminds again, 540 by default.
 * - onResponse: called with all stored responses after a new one. Renew the plan here.
 * - openURL: opens the link of "Open" and "Join".
 */
export async function listen(options) {
  startListening({ openURL: (url) => Linking.openURL(url), ...options });
  // The app runs, or iOS starts it in the background.
  Notifications.addNotificationResponseReceivedListener(onPress);
  // Android doesn't call the listener if the app doesn't run, but this task. In the background, it
  // calls both, and `answer` ignores the second call.
  TaskManager.defineTask("ics2notify.press", async ({ data }) => {
    if (data?.actionIdentifier) await onPress(data);
  });
  // The press that started the app came before the listener.
  const last = Notifications.getLastNotificationResponse();
  await Promise.all([
    last && onPress(last),
    Platform.OS === "android" && Notifications.registerTaskAsync("ics2notify.press"),
  ]);
}

async function onPress({ actionIdentifier, notification: { request, date } }) {
  const { identifier, content, trigger } = request;
  const { title, subtitle, body, data, categoryIdentifier, interruptionLevel } = content;
  const copied = { title, subtitle, body, data, categoryIdentifier, interruptionLevel };
  const present = Object.entries(copied).filter(([, value]) => value != null);
  const entry = {
    identifier,
    content: { ...Object.fromEntries(present), sound: content.sound ? "default" : false },
    trigger: { channelId: trigger?.channelId },
  };
  // Otherwise, iOS reports it to each new listener.
  if (actionIdentifier.startsWith("ics2notify.")) Notifications.clearLastNotificationResponse();
  await answer({ action: actionIdentifier, entry, shownAt: date }, layer);
}

/** Sets the buttons and, on Android, the channels. Users see the names of the channels. */
export async function setUp({ target, categories = [] }) {
  for (const { identifier, actions } of categories) {
    if (!isListening()) {
      await Notifications.deleteNotificationCategoryAsync(identifier);
      continue;
    }
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

// How responses.js reads and changes entries.
const layer = {
  data: ours,
  apply,
  // A trigger with a zone or a date doesn't.
  followsDevice: ({ trigger }) => trigger.timezone === undefined && trigger.type !== "date",
  once: ({ content, trigger: { channelId } }, identifier, data) => ({
    identifier,
    content: { ...content, data: { ...content.data, ics2notify: data } },
    trigger: { type: "date", date: fireDate(data), ...(channelId && { channelId }) },
  }),
  // iOS has removed it. On Android, a notification stays after a button.
  dismiss: ({ identifier }) => Notifications.dismissNotificationAsync(identifier),
};
