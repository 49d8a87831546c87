// Tests that the program takes over what an app answered:
// node renewal.test.mjs LAYER_FILE TARGET PROGRAM
// PROGRAM is a path of ics2notify.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { apply, dataOf, install, responses, setClock, target } from "./app.mjs";
import { device } from "./device.mjs";

const program = process.argv[4];
// Every day at 20:00 UTC, with three repeats, and an alert an hour before.
const calendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example.org//test//EN
BEGIN:VEVENT
UID:pill@example.org
DTSTAMP:20270901T080000Z
DTSTART:20270903T200000Z
RRULE:FREQ=DAILY
SUMMARY:Take the pill
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Pill
TRIGGER:PT0S
REPEAT:3
DURATION:PT10M
END:VALARM
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Pill
TRIGGER:PT40M
END:VALARM
END:VEVENT
END:VCALENDAR
`.replaceAll("\n", "\r\n");

function compile(now, given = []) {
  const folder = mkdtempSync(join(tmpdir(), "renewal"));
  writeFileSync(join(folder, "calendar.ics"), calendar);
  writeFileSync(join(folder, "responses.json"), JSON.stringify(given));
  const options = ["--now", now, "--time-zone=UTC", "--target", target, "--horizon=P14D"];
  const files = ["--responses", join(folder, "responses.json"), join(folder, "calendar.ics")];
  const output = execFileSync(program, [...options, ...files], { encoding: "utf8", stdio: "pipe" });
  rmSync(folder, { recursive: true });
  return JSON.parse(output);
}

/** Fires the request of an alert, which is a repeat or a one-shot by the layer. */
function show(clockTime) {
  const name = clockTime.replace(":", "");
  const [id] = [...device.requests].find(([, item]) =>
    new RegExp(`[.](20280103)?T${name}00Z?([.]|$)`).test(dataOf(item).identifier));
  setClock(clockTime);
  device.show(id, Date.now());
  return id;
}
const pendingData = () => [...device.requests.values()].map(dataOf);
const digests = (list) => list.map(({ identifier, digest }) => `${identifier} ${digest}`).sort();

const daily = ["20:00", "20:10", "20:20", "20:30", "20:40"];
/** The alerts of the evening after the answer at 20:01. A snooze is a request of its own. */
const expected = {
  done: [],
  stopRepeat: ["20:40"],
  snooze: ["20:10", "20:10", "20:20", "20:30", "20:40"],
};

/** Returns when the requests of a plan of 20:02 fire on a date. */
function firesOf({ entries }, date) {
  // notifee and its successor begin at a date.
  const begun = entries.filter(({ trigger }) =>
    !(trigger?.timestamp > Date.parse(`${date}T23:59:59Z`)));
  return begun.map((entry) => dataOf(entry).identifier).flatMap((identifier) => {
    const once = /[.](\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\dZ/.exec(identifier)?.slice(1);
    const [, days, hour, minute] = /[.]([^.]*)T(\d\d)(\d\d)\d\dZ?/.exec(identifier);
    if (once) return once.slice(0, 3).join("-") === date ? [`${hour}:${minute}`] : [];
    // ….M01D03T200000, ….W2T200000 (Sunday is 1) or ….W2O1T200000 (the first one of the month)
    const { month, day, weekday, ordinal } =
      /^(M(?<month>\d\d))?(D(?<day>\d\d)|W(?<weekday>\d)(O(?<ordinal>\d))?)?$/.exec(days)?.groups ?? assert.fail(identifier);
    if (month && month !== date.slice(5, 7)) return [];
    if (day && day !== date.slice(8)) return [];
    if (weekday && Number(weekday) !== new Date(date).getUTCDay() + 1) return [];
    if (ordinal && Number(ordinal) !== Math.ceil(Number(date.slice(8)) / 7)) return [];
    const isPast = `${date}T${hour}:${minute}` <= "2028-01-03T20:02";
    return isPast ? [] : [`${hour}:${minute}`];
  }).sort();
}

for (const action of ["done", "stopRepeat", "snooze"]) {
  test(`the program takes over ${action}`, async () => {
    await install("2028-01-03T07:00:00Z");
    const first = compile("2028-01-03T07:00:00Z");
    await apply(first);
    assert.deepEqual(digests(pendingData()), digests(first.entries.map(dataOf)));
    const id = show("20:00");
    setClock("20:01");
    await device.press(id, `ics2notify.${action}`);
    const [response] = responses();
    assert.equal(response.occurrence, "2028-01-03T20:00:00Z");
    assert.equal(response.deliveredAt, "2028-01-03T20:00:00Z");
    const added = pendingData().filter(({ fireDate }) => fireDate);
    const hasRepeats = Object.keys(first.alerts).length > 0;
    if (action === "snooze") assert.equal(added[0].fireDate, "2028-01-03T20:10:00Z");
    else assert.equal(added.length > 0, hasRepeats);
    // The next plan replaces all of the app's own requests.
    setClock("20:02");
    const second = compile("2028-01-03T20:02:00Z", responses());
    assert.equal(second.respondedUntil, "2028-01-03T20:01:00Z");
    await apply(second);
    assert.deepEqual(digests(pendingData()), digests(second.entries.map(dataOf)));
    assert.deepEqual(pendingData().filter(({ fireDate }) => fireDate), []);
    assert.deepEqual(firesOf(second, "2028-01-03"), expected[action]);
    assert.deepEqual(firesOf(second, "2028-01-04"), daily);
  });
}
