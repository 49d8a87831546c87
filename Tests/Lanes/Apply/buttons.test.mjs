// Tests what the answers to buttons change: node buttons.test.mjs LAYER_FILE TARGET
import assert from "node:assert/strict";
import test from "node:test";
import {
  advance, app, apply, begin, checkPending, copies, dataOf, document, idOf, install, nameOf,
  names, pending, press, repeat1, repeat2, repeat3, responses, setClock, show, target, time,
  without,
} from "./app.mjs";
import { device } from "./device.mjs";
import { pill, plan } from "./plan.mjs";

test("done ends the repeats of this occurrence, and keeps the other days", async () => {
  await begin("20:01");
  await press("pill0.T200000", "done");
  const gone = ["pill0.T201000.1", "pill0.T202000.2", "pill1.T203000"];
  checkPending([...without(...gone), ...repeat1, ...repeat2, ...repeat3]);
  assert.equal(app.told.length, 1);
  // A repeat is back as soon as the silenced alert is past.
  for (const [now, expected] of [
    ["20:10", ["pill0.T201000.1", ...repeat2, ...repeat3]],
    ["20:25", ["pill0.T201000.1", "pill0.T202000.2", ...repeat3]],
    ["20:30", gone],
  ]) {
    const rung = advance(time(now)).map(({ data }) => data.uid);
    assert(!rung.includes("pill"));
    await apply(document);
    const past = ["20:10", "20:25", "20:30"].includes(now)
      ? names.filter((name) => name.startsWith("trip0.20280103") ||
        (now !== "20:10" && name.startsWith("trip1"))) : [];
    checkPending([...without(...gone, ...past), ...expected]);
  }
});

test("copies are the least important requests, the latest first", async () => {
  await begin("20:01");
  device.calls = [];
  await press("pill0.T200000", "stopRepeat");
  const added = device.calls.filter(({ name }) => name === "add").map(({ id }) => id);
  const order = added.map((id) => nameOf(device.requests.get(id)));
  if (device.isAndroid) order.reverse();
  const byTime = [...repeat1, ...repeat2].sort((a, b) => (a.slice(-16) < b.slice(-16) ? 1 : -1));
  assert.deepEqual(order, byTime);
  // If slots are short, the latest ones are left out first.
  const kept = without("pill0.T201000.1", "pill0.T202000.2");
  await apply({ ...document, slots: kept.length + 3 });
  checkPending([...kept, ...byTime.slice(-3)]);
});

test("done removes the other one-shots of the occurrence", async () => {
  await begin("20:06");
  await press("trip0.20280103T200500Z", "done");
  checkPending(without("trip0.20280103T200500Z", "trip1.20280103T202500Z"));
  const { deliveredAt, occurrence, uid, alarm, action, respondedAt } = responses()[0];
  assert.deepEqual({ action, uid, alarm }, { action: "ics2notify.done", uid: "trip", alarm: 0 });
  assert.equal(deliveredAt, "2028-01-03T20:05:00Z");
  assert.equal(occurrence, "2028-01-03T21:00:00Z");
  assert.equal(respondedAt, "2028-01-03T20:06:00Z");
});

test("stop repeating ends only the alarm", async () => {
  await begin("20:01");
  await press("pill0.T200000", "stopRepeat");
  checkPending([...without("pill0.T201000.1", "pill0.T202000.2"), ...repeat1, ...repeat2]);
});

