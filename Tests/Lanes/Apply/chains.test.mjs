// Tests chains of random presses: node chains.test.mjs LAYER_FILE TARGET [FIRST_SEED COUNT]
// A model says which alerts the user gets. It knows the calendar and the presses, not the requests.
import assert from "node:assert/strict";
import test from "node:test";
import { advance, apply, dataOf, install, responses, restart, target, time } from "./app.mjs";
import { Crash, device } from "./device.mjs";
import { pill, plan, trip, walk } from "./plan.mjs";

const [firstSeed = 1, count = 4] = process.argv.slice(4).map(Number);
const [minute, day] = [60_000, 86_400_000];
const snoozeAfter = 420;
const instant = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;

// The plan of the first day is to be renewed on the 10th.
const days = Array.from({ length: 11 }, (_, index) => String(index + 3).padStart(2, "0"));
const alerts = days.flatMap((number) => {
  const date = `2028-01-${number}`;
  const at = (clockTime) => time(`${date}T${clockTime}:00Z`);
  return [
    ...pill.map((alert) => {
      return { ...alert, uid: "pill", occurrence: `${date}T20:00:00Z`, time: at(alert.time) };
    }),
    { uid: "walk", identifier: walk.identifier, alarm: 0, time: at(walk.time) },
    ...trip.filter((alert) => alert.date === date)
      .map((alert) => ({ ...alert, uid: "trip", time: at(alert.time) })),
  ];
});

/** Returns a linear congruential generator of numbers below a limit. */
function random(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** What the presses mean for the alerts after them. */
class Model {
  silenced = [];
  snoozes = new Map();

  /** The alerts in a time without presses. */
  rings(from, to) {
    const isIn = ({ time }) => time > from && time <= to;
    const isSilenced = (alert) => this.silenced.some((press) =>
      press.uid === alert.uid && press.occurrence === alert.occurrence &&
      (press.action === "done" || press.alarm === alert.alarm));
    const snoozes = [...this.snoozes.values()].filter(isIn);
    return [...alerts.filter((alert) => isIn(alert) && !isSilenced(alert)), ...snoozes];
  }

  /** The user answers an alert. */
  press(alert, action, now) {
    const { uid, alarm, occurrence } = alert;
    // Only presses on one notification of this event share a snooze.
    const key = occurrence ? `${uid} ${occurrence}` : (alert.snoozeOf ?? `${uid} ${now}`);
    if (occurrence && action !== "snooze") this.silenced.push({ uid, occurrence, alarm, action });
    const snooze = this.snoozes.get(key);
    if (action === "done" || (action === "stopRepeat" && snooze?.alarm === alarm)) {
      this.snoozes.delete(key);
    }
    if (action === "snooze") {
      const { identifier } = alert;
      const time = now + snoozeAfter * 1000;
      this.snoozes.set(key, { uid, identifier, alarm, occurrence, time, snoozeOf: key });
    }
  }
}

const nameOf = ({ uid, alarm, time }, isSnooze) =>
  `${isSnooze ? "snoozed " : ""}${uid} ${alarm} ${instant(time)}`;

async function run(seed) {
  const next = random(seed);
  await install("2028-01-03T07:00:00Z", { snoozeAfter });
  let now = time("2028-01-03T07:00:00Z");
  let document = plan(target, instant(now));
  await apply(document);
  const model = new Model();
  const shown = new Map();
  const presses = { done: 0, snooze: 0, stopRepeat: 0, crashed: 0 };
  while (now < time("2028-01-13T21:30:00Z")) {
    const evening = now - (now % day) + 19 * 60 * minute + 55 * minute;
    const isOver = now >= evening + 65 * minute;
    const tonight = now < evening ? evening : now + (1 + next(9)) * minute;
    const later = isOver ? evening + day : tonight;
    const rung = advance(later);
    const expected = model.rings(now, later);
    const [actualNames, expectedNames] = [
      rung.map(({ data, time }) => nameOf({ ...data, time }, data.deliveredAt)),
      expected.map((alert) => nameOf(alert, alert.snoozeOf)),
    ];
    assert.deepEqual(actualNames.sort(), expectedNames.sort(), `seed ${seed}, ${instant(later)}`);
    now = later;
    for (const [id, { item, date }] of device.shown) {
      const name = nameOf({ ...dataOf(item), time: date }, dataOf(item).deliveredAt);
      const alert = expected.find((alert) => nameOf(alert, alert.snoozeOf) === name);
      if (alert) shown.set(id, alert);
    }
    const choice = next(10);
    // Half of the users have no newer plan.
    if (choice === 0 && seed % 2 === 0) document = plan(target, instant(now));
    // A repeat comes back when the app starts.
    if (isOver) await apply(document);
    if (choice < 2) {
      await restart();
      await apply(document);
    } else if (choice < 8 && device.shown.size > 0) {
      const [id, { item, buttons }] = [...device.shown][next(device.shown.size)];
      const action = buttons[next(buttons.length)].id.replace("ics2notify.", "");
      const state = ["foreground", "background", "ended"][next(3)];
      const { uid, identifier } = shown.get(id);
      // A repeat's notification is for its latest alert.
      const isRepeat = uid === "pill" && !dataOf(item).fireDate;
      const alert = isRepeat ? { ...latest(identifier, now) } : shown.get(id);
      if (isRepeat && now >= time(document.renewal)) delete alert.occurrence;
      const before = responses().length;
      if (choice === 2) device.callsBeforeCrash = device.calls.length + next(6);
      if (state === "ended") device.endProcess();
      device.state = state;
      const crash = await device.press(id, `ics2notify.${action}`).catch((error) => error);
      if (crash && !(crash instanceof Crash)) throw crash;
      device.callsBeforeCrash = Infinity;
      device.shown.delete(id);
      if (responses().length > before) {
        presses[action] += 1;
        model.press(alert, action, now);
      }
      if (crash || choice === 2) {
        presses.crashed += 1;
        await restart();
        await apply(document);
      }
    }
  }
  assert.equal(responses().length, presses.done + presses.snooze + presses.stopRepeat);
  return presses;
}

/** The latest alert of a repeat. */
const latest = (identifier, now) =>
  alerts.filter((alert) => alert.identifier === identifier && alert.time <= now).pop();

test(`the user gets the alerts of the model, seeds from ${firstSeed}`, async () => {
  const total = { done: 0, snooze: 0, stopRepeat: 0, crashed: 0 };
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const presses = await run(seed);
    for (const key of Object.keys(total)) total[key] += presses[key];
  }
  for (const number of Object.values(total)) assert(number > count, JSON.stringify(total));
});
