// Applies a document of `ics2notify --target capacitor-ios` or `--target capacitor-android` with
// @capacitor/local-notifications. Copy this file and responses.js into your app, and ask for
// permission first. Call `await applyPlan(document)` with the parsed document at each start, and
// when a newer document arrives. Get a newer document before `renewal` and `renewBy`, when the time
// zone of the device changes, and after a button. Without `listen`, notifications don't have
// buttons.
//
// Android: without USE_EXACT_ALARM or SCHEDULE_EXACT_ALARM, reminders can be an hour late. Android
// deletes alarms that capacitor still lists when the user stops the app or forbids exact alarms.
// After that, `applyPlan(document, { force: true })` schedules unchanged reminders, too. Android
// takes the buttons when a request is added, so do the same once if your app begins to call
// `listen`. There, each button opens the app.
import { LocalNotifications } from "@capacitor/local-notifications";
import {
  answer, fireDate, inOrder, isEnded, isListening, loadResponses, saveDocument, startListening,
  withResponses,
} from "./responses.js";

export { loadDocument, loadResponses } from "./responses.js";

export function applyPlan(document, { force = false } = {}) {
  return inOrder(async () => {
    if (document.version !== 1 || !document.target.startsWith("capacitor-")) {
      throw new Error("This is not a plan for Capacitor.");
    }
    await saveDocument(document);
    await apply(document, force);
  });
}

async function apply(document, force = false) {
  const now = Date.now();
  const responses = await loadResponses();
  const entries = withResponses(document, responses, now, layer);
  const wanted = new Set(entries.map((entry) => entry.id));
  const requests = (await LocalNotifications.getPending()).notifications.filter(ours);
  const pending = new Map(requests.map((request) => [request.id, ours(request)]));

  // Cancel first: iOS keeps 64 requests, and silently drops others.
  for (const [id, data] of pending) {
    // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
    const lateness = now - fireDate(data);
    const isLate = lateness >= 0 && lateness < 3_600_000 && !isEnded(data, responses);
    if (!wanted.has(id) && !isLate) await LocalNotifications.cancel({ notifications: [{ id }] });
  }
  // On Android, cancelling and scheduling remove the notification with the same id from the screen.
  // So unchanged reminders stay as they are.
  const changed = entries.filter(
    (entry) =>
      !(fireDate(ours(entry)) <= now) &&
      (force || pending.get(entry.id)?.digest !== ours(entry).digest),
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

/**
 * Answers the buttons. Call it once, at the start of your app's script: a press can start the app,
 * and capacitor keeps the press until then.
 *
 *     listen({ storage: localStorage });
 *
 * - storage: has `getItem` and `setItem`, which can be asynchronous.
 * - snoozeAfter: the seconds after which "Snooze" reminds again, 540 by default.
 * - onResponse: called with all stored responses after a new one. Renew the plan here.
 * - openURL: opens the link of "Open" and "Join".
 */
export async function listen(options) {
  startListening({ openURL: (url) => window.open(url, "_blank"), ...options });
  await LocalNotifications.addListener(
    "localNotificationActionPerformed",
    ({ actionId, notification }) => answer({ action: actionId, entry: notification }, layer),
  );
}

/** Sets the buttons and, on Android, the channels. Users see the names of the channels. */
export async function setUp({ target, categories = [] }) {
  // On iOS, this replaces all types: add those of your app.
  await LocalNotifications.registerActionTypes({
    types: categories.map(({ identifier, actions }) => ({
      id: identifier,
      actions: (isListening() ? actions : []).map(({ identifier, title, foreground }) => {
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

// How responses.js reads and changes entries.
const layer = {
  data: ours,
  apply,
  followsDevice: ({ schedule }) => schedule.on !== undefined,
  once: ({ schedule, ...entry }, identifier, data) => ({
    ...entry,
    id: positiveInteger(identifier),
    extra: { ...entry.extra, ics2notify: data },
    schedule: { at: fireDate(data), allowWhileIdle: true },
  }),
  // The system or capacitor has removed it.
  dismiss: () => {},
};

/** Returns an id for an identifier: its 32-bit FNV-1a hash without the highest bit. */
function positiveInteger(identifier) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < identifier.length; index += 1) {
    hash = Math.imul(hash ^ identifier.charCodeAt(index), 0x01000193);
  }
  return (hash & 0x7fffffff) || 1;
}
