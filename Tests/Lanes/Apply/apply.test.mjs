// Tests an apply function: node apply.test.mjs LAYER_FILE FIRST.json SECOND.json
// LAYER_FILE is expo.js, notifykit.js, notifee.js or capacitor.js. SECOND is a newer document of the same
// target.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Crash, device } from "./device.mjs";
import { layerOf, load } from "./load.mjs";

const [layerFile, ...files] = process.argv.slice(2);
const [first, second] = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
const { id: idOf, data: dataOf, foreign } = layerOf(layerFile);
const { applyPlan, listen } = await load(layerFile);

let clock = 0;
Date.now = () => clock;
const digests = (entries) => new Map(entries.map((entry) => [idOf(entry), dataOf(entry).digest]));
const pending = () => digests([...device.requests.values()].filter(dataOf));
const calls = (name) => device.calls.filter((call) => call.name === name).map(({ id }) => id);
// Android refuses what is added last, so the most important entry is the first there.
const inOrder = (ids) => (first.target.endsWith("-android") ? [...ids].reverse() : [...ids]);
const names = () => device.calls.map(({ name }) => name).filter((name) => name !== "store");
const order = () => names().join(" ");

/** The fire date of an entry that fires once, otherwise NaN. */
function fireDate(entry) {
  const pattern = /\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/;
  const [, year, month, ...rest] = pattern.exec(dataOf(entry).identifier) ?? [];
  return Date.UTC(year, month - 1, ...rest);
}

/** A device on which others leave room for the larger one of the plans. Applies the first. */
async function start() {
  device.reset(first.target);
  await listen({ storage: device.storage });
  clock = Date.parse(first.now) + 5;
  device.others = first.limit - Math.max(first.entries.length, second.entries.length);
  for (let count = 0; count < device.others; count += 1) device.add(`foreign ${count}`, foreign);
  await applyPlan(first);
}

/** Lets time pass. The system removes what fired, except a late one. */
function passTo(time, late) {
  clock = time;
  const fired = [...first.entries, ...second.entries].filter((entry) => fireDate(entry) <= clock);
  for (const id of fired.map(idOf)) if (!late || id !== idOf(late)) device.requests.delete(id);
  device.calls = [];
}

/** Checks that these entries, all requests of others, and nothing else are pending. */
function checkPending(entries) {
  assert.deepEqual(pending(), digests(entries)); // Maps are equal in any order.
  assert.equal(device.requests.size - entries.length, device.others);
  assert.equal(device.lost, 0);
}

test("a plan is added in order after buttons and channels, and again only by force", async () => {
  await start();
  checkPending(first.entries);
  assert.match(order(), /^(setUp ?)*(add ?)*$/);
  assert.deepEqual(calls("add"), inOrder(first.entries.map(idOf)));
  if (!/^notif.*-android/.test(first.target)) {
    const categories = first.categories.map(({ identifier }) => identifier);
    assert.deepEqual([...device.categories.keys()], categories);
  }
  assert.equal(device.channels.length, device.isAndroid ? 4 : 0);
  passTo(clock);
  await applyPlan(first);
  assert.equal(order(), "");
  await applyPlan(first, { force: true });
  assert.deepEqual(calls("add"), inOrder(first.entries.map(idOf)));
});

test("a newer plan removes what is gone, then adds what is new or changed, in order", async () => {
  await start();
  passTo(Date.parse(second.now) + 5);
  const [old, wanted] = [pending(), digests(second.entries)];
  await applyPlan(second);
  checkPending(second.entries);
  assert.match(order(), /^(cancel ?)*(setUp ?)*(add ?)*$/);
  assert.deepEqual(calls("cancel").sort(), [...old.keys()].filter((id) => !wanted.has(id)).sort());
  const changed = [...wanted.keys()].filter((id) => wanted.get(id) !== old.get(id));
  assert.deepEqual(calls("add"), inOrder(changed));
});

test("a changed entry is replaced, and an entry is removed at its end date", async () => {
  await start();
  passTo(clock);
  const [ended, changed, ...others] = structuredClone(first.entries);
  dataOf(ended).endDate = first.now;
  dataOf(changed).digest = "another";
  await applyPlan({ ...first, entries: [ended, changed, ...others] });
  checkPending([changed, ...others]);
  assert.deepEqual([calls("cancel"), calls("add")], [[idOf(ended)], [idOf(changed)]]);
});

test("a crash loses no reminder of both plans, and the next call completes the plan", async () => {
  const step = Math.ceil((first.entries.length + second.entries.length) / 100);
  for (let count = 0, isCrashed = true; isCrashed; count += step) {
    await start();
    passTo(Date.parse(second.now) + 5);
    const both = second.entries.map(idOf).filter((id) => pending().has(id));
    device.callsBeforeCrash = count;
    const error = await applyPlan(second).catch((error) => error);
    isCrashed = error instanceof Crash;
    assert(isCrashed || !error, error);
    assert(both.every((id) => pending().has(id)));
    device.callsBeforeCrash = Infinity;
    await applyPlan(second);
    checkPending(second.entries);
  }
});

test("an old plan is applied without what is past, also without exact alarms", async () => {
  device.reset(first.target);
  Object.assign(device, { others: 0, allowsExactAlarms: false });
  clock = Date.parse(first.now) + 3 * 86_400_000;
  await applyPlan(first);
  checkPending(first.entries.filter((entry) => !(fireDate(entry) <= clock)));
});

test("a reminder that Android shows late stays for an hour", async () => {
  const late = first.entries.find((entry) => fireDate(entry) > Date.parse(first.now));
  assert(late);
  for (const [minutes, expected] of [[59, [late]], [60, []]]) {
    await start();
    passTo(fireDate(late) + minutes * 60_000, late);
    await applyPlan({ ...first, entries: [] });
    checkPending(expected);
  }
});
