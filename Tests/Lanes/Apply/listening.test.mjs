// Tests how presses reach an app: node listening.test.mjs LAYER_FILE TARGET
import assert from "node:assert/strict";
import test from "node:test";
import {
  advance, app, apply, begin, checkPending, document, errors, nameOf, names, pending, press,
  repeat1, repeat2, repeat3, responses, restart, setClock, show, sorted, target, time, without,
} from "./app.mjs";
import { Crash, device } from "./device.mjs";
import { load } from "./load.mjs";
import { categories, plan } from "./plan.mjs";

const isOnExpo = target.startsWith("expo");
const states = ["foreground", "background", "ended"];

test("buttons are registered only if the app listens", async () => {
  await begin("08:00");
  const actions = (id) => (device.categories.get(id) ?? []).map(({ id }) => id);
  const buttons = () => {
    show("trip0.20280103T200500Z");
    const [shown] = [...device.shown.values()].slice(-1);
    return shown.buttons.map(({ id, foreground }) => [id, foreground]);
  };
  assert.deepEqual(buttons(), [
    ["ics2notify.snooze", false], ["ics2notify.open", true], ["ics2notify.done", false],
  ]);
  if (!/^notif.*-android/.test(target)) {
    assert.deepEqual([...device.categories.keys()], categories.map(({ identifier }) => identifier));
    assert.deepEqual(actions("ics2notify.event"), ["ics2notify.snooze", "ics2notify.done"]);
  }
  // The next version of the app doesn't listen.
  device.start = async () => (app.functions = await load(process.argv[2]));
  await restart();
  await app.functions.setUp(document);
  await apply(document, { force: true });
  assert.deepEqual(categories.flatMap(({ identifier }) => actions(identifier)), []);
  assert.deepEqual(buttons(), []);
  assert.equal(device.stored.has("ics2notify.responses"), false);
});

test("each answer is handled in each state of the app, and removes the notification", async () => {
  for (const state of states) {
    for (const action of ["done", "snooze", "stopRepeat"]) {
      await begin("20:01");
      await press("pill0.T200000", action, state);
      assert.deepEqual(responses().map(({ action }) => action), [`ics2notify.${action}`], state);
      assert.equal(app.told.length, 1);
      assert.deepEqual(app.told[0], responses());
      assert.equal(device.shown.size, 0);
      assert.equal(device.js.last, null);
      assert.notDeepEqual(sorted(pending()), sorted(names));
    }
  }
  assert.deepEqual(errors, []);
});

test("a plan isn't needed for an answer that comes first", async () => {
  await begin("20:01");
  device.stored.delete("ics2notify.document");
  await press("pill0.T200000", "snooze", "ended");
  checkPending(names);
  assert.equal(responses().length, 1);
  assert.deepEqual(errors, []);
  await apply(document);
  assert(pending().includes("snooze of pill0.T200000 at 2028-01-03T20:10"));
});

test("a snooze works after the plan has lost its entry", async () => {
  await begin("20:06");
  await apply(plan(target, "2028-01-03T20:06:00Z"));
  await press("trip0.20280103T200500Z", "snooze", "ended");
  const name = "snooze of trip0.20280103T200500Z at 2028-01-03T20:15";
  assert(pending().includes(name));
  const item = [...device.requests.values()].find((item) => nameOf(item) === name);
  assert.match(JSON.stringify(item), /"title":"Title of trip","body":"Body"/);
  // Expo reports another sound than the default one as "custom", without its name.
  if (isOnExpo) assert.equal(item.content.sound, "default");
  assert.match(JSON.stringify(item), /"url":"https:\/\/example.org\/trip"/);
  advance(time("20:15"));
  await press(name, "done");
  checkPending(without("trip0.20280103T200500Z", "trip1.20280103T202500Z"));
});

test("a link is opened once, and isn't a response", async () => {
  for (const state of states) {
    await begin("20:06");
    await press("trip0.20280103T200500Z", "open", state);
    assert.deepEqual(device.opened, ["https://example.org/trip"], state);
    assert.deepEqual([responses(), app.told], [[], []]);
    assert.deepEqual([...device.shown.values()].map(({ item }) => nameOf(item)), ["pill0.T200000"]);
    checkPending(without("trip0.20280103T200500Z"));
    // Android starts a process again with the intent of its activity.
    const retained = device.intent ? [device.intent] : [];
    await restart("foreground", { retained });
    assert.equal(device.opened.length, 1);
    show("trip1.20280103T202500Z");
    await press("trip1.20280103T202500Z", "open", state);
    assert.equal(device.opened.length, 2);
  }
});

test("the app can open links itself", async () => {
  const opened = [];
  await begin("20:06", { openURL: async (url) => opened.push(url) });
  await press("trip0.20280103T200500Z", "open");
  assert.deepEqual([opened, device.opened], [["https://example.org/trip"], []]);
});

test("a press that is reported again is ignored", async () => {
  await begin("20:06");
  await press("trip0.20280103T200500Z", "snooze", "ended");
  const before = sorted(pending());
  setClock("20:08");
  const retained = device.intent ? [device.intent] : [];
  await restart("foreground", { retained, last: device.js.last });
  assert.equal(responses().length, 1);
  assert.equal(app.told.length, 1);
  assert.deepEqual(sorted(pending()), before);
});

