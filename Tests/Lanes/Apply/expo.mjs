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
  check(content.sound !== "custom" && content.sound !== null, "the sound isn't a file");
  checkTexts(content.title, content.subtitle, content.body, content.sound || undefined);
  checkLevel(content.interruptionLevel);
  checkData(content.data);
  checkTrigger(trigger);
  checkChannel(trigger.channelId);
  // On Android, expo drops a date in the past. Neither system lists the trigger that was passed.
  const item = { identifier, content, trigger: { channelId: trigger.channelId } };
  if (!(trigger.date <= Date.now())) device.add(identifier, item, fireTime(trigger));
}

export const cancelScheduledNotificationAsync = async (identifier) => device.cancel(identifier);

export async function setNotificationCategoryAsync(category, actions) {
  device.setCategory(category, actions.map(({ identifier, buttonTitle, options }) => {
    return { id: identifier, title: buttonTitle, foreground: options.opensAppToForeground };
  }));
}

export async function deleteNotificationCategoryAsync(category) {
  device.call("setUp");
  return device.categories.delete(category);
}

export function addNotificationResponseReceivedListener(listener) {
  device.js.listeners.push(listener);
  // iOS sends the last response again when JavaScript begins to observe.
  if (!device.isAndroid && device.js.last) device.run(listener, device.js.last);
}

export const getLastNotificationResponse = () => structuredClone(device.js.last);
export const clearLastNotificationResponse = () => void (device.js.last = null);

export async function registerTaskAsync(name) {
  check(device.isAndroid && device.js.tasks.has(name), "the task has to be defined first");
  device.registeredTasks.add(name);
}

export const dismissNotificationAsync = async (identifier) => {
  device.call("dismiss", identifier);
  device.shown.delete(identifier);
};

device.buttons = ({ content }) => device.categories.get(content.categoryIdentifier) ?? [];

/** What the system reports of a content. */
function reported({ title, subtitle, body, sound, data, categoryIdentifier, interruptionLevel }) {
  const reportedSound = sound && sound !== "default" ? "custom" : (sound ?? null);
  const common = { title, body, sound: reportedSound, data, categoryIdentifier };
  return device.isAndroid
    ? { ...common, subtitle: subtitle ?? null, badge: null, autoDismiss: true, sticky: false }
    : { ...common, subtitle: subtitle ?? null, badge: null, interruptionLevel };
}

device.deliver = async ({ id, item, date }, actionIdentifier, opensApp) => {
  const request = { identifier: id, content: reported(item.content), trigger: item.trigger };
  const response = { actionIdentifier, notification: { date, request } };
  device.waiting = response;
  const previous = device.state;
  if (previous === "ended") {
    // Android starts JavaScript for a task, or with the screens. Otherwise the response waits.
    const isStarted = !device.isAndroid || opensApp || device.registeredTasks.size > 0;
    if (!isStarted) return;
    // A task starts before the library has passed on the response.
    const held = device.isAndroid && !opensApp ? {} : { last: response };
    await device.startProcess(opensApp ? "foreground" : "background", held);
  } else {
    device.js.last = response;
    for (const listener of device.js.listeners) device.run(listener, response);
  }
  if (device.isAndroid && previous !== "foreground") {
    for (const name of device.registeredTasks) {
      device.run(device.js.tasks.get(name), { data: response, error: null });
    }
  }
  if (opensApp) device.state = "foreground";
};

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

/** The time at which a trigger fires, if it doesn't repeat. Components are in UTC. */
function fireTime({ type, repeats, date, year, month, day, hour, minute, second }) {
  if (type === "date") return date;
  if (type === "calendar" && !repeats) return Date.UTC(year, month - 1, day, hour, minute, second);
}
