// Stands in for @capacitor/local-notifications.
import {
  check, checkChannel, checkComponents, checkData, checkLevel, checkTexts, device, isIn,
} from "./device.mjs";

export const LocalNotifications = {
  getPending: async () => ({ notifications: [...device.requests.values()] }),
  async schedule({ notifications: [{ id, title, body, schedule, extra, ...rest }] }) {
    device.call("add", id);
    check(isIn(-(2 ** 31), 2 ** 31 - 1)(id), "id");
    check(typeof title === "string" && typeof body === "string", "title and body are required");
    checkTexts(rest.sound, rest.actionTypeId, rest.threadIdentifier, rest.group);
    checkLevel(rest.interruptionLevel);
    checkData(extra);
    checkSchedule(schedule);
    checkChannel(rest.channelId);
    device.add(id, { id, title, body, schedule, extra });
  },
  cancel: async ({ notifications: [{ id }] }) => device.cancel(id),
  registerActionTypes: async ({ types }) =>
    types.forEach(({ id, actions }) => device.setCategory(id, actions)),
  createChannel: async ({ id, name, importance }) => device.setChannel(id, name, importance, 5),
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
