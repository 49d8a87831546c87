// Stands in for @notifee/react-native and react-native-notify-kit.
import {
  check, checkChannel, checkLevel, checkTexts, device, isIn, isObject, refuse,
} from "./device.mjs";

export const TriggerType = { TIMESTAMP: 0, INTERVAL: 1 };
export const AlarmType = { SET_AND_ALLOW_WHILE_IDLE: 1, SET_EXACT_AND_ALLOW_WHILE_IDLE: 3 };
export const AndroidImportance = { LOW: 2, DEFAULT: 3, HIGH: 4 };
export const AndroidNotificationSetting = { DISABLED: 0, ENABLED: 1 };
export const RepeatFrequency = { NONE: -1, HOURLY: 0, DAILY: 1, WEEKLY: 2, MONTHLY: 3 };

export default {
  // On iOS, notifee doesn't know the requests of other libraries.
  getTriggerNotifications: async () =>
    [...device.requests.values()].map((item) => (item.trigger || device.isAndroid ? item : {})),
  async createTriggerNotification(notification, trigger) {
    const { id, title, subtitle, body, data, ios = {}, android } = notification;
    device.call("add", id);
    check(id && typeof id === "string", "'notification.id' invalid notification ID");
    checkTexts(title, subtitle, body, ios.sound, ios.threadId, ios.categoryId);
    for (const value of Object.values(data)) {
      check(["string", "number"].includes(typeof value) || isObject(value), "'notification.data'");
    }
    checkLevel(ios.interruptionLevel);
    checkChannel(android?.channelId);
    checkTrigger(trigger);
    // notifee silently drops an exact alarm that is not allowed; its successor makes it inexact.
    const isExact = device.isAndroid && trigger.alarmManager?.type > 1 && !isSuccessor();
    const firesOnce = trigger.type === 0 && !(trigger.repeatFrequency >= 0);
    const time = firesOnce ? trigger.timestamp : undefined;
    const item = { notification: validated(notification), trigger };
    if (device.allowsExactAlarms || !isExact) device.add(id, item, time);
  },
  async cancelDisplayedNotification(id) {
    device.call("dismiss", id);
    device.shown.delete(id);
  },
  onForegroundEvent: (listener) => device.js.listeners.push(listener),
  // There is one background handler.
  onBackgroundEvent: (listener) => (device.js.backgroundListeners = [listener]),
  async getInitialNotification() {
    const initial = device.js.last;
    device.js.last = null;
    return initial;
  },
  cancelTriggerNotification: async (id) => device.cancel(id),
  cancelTriggerNotifications: refuse,
  cancelAllNotifications: refuse,
  getNotificationSettings: async () => ({ android: { alarm: device.allowsExactAlarms ? 1 : 0 } }),
  async setNotificationCategories(categories) {
    if (device.isAndroid) return;
    device.categories.clear();
    categories.forEach(({ id, actions }) => device.setCategory(id, actions));
  },
  createChannel: async ({ id, name, importance }) => device.setChannel(id, name, importance, 4),
};

/** Returns what notifee keeps of a notification: other keys are dropped. */
function validated({ ios, android, ...notification }) {
  if (!device.isAndroid) return { ...notification, ios };
  const { channelId, actions = [] } = android;
  for (const { title, pressAction } of actions) {
    check(title && pressAction?.id, "'notification.android.actions' invalid AndroidAction.");
  }
  return { ...notification, android: { autoCancel: true, channelId, actions } };
}

device.buttons = ({ notification: { ios, android } }) =>
  device.isAndroid
    ? (android.actions ?? []).map(({ pressAction: { id, launchActivity } }) => {
        return { id, foreground: launchActivity !== undefined };
      })
    : (device.categories.get(ios.categoryId) ?? []);

device.deliver = async ({ id, item: { notification } }, action, opensApp) => {
  const detail = { notification, pressAction: { id: action } };
  const event = { type: 2, detail };
  const isStarted = device.state === "ended";
  if (isStarted) {
    const held = device.isAndroid ? { last: detail } : {};
    await device.startProcess(opensApp ? "foreground" : "background", held);
  }
  if (device.isAndroid) {
    device.shown.delete(id); // autoCancel
    // The screens were shown before JavaScript listens: this event is lost.
    if (isStarted && opensApp) return;
  }
  const { listeners, backgroundListeners } = device.js;
  for (const listener of device.state === "foreground" ? listeners : backgroundListeners) {
    device.run(listener, event);
  }
  if (opensApp) device.state = "foreground";
};

const isSuccessor = () => device.target.startsWith("notifykit-");

function checkTrigger(trigger) {
  const { type, timestamp, repeatFrequency = -1, repeatInterval, interval, timeUnit } = trigger;
  if (type === 0) {
    check(typeof timestamp === "number", "'trigger.timestamp' expected a number value.");
    check(timestamp > Date.now(), "'trigger.timestamp' date must be in the future.");
    const highest = isSuccessor() ? 3 : 2;
    check(isIn(-1, highest)(repeatFrequency), "'trigger.repeatFrequency' expected a RepeatFrequency");
    const isStep = repeatFrequency >= 0 && isIn(1, 2 ** 31 - 1)(repeatInterval);
    check(repeatInterval === undefined || (isSuccessor() && isStep), "'trigger.repeatInterval'");
  } else {
    check(type === 1 && typeof interval === "number", "Unknown trigger type");
    const minutes = { SECONDS: 1 / 60, MINUTES: 1, HOURS: 60, DAYS: 1440 }[timeUnit];
    check(interval * minutes >= 15, "'trigger.interval' expected to be at least 15 minutes.");
  }
}
