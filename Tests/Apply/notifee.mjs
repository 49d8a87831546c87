// Stands in for @notifee/react-native.
import {
  check, checkChannel, checkLevel, checkTexts, device, isIn, isObject, refuse,
} from "./device.mjs";

export const TriggerType = { TIMESTAMP: 0, INTERVAL: 1 };
export const AlarmType = { SET_AND_ALLOW_WHILE_IDLE: 1 };
export const AndroidImportance = { LOW: 2, DEFAULT: 3, HIGH: 4 };
export const AndroidNotificationSetting = { DISABLED: 0, ENABLED: 1 };

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
    // notifee silently drops an exact alarm that is not allowed.
    const isExact = device.isAndroid && trigger.alarmManager?.type > 1;
    if (device.allowsExactAlarms || !isExact) device.add(id, { notification, trigger });
  },
  cancelTriggerNotification: async (id) => device.cancel(id),
  cancelTriggerNotifications: refuse,
  cancelAllNotifications: refuse,
  getNotificationSettings: async () => ({ android: { alarm: device.allowsExactAlarms ? 1 : 0 } }),
  setNotificationCategories: async (categories) =>
    categories.forEach(({ id, actions }) => device.setCategory(id, actions)),
  createChannel: async ({ id, name, importance }) => device.setChannel(id, name, importance, 4),
};

function checkTrigger({ type, timestamp, repeatFrequency = -1, interval, timeUnit }) {
  if (type === 0) {
    check(typeof timestamp === "number", "'trigger.timestamp' expected a number value.");
    check(timestamp > Date.now(), "'trigger.timestamp' date must be in the future.");
    check(isIn(-1, 2)(repeatFrequency), "'trigger.repeatFrequency' expected a RepeatFrequency");
  } else {
    check(type === 1 && typeof interval === "number", "Unknown trigger type");
    const minutes = { SECONDS: 1 / 60, MINUTES: 1, HOURS: 60, DAYS: 1440 }[timeUnit];
    check(interval * minutes >= 15, "'trigger.interval' expected to be at least 15 minutes.");
  }
}