test("snooze reminds once more, with the same content and buttons", async () => {
  await begin("20:01");
  await press("pill0.T200000", "snooze");
  const snoozed = "snooze of pill0.T200000 at 2028-01-03T20:10";
  checkPending([...names, snoozed]);
  const [response] = responses();
  assert.equal(response.until, "2028-01-03T20:10:00Z");
  assert.equal(response.deliveredAt, "2028-01-03T20:00:00Z");
  assert.equal(response.occurrence, "2028-01-03T20:00:00Z");
  const others = ["identifier", "id", "ics2notify", "trigger", "schedule", "buttons"];
  const text = (item) =>
    JSON.stringify(item, (key, value) => (others.includes(key) ? undefined : value));
  const item = [...device.requests.values()].find((item) => nameOf(item) === snoozed);
  const original = [...device.requests.values()].find((item) => nameOf(item) === "pill0.T200000");
  assert.equal(text(item), text(original));
  // A button on it answers the original reminder.
  advance(time("20:10"));
  await press(snoozed, "snooze");
  const again = "snooze of pill0.T200000 at 2028-01-03T20:19";
  checkPending([...without("trip0.20280103T200500Z"), again]);
  const { identifier, uid, alarm, deliveredAt, occurrence, until } = responses()[1];
  assert.deepEqual([identifier, uid, alarm], [pill[0].identifier, "pill", 0]);
  assert.deepEqual([deliveredAt, occurrence], [response.deliveredAt, response.occurrence]);
  assert.equal(until, "2028-01-03T20:19:00Z");
  advance(time("20:19"));
  await press(again, "done");
  checkPending([
    ...without("trip0.20280103T200500Z", "pill0.T202000.2", "pill1.T203000"), ...repeat2,
    ...repeat3,
  ]);
});

test("an occurrence has one snooze, which a later answer can end", async () => {
  await begin("20:11", { snoozeAfter: 3600 });
  const after = without("trip0.20280103T200500Z");
  await press("pill0.T200000", "snooze");
  await press("trip0.20280103T200500Z", "snooze");
  setClock("20:12");
  await press("pill0.T201000.1", "snooze");
  const trip = "snooze of trip0.20280103T200500Z at 2028-01-03T21:11";
  const last = "snooze of pill0.T201000.1 at 2028-01-03T21:12";
  checkPending([...after, trip, last]);
  // Stop repeating in another alarm doesn't end it.
  advance(time("20:31"));
  const later = after.filter((name) => !name.startsWith("trip1"));
  await press("pill1.T203000", "stopRepeat");
  checkPending([...later, trip, last]);
  await press("pill0.T202000.2", "stopRepeat");
  checkPending([...later, trip]);
  advance(time("20:31") + 1000);
  await press("trip1.20280103T202500Z", "done");
  checkPending(later);
});

test("a snooze after done reminds", async () => {
  await begin("20:11", { snoozeAfter: 60 });
  await press("pill0.T200000", "done");
  await press("pill0.T201000.1", "snooze");
  assert(pending().includes("snooze of pill0.T201000.1 at 2028-01-03T20:12"));
});

test("a plan that knows a response decides alone, another keeps the snooze", async () => {
  await begin("20:06", { snoozeAfter: 86_400 });
  await press("trip0.20280103T200500Z", "snooze");
  const snoozed = "snooze of trip0.20280103T200500Z at 2028-01-04T20:06";
  const now = "2028-01-03T20:07:00Z";
  setClock(now);
  await apply(plan(target, now));
  checkPending([...without("trip0.20280103T200500Z"), snoozed]);
  await apply(plan(target, now, { respondedUntil: "2028-01-03T20:05:59Z" }));
  checkPending([...without("trip0.20280103T200500Z"), snoozed]);
  await apply(plan(target, now, { respondedUntil: "2028-01-03T20:06:00Z" }));
  checkPending(without("trip0.20280103T200500Z"));
  assert.equal(device.lost, 0);
});

test("done of a plan that doesn't know it stays in force", async () => {
  await begin("20:06");
  await press("trip0.20280103T200500Z", "done");
  const now = "2028-01-03T20:07:00Z";
  await apply(plan(target, now));
  checkPending(without("trip0.20280103T200500Z", "trip1.20280103T202500Z"));
  await apply(plan(target, now, { respondedUntil: "2028-01-03T20:06:00Z" }));
  checkPending(without("trip0.20280103T200500Z"));
});

