// Photos are sent as soon as they are taken, with progress; only giants are shrunk before.
import { online, swap } from "./live.js";

const LARGE_BYTES = 15e6; // phones' photos have 2 to 8 MB
const LARGE_SIDE_PX = 6000; // far more than the program needs

export function startUploads() {
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("[data-upload]");
    if (form && event.target.type === "file" && event.target.files.length) send(form, event.target);
  });
  // Somebody was quicker than this script; what a browser puts back on the way back stays unsent.
  if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") return;
  for (const input of document.querySelectorAll("[data-upload] input[type=file]")) {
    if (input.files.length) send(input.closest("[data-upload]"), input);
  }
}

async function send(form, input, key = random()) {
  for (const old of form.querySelectorAll(".warning")) old.remove();
  const bar = document.createElement("progress");
  const note = document.createElement("span");
  note.className = "sending soft";
  note.textContent = input.files.length > 1 ? `Sending ${input.files.length} photos…` : "Sending…";
  note.setAttribute("role", "status");
  bar.max = 1;
  bar.setAttribute("aria-label", "Sending");
  form.append(note, bar);
  const body = new FormData();
  body.append("key", key); // sent twice, taken once
  for (const hidden of form.querySelectorAll("input[type=hidden]")) body.append(hidden.name, hidden.value);
  for (const file of input.files) body.append(input.name, await shrunk(file), "photo");
  try {
    const answer = await post(form.action, body, (share) => (bar.value = share));
    online(true);
    bar.remove();
    input.value = "";
    if (answer.ok) return void (swap(answer.html, answer.url) || location.reload());
    const page = new DOMParser().parseFromString(answer.html, "text/html");
    note.className = "warning";
    note.textContent = page.querySelector("[data-problem]")?.dataset.problem || "The photo was not taken. Try again.";
  } catch {
    online(false);
    bar.remove();
    note.className = "warning";
    note.textContent = "Not sent: no connection. ";
    const again = document.createElement("button");
    again.type = "button";
    again.className = "small again";
    again.textContent = "Send again";
    again.addEventListener("click", () => { note.remove(); send(form, input, key); });
    note.append(again);
  }
}

function random() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (one) => one.toString(16)).join("");
}

/** As fetch, which tells nothing about how much is sent. */
function post(url, body, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("Accept", "text/html");
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onload = () => resolve({ ok: request.status < 400, html: request.responseText, url: request.responseURL });
    request.onerror = request.onabort = reject;
    request.send(body);
  });
}

/** The file, or a smaller JPEG of it where it is far larger than needed and this browser can. */
async function shrunk(file) {
  if (file.size < LARGE_BYTES || !file.type.startsWith("image/") || !self.createImageBitmap) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const times = Math.min(1, LARGE_SIDE_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * times);
    canvas.height = Math.round(picture.height * times);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const small = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.93));
    return small && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
