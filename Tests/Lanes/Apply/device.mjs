// The device of expo.mjs, notifee.mjs and capacitor.mjs, which stand in for the libraries. They
// check arguments as the libraries do: expo-notifications 57, notifee 9.1.8, notify-kit 10.5.0,
// capacitor 8.2.

/** Keeps what the libraries list, by identifier, in the order of adding. */
export const device = {
  reset(target) {
    this.target = target;
    this.isAndroid = target.endsWith("android");
    Object.assign(this, { requests: new Map(), times: new Map(), shown: new Map(), lost: 0 });
    Object.assign(this, { calls: [], channels: [], categories: new Map(), opened: [] });
    Object.assign(this, { callsBeforeCrash: Infinity, allowsExactAlarms: true, others: 0 });
    // What survives the process: the app's storage, registered tasks, the intent of the activity.
    Object.assign(this, { stored: new Map(), registeredTasks: new Set(), intent: undefined });
    this.endProcess();
  },
  /** The app's storage. */
  storage: {
    getItem: async (key) => device.stored.get(key) ?? null,
    async setItem(key, value) {
      device.call("store", key);
      check(typeof value === "string", "storage takes strings");
      device.stored.set(key, value);
    },
  },
  /** Records a call that changes something. The app can end before each of them. */
  call(name, id) {
    if (this.calls.length >= this.callsBeforeCrash) throw new Crash();
    this.calls.push({ name, id });
  },
  /** Adds a request that fires at `time`, in milliseconds, or repeats. */
  add(id, item, time) {
    this.requests.delete(id);
    this.requests.set(id, structuredClone(item));
    this.times.set(id, time);
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
    check(id && !/[-:]/.test(id), "category");
    for (const { id, title, foreground } of actions) {
      check(id && title && typeof foreground === "boolean", "action");
    }
    this.categories.set(id, actions);
  },

  /** The process of the app ends. */
  endProcess() {
    this.state = "ended";
    this.js = { listeners: [], backgroundListeners: [], retained: [], last: null };
    this.js.tasks = new Map();
    this.work = [];
  },
  /** Starts the app's JavaScript, with what the library already holds for it. */
  async startProcess(state, held = {}) {
    this.endProcess();
    this.state = state;
    Object.assign(this.js, held);
    await this.start();
  },
  /** Runs a handler of the app. Libraries don't wait for most of them. */
  run(handler, event) {
    const work = Promise.resolve().then(() => handler(structuredClone(event)));
    work.catch(() => {}); // `settle` throws it.
    this.work.push(work);
  },
  /** Waits for all handlers, and throws their first error. */
  async settle() {
    let failure;
    while (this.work.length > 0) await this.work.shift().catch((error) => (failure ??= error));
    if (failure) throw failure;
  },
  /** Fires a request. The system removes one that doesn't repeat. */
  show(id, date) {
    const item = this.requests.get(id);
    this.shown.set(id, { id, item, date, buttons: this.buttons(item) });
    if (this.times.get(id) !== undefined) this.requests.delete(id);
  },
  /** The user presses a button of a shown notification. */
  async press(id, action) {
    const notification = this.shown.get(id);
    const button = notification.buttons.find((button) => button.id === action);
    check(button, `no button ${action}`);
    if (!this.isAndroid) this.shown.delete(id);
    await this.deliver(notification, action, button.foreground);
    await this.settle();
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
