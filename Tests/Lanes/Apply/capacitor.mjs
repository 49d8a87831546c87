// Stands in for @capacitor/local-notifications.
import {
  check, checkChannel, checkComponents, checkData, checkLevel, checkTexts, device, isIn,
} from "./device.mjs";

export const LocalNotifications = {
  getPending: async () => ({
    notifications: [...device.requests.values()].map(({ id, title, body, schedule, extra }) => {
      return { id, title, body, schedule, extra };
    }),
  }),
  async schedule({ notifications: [{ id, title, body, schedule, extra, ...rest }] }) {
    device.call("add", id);
    check(isIn(-(2 ** 31), 2 ** 31 - 1)(id), "id");
    check(typeof title === "string" && typeof body === "string", "title and body are required");
    checkTexts(rest.sound, rest.actionTypeId, rest.threadIdentifier, rest.group);
    checkLevel(rest.interruptionLevel);
    checkData(extra);
    checkSchedule(schedule);
    checkChannel(rest.channelId);
    // iOS has the buttons of the time of showing, Android those of the time of adding.
    const buttons = device.isAndroid ? device.categories.get(rest.actionTypeId) : undefined;
    device.add(id, { id, title, body, schedule, extra, ...rest, buttons }, schedule.at?.getTime());
    if (device.isAndroid) device.shown.delete(id);
  },
  async addListener(name, listener) {
    check(name === "localNotificationActionPerformed");
    device.js.listeners.push(listener);
    device.js.retained.splice(0).forEach((event) => device.run(listener, event));
  },
  cancel: async ({ notifications: [{ id }] }) => device.cancel(id),
  async registerActionTypes({ types }) {
    if (!device.isAndroid) device.categories.clear();
    types.forEach(({ id, actions }) => device.setCategory(id, actions));
  },
  createChannel: async ({ id, name, importance }) => device.setChannel(id, name, importance, 5),
};

device.buttons = ({ buttons, actionTypeId }) =>
  buttons ?? device.categories.get(actionTypeId) ?? [];

device.deliver = async ({ id, item: { buttons, ...item } }, actionId, opensApp) => {
  const { title, body, extra, actionTypeId } = item;
  // The system doesn't report more of it on iOS.
  const reported = { id, title, body, extra, actionTypeId, sound: "", attachments: [] };
  const event = JSON.parse(
    JSON.stringify({ actionId, notification: device.isAndroid ? item : reported }),
  );
  if (device.isAndroid) {
    device.shown.delete(id);
    // Each button opens the app. The activity keeps its intent if the process ends.
    device.intent = event;
  }
  if (device.state === "ended") {
    const state = device.isAndroid || opensApp ? "foreground" : "background";
    await device.startProcess(state, { retained: [event] });
  } else {
    for (const listener of device.js.listeners) device.run(listener, event);
    if (device.isAndroid || opensApp) device.state = "foreground";
  }
};

function checkSchedule({ at, on, every, count = 1 }) {
  if (at !== undefined) {
    check(at instanceof Date && at > Date.now(), "iOS shows it at once, Android never");
  } else if (on !== undefined) {
    check("second" in on, "the second of the call would be used");
    checkComponents(on);
  } else {
    const minutes = { second: 1 / 60, minute: 1, hour: 60, day: 1440, week: 10080 }[every];
    check(minutes * count >= 1, "shown at once");
  }
}
