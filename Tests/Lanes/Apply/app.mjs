// An app with buttons on the stand-in of its layer: node TEST.mjs LAYER_FILE TARGET
import assert from "node:assert/strict";
import { device } from "./device.mjs";
import { layerOf, load } from "./load.mjs";
import { pill, plan, walk } from "./plan.mjs";

const [layerFile, target] = process.argv.slice(2);
export { target };
export const { id: idOf, data: dataOf } = layerOf(layerFile);
export const time = (text) => Date.parse(text.includes("T") ? text : `2028-01-03T${text}:00Z`);

let clock = 0;
Date.now = () => clock;
export const setClock = (text) => (clock = typeof text === "number" ? text : time(text));

// Capacitor's page.
globalThis.window = { open: (url) => device.opened.push(url) };

/** What console.error showed. */
export const errors = [];
console.error = (error) => errors.push(error);

/** The app: `functions` of the layer's file, options of `listen`, and calls of `onResponse`. */
export const app = { functions: undefined, options: {}, told: [] };

/** Installs the app on an empty device, and starts it. */
export async function install(now = "2028-01-03T07:00:00Z", options = {}) {
  device.reset(target);
  errors.length = 0;
  setClock(now);
  Object.assign(app, { options, told: [] });
  device.start = async () => {
    app.functions = await load(layerFile);
    const onResponse = async (responses) => app.told.push(structuredClone(responses));
    device.run(() =>
      app.functions.listen({ storage: device.storage, onResponse, ...app.options }),
    );
  };
  await restart();
}

/** Starts the app, or starts it anew. */
export async function restart(state = "foreground", held = {}) {
  await device.startProcess(state, held);
  await device.settle();
}

export const apply = (document, options) => app.functions.applyPlan(document, options);
export const responses = () => JSON.parse(device.stored.get("ics2notify.responses") ?? "[]");

/** A request's name: its entry's, and the instant if it is none of the document. */
export function nameOf(item) {
  const { identifier, fireDate, deliveredAt } = dataOf(item);
  const kind = deliveredAt ? "snooze" : "copy";
  const name = identifier.replace("ics2notify.", "");
  return fireDate ? `${kind} of ${name} at ${fireDate.replace(/:00Z$/, "")}` : name;
}

/** The names of the pending requests, in the order of the document. */
export function pending() {
  for (const [id, item] of device.requests) {
    const { identifier, fireDate } = dataOf(item);
    assert.equal(idOf(item), id);
    if (fireDate) assert.equal(device.times.get(id), Date.parse(fireDate));
    if (fireDate && typeof id === "string") assert(id.startsWith(`${identifier}.`));
  }
  return [...device.requests.values()].map(nameOf);
}
const idNamed = (items, name) =>
  [...items].find(([, item]) => nameOf(item.item ?? item) === name)?.[0];

/** Fires a pending request now. */
export const show = (name) => device.show(idNamed(device.requests, name), clock);
/** Presses a button of a shown notification while the app is in a state. */
export async function press(name, action, state = device.state) {
  if (state === "ended") device.endProcess();
  device.state = state;
  await device.press(idNamed(device.shown, name), `ics2notify.${action}`);
}

/** Lets time pass, fires what is due, and returns the names with their times. */
export function advance(to) {
  const day = 86_400_000;
  const due = [];
  for (const [id, item] of device.requests) {
    const alert = [...pill, walk].find(({ identifier }) => identifier === dataOf(item).identifier);
    const [once, times] = [device.times.get(id), []];
    if (once !== undefined) times.push(once);
    else if (alert) {
      const first = clock - (clock % day) + (time(alert.time) % day);
      for (let next = first; next <= to; next += day) times.push(next);
    }
    times.filter((time) => time > clock && time <= to)
      .forEach((time) => due.push({ id, item, time }));
  }
  due.sort((a, b) => a.time - b.time);
  for (const { id, time } of due) device.show(id, time);
  clock = to;
  return due.map(({ item, time }) => ({ data: dataOf(item), time }));
}

/** The plan of this morning, and its names. */
export const morning = "2028-01-03T07:00:00Z";
export const document = plan(target, morning);
export const names = document.entries.map(nameOf);
export const without = (...left) => names.filter((name) => !left.includes(name));
export const sorted = (list) => [...list].sort();
/** Checks which requests are pending, in any order. */
export const checkPending = (expected) => assert.deepEqual(sorted(pending()), sorted(expected));
/** The names of the copies of a daily alert, from the next day to the end of the plan. */
export const copies = (name, clockTime) =>
  [4, 5, 6, 7, 8, 9].map((day) => `copy of ${name} at 2028-01-0${day}T${clockTime}`);
export const repeat1 = copies("pill0.T201000.1", "20:10");
export const repeat2 = copies("pill0.T202000.2", "20:20");
export const repeat3 = copies("pill1.T203000", "20:30");

/** An app with the plan of this morning, at a later time. */
export async function begin(now, options, plan = document) {
  await install(morning, options);
  await apply(plan);
  advance(time(now));
}
