// Stands in for react-native.
import { device } from "./device.mjs";

export const Linking = { openURL: async (url) => device.opened.push(url) };
export const Platform = {
  get OS() {
    return device.isAndroid ? "android" : "ios";
  },
};
