// Stands in for expo-notifications.
import {
  check, checkChannel, checkComponents, checkData, checkLevel, checkTexts, device, refuse,
} from "./device.mjs";

export const AndroidImportance = { LOW: 4, DEFAULT: 5, HIGH: 6, MAX: 7 };
export const cancelAllScheduledNotificationsAsync = refuse;

export const getAllScheduledNotificationsAsync = async () => [...device.requests.values()];

export async function scheduleNotificationAsync({ identifier, content, trigger }) {
  device.call("add", identifier);
  check(identifier && typeof identifier === "string", "expo would make an identifier");
  checkTexts(content.title, content.subtitle, content.body, content.sound || undefined);
  checkLevel(content.interruptionLevel);
  checkData(content.data);
  checkTrigger(trigger);
  checkChannel(trigger.channelId);
  // On Android, expo drops a date in the past. Neither system lists the trigger that was passed.
  const item = { identifier, content, trigger: {} };
  if (!(trigger.date <= Date.now())) device.add(identifier, item);
}

export const cancelScheduledNotificationAsync = async (identifier) => device.cancel(identifier);

export async function setNotificationCategoryAsync(category, actions) {
  device.setCategory(category, actions.map(({ identifier, buttonTitle, options }) => {
    return { id: identifier, title: buttonTitle, foreground: options.opensAppToForeground };
  }));
}

export const setNotificationChannelAsync = async (id, { name, importance }) =>
  device.setChannel(id, name, importance, 7);

function checkTrigger({ type, repeats, timezone, seconds, date, channelId, ...components }) {
  if (type === "calendar") {
    check(!device.isAndroid && "second" in components, "the second of the call would be used");
    checkComponents(components);
    // JavaScript rejects an unknown zone. iOS would ignore it.
    const clock = new Date(Date.now()).toLocaleString("sv-SE", { timeZone: timezone });
    const { year, month, day, hour, minute, second } = components;
    const time = Date.UTC(year, month - 1, day, hour, minute, second);
    check(repeats || time > Date.parse(`${clock.replace(" ", "T")}Z`), "the date is in the past");
  } else if (type === "date") {
    check(device.isAndroid || date > Date.now(), "ERR_NOTIFICATIONS_FAILED_TO_SCHEDULE");
  } else if (type === "timeInterval") {
    check(seconds >= (repeats ? 60 : 1), "seconds");
  } else {
    const names = { daily: "", weekly: ",weekday", monthly: ",day", yearly: ",month,day" }[type];
    check(Object.keys(components).sort().join() === `hour,minute${names}`.split(",").sort().join());
    // These months count from 0.
    const month = type === "yearly" ? components.month + 1 : 1;
    checkComponents({ ...components, month });
  }
}
