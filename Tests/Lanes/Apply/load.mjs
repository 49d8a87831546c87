// Imports an apply function as an app does, but with stand-ins instead of the libraries.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const standIns = {
  "expo-notifications": "expo.mjs",
  "expo-task-manager": "task-manager.mjs",
  "@notifee/react-native": "notifee.mjs",
  "react-native-notify-kit": "notifee.mjs",
  "@capacitor/local-notifications": "capacitor.mjs",
  "react-native": "react-native.mjs",
};
let count = 0;
const directory = mkdtempSync(join(tmpdir(), "apply."));
process.on("exit", () => rmSync(directory, { recursive: true }));

/** Imports the file and responses.js next to it anew, as at each start of the app. */
export async function load(layerFile) {
  count += 1;
  const responses = readFileSync(resolve(dirname(layerFile), "responses.js"), "utf8");
  const source = readFileSync(layerFile, "utf8").replace(/ from "([^"]+)"/g, (_, name) => {
    const url = standIns[name]
      ? new URL(standIns[name], import.meta.url) : asModule("responses", responses);
    return ` from ${JSON.stringify(url)}`;
  });
  return import(asModule("layer", source));
}

// Without a package.json, Node 18 takes a file .js for CommonJS. It compares the URLs of all modules,
// so one that contains the source takes long.
function asModule(name, source) {
  const file = join(directory, `${name}${count}.mjs`);
  writeFileSync(file, source);
  return pathToFileURL(file);
}

/** The layers by file: how to read an identifier and the stored data of an entry or a request. */
export const layers = {
  expo: {
    id: ({ identifier }) => identifier,
    data: ({ content }) => content.data?.ics2notify,
    foreign: { content: {} },
  },
  notifee: {
    id: ({ notification }) => notification.id,
    data: ({ notification }) => notification.data.ics2notify,
    foreign: { notification: { id: "foreign", data: {} } },
  },
  capacitor: {
    id: ({ id }) => id,
    data: ({ extra }) => extra?.ics2notify,
    foreign: { id: -1 },
  },
};
layers.notifykit = layers.notifee;
export const layerOf = (layerFile) => layers[basename(layerFile, ".js")];
