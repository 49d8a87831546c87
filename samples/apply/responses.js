// The answers to the buttons of notifications. Copy this file into your app, next to expo.js,
// notifykit.js, notifee.js or capacitor.js.
//
// An answer is stored, and then the last document is applied again. So a crash in between loses
// nothing: your next `applyPlan` considers the stored answer.

const [done, snooze, stopRepeat, open, join] = ["done", "snooze", "stopRepeat", "open", "join"].map(
  (action) => `ics2notify.${action}`,
);

/**
 * Returns the entries that should be pending: those of the document, changed by the responses that
 * its plan doesn't know. The most important entry is the last one.
 */
export function withResponses(document, responses, now, layer) {
  const { respondedUntil, slots = Infinity } = document;
  const unknown = responses.filter(
    ({ respondedAt }) => !(Date.parse(respondedAt) <= Date.parse(respondedUntil)),
  );
  const [copies, entries] = [[], []];
  for (const entry of document.entries) {
    const data = layer.data(entry);
    const isSilenced = ({ occurrence }) =>
      unknown.some((response) => silences(response, { ...data, occurrence }));
    if (Date.parse(data.endDate) <= now || isSilenced(data)) continue;
    const { alerts } = listed(document, entry, layer);
    const coming = alerts.filter(({ at }) => Date.parse(at) > now);
    const others = coming.filter((alert) => !isSilenced(alert));
    // A repeat can't leave out a date. Until the silenced alerts are past, copies that ring once
    // replace it.
    if (others.length === coming.length) entries.push(entry);
    else copies.push(...others.map(({ at, ...alert }) => once(entry, at, alert, layer)));
  }
  const time = (entry) => fireDate(layer.data(entry));
  copies.sort((a, b) => time(b) - time(a));
  const snoozes = lastSnoozes(unknown).map(({ entry, until, deliveredAt, occurrence }) =>
    once(entry, until, { deliveredAt, ...(occurrence && { occurrence }) }, layer, "snooze."),
  );
  const all = [...copies, ...entries, ...snoozes];
  // A past entry doesn't need a slot. On Android, it can still be pending, because it is late.
  const isPast = (entry) => time(entry) <= now;
  let excess = all.filter((entry) => !isPast(entry)).length - slots;
  return all.filter((entry) => isPast(entry) || excess-- <= 0);
}

const silences = ({ action, uid, occurrence, alarm }, alert) =>
  occurrence !== undefined &&
  uid === alert.uid &&
  occurrence === alert.occurrence &&
  (action === done || (action === stopRepeat && alarm === alert.alarm));

/** Returns whether an answer ended a request that rings once, also if the plan knows the answer. */
export function isEnded(data, responses) {
  // Only answers after a snooze end it.
  const snoozed = responses.map(({ until }) => Date.parse(until)).lastIndexOf(fireDate(data));
  return responses.slice(snoozed + 1).some((response) => silences(response, data));
}

/** Returns the alerts of a repeat, and the time before which the document lists all of them. */
function listed({ alerts = {}, renewal, timeZone }, entry, layer) {
  const all = alerts[layer.data(entry).identifier] ?? [];
  const isLocal = all.length > 0 && !all[0].occurrence.endsWith("Z") && layer.followsDevice(entry);
  const isMoved =
    isLocal && timeZone && timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  const move = isMoved ? mover(timeZone) : (at) => at;
  const moved = all.map((alert) => ({ ...alert, at: move(alert.at) }));
  // The compiler lists at most 200 alerts.
  const end = all.length < 200 && renewal ? move(renewal) : moved[all.length - 1]?.at;
  return { alerts: moved, end: Date.parse(end) };
}

/** Makes a function that moves an instant of a zone to the same local time of the device. */
function mover(timeZone) {
  const keys = ["year", "month", "day", "hour", "minute", "second"];
  const numeric = Object.fromEntries(keys.map((key) => [key, "numeric"]));
  const options = { timeZone, hour12: false, ...numeric };
  const format = new Intl.DateTimeFormat("en-US", options);
  return (at) => {
    const numbers = format.format(new Date(at)).match(/\d+/g).map(Number);
    const [month, day, year, hour, minute, second] = numbers;
    // Midnight can be 24.
    return instant(new Date(year, month - 1, day, hour % 24, minute, second));
  };
}

