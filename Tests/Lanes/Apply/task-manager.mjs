// Stands in for expo-task-manager.
import { device } from "./device.mjs";

export const defineTask = (name, task) => device.js.tasks.set(name, task);