test("a snooze counts in the slots, and the least important requests are left out", async () => {
  await begin("20:06", {}, { ...document, slots: names.length - 1 });
  checkPending(without("trip0.20280103T200500Z", names[0]));
  await apply({ ...document, slots: names.length - 2 });
  checkPending(without("trip0.20280103T200500Z", names[0]));
  await press("trip0.20280103T200500Z", "snooze");
  const snoozed = "snooze of trip0.20280103T200500Z at 2028-01-03T20:15";
  checkPending([...without("trip0.20280103T200500Z", names[0], names[1]), snoozed]);
  // It has to be the last one that is left out.
  await apply({ ...document, slots: 1 });
  checkPending([snoozed]);
  advance(time("20:15"));
  await apply({ ...document, slots: 1 });
  checkPending(["pill0.T200000"]);
});

test("a repeat whose alerts aren't listed stays, and its snooze is independent", async () => {
  const { alerts, ...short } = document;
  await begin("20:16", { snoozeAfter: 2 * 86_400 }, short);
  await press("walk0.T201500", "done");
  const after = without("trip0.20280103T200500Z");
  checkPending(after);
  const [{ deliveredAt, occurrence }] = responses();
  assert.deepEqual([deliveredAt, occurrence], ["2028-01-03T20:16:00Z", undefined]);
  advance(time("2028-01-04T20:16:00Z"));
  await press("walk0.T201500", "snooze");
  advance(time("2028-01-05T20:16:00Z"));
  await press("walk0.T201500", "snooze");
  const [first, second] = ["06", "07"].map(
    (day) => `snooze of walk0.T201500 at 2028-01-${day}T20:16`,
  );
  const days = names.filter((name) => !name.startsWith("trip"));
  checkPending([...days, first, second]);
  advance(time("2028-01-06T20:16:00Z"));
  await press(first, "done");
  checkPending([...days, second]);
});

test("the delivery of a repeat is its latest alert, also before the plan", async () => {
  for (const [now, expected] of [
    ["2028-01-03T20:01:30Z", "2028-01-03T20:00:00Z"],
    ["2028-01-04T19:59:59Z", "2028-01-03T20:00:00Z"],
    ["2028-01-04T20:00:00Z", "2028-01-04T20:00:00Z"],
  ]) {
    await begin("20:01");
    setClock(now);
    show("pill0.T200000");
    await press("pill0.T200000", "done");
    const { deliveredAt, occurrence, respondedAt } = responses().at(-1);
    assert.deepEqual([deliveredAt, occurrence, respondedAt], [expected, expected, now]);
  }
  setClock("2028-01-05T08:00:00Z");
  await apply(plan(target, "2028-01-05T08:00:00Z"));
  show("pill1.T203000");
  await press("pill1.T203000", "done");
  assert.equal(responses().at(-1).occurrence, "2028-01-04T20:00:00Z");
});

test("a button on a copy answers its occurrence", async () => {
  await begin("20:01");
  await press("pill0.T200000", "stopRepeat");
  advance(time("2028-01-04T20:11:00Z"));
  await press(repeat1[0], "done");
  const { identifier, deliveredAt, occurrence } = responses()[1];
  assert.equal(identifier, pill[1].identifier);
  assert.deepEqual([deliveredAt, occurrence], ["2028-01-04T20:10:00Z", "2028-01-04T20:00:00Z"]);
});

test("done and stop repeating remove the request of an overdue to-do", async () => {
  for (const [action, expected] of [["snooze", true], ["stopRepeat", false], ["done", false]]) {
    await begin("08:00");
    show("tax.PT1800S");
    await press("tax.PT1800S", action);
    assert.equal(pending().includes("tax.PT1800S"), expected);
    const { deliveredAt, occurrence } = responses()[0];
    assert.deepEqual([deliveredAt, occurrence], ["2028-01-03T08:00:00Z", "2028-01-02T09:00:00Z"]);
    // A plan that knows the response decides whether the to-do is still overdue.
    await apply(plan(target, "2028-01-03T08:00:00Z", { respondedUntil: "2028-01-03T08:00:00Z" }));
    assert(pending().includes("tax.PT1800S"));
  }
});

