// Plans for a device in UTC, in the form of each target, as `ics2notify --target` writes them.

const day = 86_400_000;
const instant = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
const at = (date, time) => Date.parse(`${date}T${time}:00Z`);

/** The alerts of an event that takes place every day at 20:00. The second alarm rings once. */
export const pill = [
  { identifier: "ics2notify.pill0.T200000", time: "20:00", alarm: 0 },
  { identifier: "ics2notify.pill0.T201000.1", time: "20:10", alarm: 0 },
  { identifier: "ics2notify.pill0.T202000.2", time: "20:20", alarm: 0 },
  { identifier: "ics2notify.pill1.T203000", time: "20:30", alarm: 1 },
];
/** An event at 21:00 on two days, with two alarms and a link. */
export const trip = [
  { date: "2028-01-03", time: "20:05", alarm: 0 },
  { date: "2028-01-03", time: "20:25", alarm: 1 },
  { date: "2028-01-05", time: "20:05", alarm: 0 },
].map(({ date, time, alarm }) => {
  const compact = `${date}T${time}00Z`.replace(/[-:]/g, "");
  const occurrence = `${date}T21:00:00Z`;
  return { identifier: `ics2notify.trip${alarm}.${compact}`, date, time, alarm, occurrence };
});
/** An event with one alert on each day. So the plan doesn't list its alerts. */
export const walk = { identifier: "ics2notify.walk0.T201500", time: "20:15", alarm: 0 };
/** A request of --nag-overdue, which isn't one of an alarm. */
export const tax = {
  identifier: "ics2notify.tax.PT1800S", uid: "tax", occurrence: "2028-01-02T09:00:00Z",
};

const buttons = (...names) =>
  names.map((name) => ({
    identifier: `ics2notify.${name}`, title: name, foreground: ["open", "join"].includes(name),
  }));
export const categories = [
  { identifier: "ics2notify.event", actions: buttons("snooze", "done") },
  { identifier: "ics2notify.event.nag", actions: buttons("stopRepeat", "snooze", "done") },
  { identifier: "ics2notify.event.open", actions: buttons("snooze", "open", "done") },
];

/** Returns the plan of an instant. It is to be renewed after a week. */
export function plan(target, now, { slots = 40, ...others } = {}) {
  const start = Date.parse(now);
  const alerts = {};
  for (const { identifier, time } of pill) {
    const days = Array.from({ length: 10 }, (_, index) => instant(start + (index - 2) * day));
    alerts[identifier] = days
      .map((date) => date.slice(0, 10))
      .map((date) => ({ at: instant(at(date, time)), occurrence: `${date}T20:00:00Z` }))
      .filter(({ at }) => Date.parse(at) < start + 7 * day)
      // Only the last one before now.
      .filter(({ at }, index, all) => !(Date.parse(all[index + 1]?.at) <= start));
  }
  const repeat = (uid, { identifier, time, alarm }, category) => {
    const [hour, minute] = time.split(":").map(Number);
    const first = at(now.slice(0, 10), time);
    const next = first > start ? first : first + day;
    return entry(target, { identifier, uid, alarm }, category, { hour, minute, next });
  };
  const coming = trip.filter(({ date, time }) => at(date, time) > start);
  return {
    version: 1, target, now, renewal: instant(start + 7 * day), slots, limit: slots + 1, categories,
    alerts,
    entries: [
      entry(target, tax, "ics2notify.event.nag", {}),
      repeat("walk", walk, "ics2notify.event"),
      ...coming.map(({ identifier, alarm, occurrence, date, time }) => {
        const url = "https://example.org/trip";
        const data = { identifier, uid: "trip", alarm, occurrence, url };
        return entry(target, data, "ics2notify.event.open", { once: at(date, time) });
      }),
      ...pill.map((alert) => repeat("pill", alert, "ics2notify.event.nag")).reverse(),
    ],
    ...others,
  };
}

/** Returns an entry that rings at `once`, every day at `hour` and `minute`, or in an interval. */
function entry(target, { identifier, ...data }, category, { once, hour, minute, next }) {
  const [layer, system] = target.split("-");
  const isOnAndroid = system === "android";
  const ics2notify = { identifier, digest: `digest of ${identifier}`, ...data };
  const [title, body, channelId] = [`Title of ${data.uid}`, "Body", "ics2notify.active"];
  const level = isOnAndroid ? {} : { interruptionLevel: "active" };
  if (layer === "expo") {
    const components = { hour, minute, second: 0, timezone: "UTC" };
    const date = new Date(once ?? 0);
    let trigger = { type: "timeInterval", seconds: 1800, repeats: true };
    if (hour !== undefined) {
      trigger = isOnAndroid
        ? { type: "daily", hour, minute } : { type: "calendar", repeats: true, ...components };
    } else if (once !== undefined) {
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
      const time = { hour: date.getUTCHours(), minute: date.getUTCMinutes() };
      const day = date.getUTCDate();
      trigger = isOnAndroid
        ? { type: "date", date: once }
        : { type: "calendar", repeats: false, ...components, year, month, day, ...time };
    }
    const sound = data.uid === "trip" ? "bell.wav" : "default";
    const shown = { title, body, sound, ...level, categoryIdentifier: category };
    const channel = isOnAndroid ? { channelId } : {};
    return {
      identifier, content: { ...shown, data: { ics2notify } }, trigger: { ...trigger, ...channel },
    };
  }
  if (layer.startsWith("notif")) {
    const ios = { categoryId: category, ...level };
    const systems = isOnAndroid ? { android: { channelId, categoryId: category } } : { ios };
    let trigger = { type: 1, interval: 30, timeUnit: "MINUTES" };
    if (next ?? once) {
      trigger = { type: 0, timestamp: next ?? once };
      if (next) trigger.repeatFrequency = 1;
      if (isOnAndroid) trigger.alarmManager = { type: 3 };
    }
    const notification = { id: identifier, title, body, data: { ics2notify }, ...systems };
    return { notification, trigger };
  }
  let schedule = { every: "minute", count: 30 };
  if (hour !== undefined) schedule = { on: { hour, minute, second: 0 } };
  if (once !== undefined) schedule = { at: new Date(once).toISOString() };
  if (isOnAndroid && once !== undefined) schedule.allowWhileIdle = true;
  const channel = isOnAndroid ? { channelId } : {};
  const shown = { title, body, actionTypeId: category, ...level, ...channel };
  // Any number that differs from others.
  const id = [...identifier].reduce((sum, letter, index) => sum + letter.charCodeAt() * index, 0);
  return { id, ...shown, extra: { ics2notify }, schedule };
}