/** Returns the last snooze of each occurrence, unless a later answer ended it. */
function lastSnoozes(responses) {
  const snoozes = new Map();
  for (const response of responses) {
    const { action, uid, alarm, occurrence, identifier, deliveredAt } = response;
    const key = JSON.stringify([uid, occurrence ?? [identifier, deliveredAt]]);
    if (action !== stopRepeat || snoozes.get(key)?.alarm === alarm) snoozes.delete(key);
    if (action === snooze) snoozes.set(key, response);
  }
  return [...snoozes.values()];
}

/** Returns a copy of an entry that rings once. Its data still has the entry's identifier. */
function once(entry, at, changes, layer, infix = "") {
  const { endDate, ...data } = layer.data(entry);
  const identifier = `${data.identifier}.${infix}${at.replace(/[-:]/g, "")}`;
  return layer.once(entry, identifier, { ...data, ...changes, fireDate: at });
}

/** Returns the time of a request that fires once, NaN for a repeat. */
export function fireDate(data) {
  if (data.fireDate) return Date.parse(data.fireDate);
  // ics2notify.….20280131T180000Z
  const [, year, month, day, hour, minute, second] =
    /\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(data.identifier) ?? [];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

let listener;
let queue = Promise.resolve();

/** Runs a task after those before it, also if they failed. */
export function inOrder(task) {
  const result = queue.then(task);
  queue = result.catch(() => {});
  return result;
}

/** Makes this file answer presses. The layer's `listen` calls it. */
export function startListening({ storage, snoozeAfter = 540, onResponse, openURL }) {
  listener = { storage, snoozeAfter, onResponse, openURL };
}

export const isListening = () => listener !== undefined;

/** Returns the last 200 responses. Your server gives them to `ics2notify --responses FILE`. */
export const loadResponses = async () => (await load("responses")) ?? [];
/** Returns the document that was applied last, or null. */
export const loadDocument = () => load("document");
export const saveDocument = (document) => save("document", document);

const load = async (name) =>
  JSON.parse((await listener?.storage.getItem(`ics2notify.${name}`)) ?? "null");
const save = async (name, value) =>
  listener?.storage.setItem(`ics2notify.${name}`, JSON.stringify(value));

/** Answers a press. It does nothing if the layer has reported this press before. */
export async function answer(press, layer) {
  const responses = await inOrder(() => respond(press, layer));
  // Not in order, because your function can wait for `applyPlan`.
  if (responses) await listener.onResponse?.(responses);
}

async function respond({ action, entry, shownAt }, layer) {
  const data = layer.data(entry);
  if (!data || ![done, snooze, stopRepeat, open, join].includes(action)) return;
  const now = Date.now();
  const document = await loadDocument();
  const { identifier, uid, alarm } = data;
  const known = document?.entries.find((entry) => layer.data(entry).identifier === identifier);
  const alert = known && lastAlert(listed(document, known, layer), now);
  const time = fireDate(data);
  const deliveredAt =
    data.deliveredAt ?? (isNaN(time) ? (alert?.at ?? instant(now)) : instant(time));
  const occurrence = data.occurrence ?? alert?.occurrence;
  const press = `${action} ${identifier} ${shownAt ?? data.fireDate ?? deliveredAt}`;

  if (action === open || action === join) {
    if ((await load("opened")) === press) return;
    await save("opened", press);
    await layer.dismiss(entry);
    await listener.openURL(data.url);
    return;
  }
  const responses = await loadResponses();
  if (responses.some((response) => response.press === press)) return;
  // Later than all answers before, also if the clock was set back. Otherwise, the last document
  // would seem to know this one.
  const before = [responses.at(-1)?.respondedAt, document?.respondedUntil].filter(Boolean);
  const respondedAt = instant(Math.max(now, ...before.map((at) => Date.parse(at) + 1000)));
  const response = { action, identifier, uid, alarm, occurrence, deliveredAt, respondedAt, press };
  if (action === snooze) {
    response.until = instant(now + listener.snoozeAfter * 1000);
    // The layer reports less of an entry than the document has, if it still has it.
    response.entry = known ?? entry;
  }
  const latest = [...responses, response].slice(-200);
  await save("responses", latest);
  await layer.dismiss(entry);
  // Your next `applyPlan` tries again.
  if (document) await layer.apply(document).catch(console.error);
  return latest;
}

/** Returns the latest past alert of a repeat. A later one isn't listed if the list has ended. */
const lastAlert = ({ alerts, end }, now) =>
  now < end ? alerts.filter(({ at }) => Date.parse(at) <= now).pop() : undefined;

const instant = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