test("the end date of a repeat doesn't end its snooze or its copies", async () => {
  const limited = structuredClone(document);
  for (const entry of limited.entries) dataOf(entry).endDate = "2028-01-03T22:00:00Z";
  await begin("20:01", { snoozeAfter: 7200 }, limited);
  await press("pill0.T200000", "snooze");
  setClock("22:00");
  await apply(limited);
  assert.deepEqual(pending(), ["snooze of pill0.T200000 at 2028-01-03T22:01"]);
  assert.equal("endDate" in dataOf([...device.requests.values()][0]), false);
});

test("applying twice changes nothing", async () => {
  await begin("20:06");
  await press("pill0.T200000", "done");
  await press("trip0.20280103T200500Z", "snooze");
  device.calls = [];
  await apply(document);
  assert.deepEqual(device.calls.map(({ name }) => name), ["store"]);
  assert.equal(new Set([...device.requests.values()].map(idOf)).size, device.requests.size);
});

test("after the renewal, an answer belongs to no listed alert", async () => {
  await begin("20:01");
  for (const day of [12, 13]) {
    const now = `2028-01-${day}T20:01:00Z`;
    advance(time(now));
    await press("pill0.T200000", "snooze");
    const { deliveredAt, occurrence } = responses().at(-1);
    assert.deepEqual([deliveredAt, occurrence], [now, undefined]);
    assert(pending().includes(`snooze of pill0.T200000 at 2028-01-${day}T20:10`));
  }
  assert.equal(responses().length, 2);
});

test("a list with 200 alerts ends at the last one", async () => {
  const { identifier } = pill[0];
  const long = structuredClone(document);
  const last = long.alerts[identifier].find(({ at }) => at === "2028-01-03T20:00:00Z");
  long.alerts[identifier] = Array(200).fill(last);
  await begin("20:01", {}, long);
  await press("pill0.T200000", "done");
  assert.equal(responses()[0].occurrence, undefined);
  assert.equal(responses()[0].deliveredAt, "2028-01-03T20:01:00Z");
});

test("local alerts follow the device into another zone", async () => {
  const follows = !target.startsWith("notif");
  const home = process.env.TZ;
  for (const [zone, shift] of [["America/New_York", 6], ["Asia/Tokyo", -8], ["Europe/London", 1]]) {
    process.env.TZ = zone;
    const local = structuredClone(document);
    local.timeZone = "Europe/Berlin";
    for (const { trigger } of local.entries) delete trigger?.timezone;
    const shown = time("20:00") + shift * 3_600_000;
    for (const alert of Object.values(local.alerts).flat()) {
      alert.occurrence = alert.occurrence.replace("Z", "");
    }
    await install("2028-01-03T07:00:00Z");
    await apply(local);
    setClock(shown + 60_000);
    show("pill0.T200000");
    await press("pill0.T200000", "stopRepeat");
    const text = new Date(shown).toISOString().replace(".000", "");
    if (follows) {
      const { occurrence, deliveredAt } = responses()[0];
      assert.deepEqual([occurrence, deliveredAt], ["2028-01-03T20:00:00", text], zone);
      // The alert of the next evening is a copy.
      const next = new Date(shown + 86_400_000 + 600_000).toISOString().slice(0, 16);
      assert(pending().includes(`copy of pill0.T201000.1 at ${next}`), zone);
    }
  }
  if (home === undefined) delete process.env.TZ;
  else process.env.TZ = home;
});

test("done removes a late request", async () => {
  await begin("20:06");
  setClock("20:27");
  await press("trip0.20280103T200500Z", "done");
  assert(!pending().includes("trip1.20280103T202500Z"));
});

test("answers have different times, also if the clock was set back", async () => {
  await begin("20:12");
  const known = { respondedUntil: "2028-01-03T20:13:00Z" };
  await apply(plan(target, "2028-01-03T20:12:00Z", known));
  await press("trip0.20280103T200500Z", "snooze");
  await press("pill0.T200000", "snooze");
  const times = responses().map(({ respondedAt }) => respondedAt);
  assert.deepEqual(times, ["2028-01-03T20:13:01Z", "2028-01-03T20:13:02Z"]);
  assert.equal(pending().filter((name) => name.startsWith("snooze")).length, 2);
});