test("Expo tells two notifications of a repeat apart", { skip: !isOnExpo }, async () => {
  await begin("20:16");
  await press("walk0.T201500", "done", "foreground");
  const { waiting } = device;
  setClock("20:18");
  await restart("foreground", { last: waiting });
  assert.equal(responses().length, 1);
  show("walk0.T201500");
  await press("walk0.T201500", "done");
  assert.equal(responses().length, 2);
});

test("other buttons, other notifications and a tap are ignored", async () => {
  await begin("20:06");
  const buttons = [{ id: "ics2notify.other", foreground: false }, { id: "tap", foreground: true }];
  for (const { id } of buttons) {
    for (const state of states) {
      show("pill0.T200000");
      const isPill = ([, { item }]) => nameOf(item) === "pill0.T200000";
      const [shownId, shown] = [...device.shown].find(isPill);
      shown.buttons = buttons;
      device.state = state;
      await device.press(shownId, id);
    }
  }
  const foreign = {
    content: { title: "Other", body: "", data: { other: 1 } }, trigger: {},
    notification: { id: "other", data: {}, android: {}, ios: {} }, id: 7, extra: null,
  };
  device.shown.set("other", {
    id: "other", item: foreign, date: 0, buttons: [{ id: "ics2notify.done", foreground: false }],
  });
  await device.press("other", "ics2notify.done");
  // An event of another kind, of notifee.
  if (target.startsWith("notif")) await app.functions.onEvent({ type: 4, detail: {} });
  assert.deepEqual([responses(), app.told, errors], [[], [], []]);
  checkPending(without("trip0.20280103T200500Z"));
});

test("the app keeps the last 200 responses", async () => {
  await begin("20:01");
  for (let count = 0; count < 201; count += 1) {
    setClock(time("2028-01-04T08:00:00Z") + count * 60_000);
    show("walk0.T201500");
    await press("walk0.T201500", "done");
  }
  assert.equal(responses().length, 200);
  assert.equal(responses()[0].respondedAt, "2028-01-04T08:01:00Z");
  assert.equal(responses()[199].respondedAt, "2028-01-04T11:20:00Z");
  assert.deepEqual(await app.functions.loadResponses(), responses());
  assert.deepEqual(await app.functions.loadDocument(), document);
});

test("a press waits if Android has no task", { skip: target !== "expo-android" }, async () => {
  await begin("20:01");
  device.registeredTasks.clear();
  await press("pill0.T200000", "done", "ended");
  assert.deepEqual(responses(), []);
  await restart("foreground", { last: device.waiting });
  assert.equal(responses().length, 1);
});

test("a plan that is applied during an answer waits for it", async () => {
  await begin("20:06", { onResponse: () => apply(plan(target, "2028-01-03T20:06:00Z")) });
  const newer = plan(target, "2028-01-03T20:06:00Z");
  newer.entries.pop();
  const answering = press("trip0.20280103T200500Z", "done");
  const applying = [newer, document].map((document) => apply(document));
  await Promise.all([answering, ...applying]);
  checkPending(without("trip0.20280103T200500Z", "trip1.20280103T202500Z"));
  // Without order, both would see the same requests, and the second would add nothing.
  await Promise.all([apply(newer), apply(document)]);
  checkPending(without("trip0.20280103T200500Z", "trip1.20280103T202500Z"));
  // A failure doesn't stop the next ones.
  await assert.rejects(apply({ ...document, target: "another" }));
  await apply(newer);
  checkPending(without("trip0.20280103T200500Z", "trip1.20280103T202500Z", "pill0.T200000"));
});

test("a request that the system refuses is tried again", async () => {
  await begin("20:06");
  const { add } = device;
  device.add = () => {
    throw new Error("refused");
  };
  await press("trip0.20280103T200500Z", "snooze");
  device.add = add;
  assert.deepEqual(errors.map(({ message }) => message), ["refused"]);
  assert.equal(app.told.length, 1);
  await apply(document);
  checkPending([
    ...without("trip0.20280103T200500Z"), "snooze of trip0.20280103T200500Z at 2028-01-03T20:15",
  ]);
});

test("a crash loses neither a stored answer nor another reminder", async () => {
  const copied = [...repeat1, ...repeat2, ...repeat3];
  const kept = without("pill0.T201000.1", "pill0.T202000.2", "pill1.T203000");
  let crashes = 0;
  for (let isCrashed = true; isCrashed; crashes += 1) {
    await begin("20:01");
    device.calls = [];
    device.callsBeforeCrash = crashes;
    await press("pill0.T200000", "done").catch((error) => assert(error instanceof Crash));
    isCrashed = device.calls.length === crashes;
    for (const name of kept) assert(pending().includes(name));
    const isStored = responses().length === 1;
    assert.equal(isStored, crashes > 0);
    device.callsBeforeCrash = Infinity;
    await restart();
    await apply(document);
    checkPending(isStored ? [...kept, ...copied] : names);
  }
  // Store, dismiss, and one call for each request that changes.
  assert(crashes > copied.length);
});
