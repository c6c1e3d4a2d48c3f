// Zoom, taps, keys and live progress. Everything works without this file too, a page at a time.
import { startForms, startLive } from "./live.js";
import { startUploads } from "./upload.js";
import { startKeys } from "./keys.js";
import { openViewers } from "./viewer.js";

document.documentElement.classList.add("js-on");
document.addEventListener("page", openViewers);
startForms();
startLive();
startUploads();
startKeys();
openViewers();
