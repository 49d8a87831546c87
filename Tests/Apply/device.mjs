// The device of expo.mjs, notifee.mjs and capacitor.mjs, which stand in for the libraries. They
// check arguments as the libraries do: expo-notifications 57, notifee 9.1.8, capacitor 8.2.

/** Keeps what the libraries list, by identifier, in the order of adding. */
export const device = {
  reset(target) {
    this.isAndroid = target.endsWith("android");
    Object.assign(this, { requests: new Map(), calls: [], channels: [], categories: [], lost: 0 });
    Object.assign(this, { callsBeforeCrash: Infinity, allowsExactAlarms: true });
  },
  /** Records a call that changes something. The app can end before each of them. */
  call(name, id) {
    if (this.calls.length >= this.callsBeforeCrash) throw new Crash();
    this.calls.push({ name, id });
  },
  add(id, item) {
    this.requests.delete(id);
    this.requests.set(id, structuredClone(item));
    if (this.isAndroid) check(this.requests.size <= 500, "IllegalStateException: 500 alarms");
    else if (this.requests.size > 64) {
      // iOS keeps the requests that were added last.
      this.requests.delete(this.requests.keys().next().value);
      this.lost += 1;
    }
  },
  cancel(id) {
    this.call("cancel", id);
    this.requests.delete(id);
  },
  setChannel(id, name, importance, highest) {
    this.call("setUp");
    check(this.isAndroid && id && name && isIn(0, highest)(importance), "channel");
    this.channels.push(id);
  },
  setCategory(id, actions) {
    this.call("setUp");
    // expo advises against - and :
    check(id && actions.length > 0 && !/[-:]/.test(id), "category");
    for (const { id, title, foreground } of actions) {
      check(id && title && typeof foreground === "boolean", "action");
    }
    this.categories.push(id);
  },
};

/** The app ends. */
export class Crash extends Error {}

export const check = (condition, message) => {
  if (!condition) throw new Error(message);
};
export const isIn = (low, high) => (n) => Number.isInteger(n) && n >= low && n <= high;
export const isObject = (value) => typeof value === "object" && value && !Array.isArray(value);
/** Data on iOS is a property list, which can't store null. */
export const checkData = (data) =>
  check(isObject(data) && !/:null\b/.test(JSON.stringify(data)), "data");
export const checkTexts = (...values) =>
  values.forEach((value) => check(["undefined", "string"].includes(typeof value), `text ${value}`));
export const checkLevel = (level = "active") =>
  check(["passive", "active", "timeSensitive", "critical"].includes(level), `level ${level}`);
export const checkChannel = (id) =>
  check(!device.isAndroid || device.channels.includes(id), `no channel ${id}`);
export const refuse = () => check(false, "would cancel reminders of others");

/** Checks numbers that are named as the date components of iOS. */
export function checkComponents(components) {
  const highest = { month: 12, day: 31, weekday: 7, weekdayOrdinal: 5, hour: 23, minute: 59 };
  for (const [key, value] of Object.entries(components)) {
    const lowest = ["hour", "minute", "second"].includes(key) ? 0 : 1;
    check(isIn(lowest, { ...highest, second: 59, year: 9999 }[key])(value), `${key} ${value}`);
  }
}
