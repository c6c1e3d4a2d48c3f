// Pages are swapped in place: the photo keeps its zoom, the finger its place.
const VERSION_MS = 3000;
const PROGRESS_MS = 1200;
const TOAST_MS = 5000;

const main = () => document.getElementById("main");
let busy = null; // a promise while a change is on its way

export const isBusy = () => busy !== null;
export const idle = () => busy;

export function tell(text) {
  const toast = document.querySelector(".toast");
  toast.textContent = text;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => (toast.textContent = ""), TOAST_MS);
}

export function online(yes) {
  document.querySelector(".offline").hidden = yes;
}

/** Puts the new page where the old one was; true if it was one of ours. */
export function swap(html, url) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) return false;
  const old = main();
  const folds = new Map([...old.querySelectorAll("details")].map((fold) => [nameOf(fold), fold.open]));
  const focus = document.activeElement?.closest("#main") ? nameOf(document.activeElement) : null;
  const points = pointsOf(old);
  for (const fold of fresh.querySelectorAll("details")) {
    fold.open = folds.get(nameOf(fold)) ?? fold.open;
  }
  for (const note of old.querySelectorAll(".upload > .warning")) {
    const field = note.parentElement.querySelector("input[type=file]");
    fresh.querySelector(`#${CSS.escape(field.id)}`)?.closest("form").append(note);
  }
  document.adoptNode(fresh);
  for (const field of fresh.querySelectorAll("input[type=file][id]")) {
    const same = old.querySelector(`#${CSS.escape(field.id)}`); // its dialog may be open
    if (same) field.replaceWith(same);
  }
  old.replaceWith(fresh);
  document.title = page.title;
  if (url && url !== location.href) history.replaceState(null, "", url);
  for (const shown of main().querySelectorAll("[data-points]")) {
    const before = points.get(shown.dataset.points);
    shown.classList.toggle("changed", before !== undefined && before !== shown.textContent);
  }
  document.dispatchEvent(new CustomEvent("page", { detail: { old } }));
  if (focus) [...main().querySelectorAll("a, button, input, select, summary")].find((one) => nameOf(one) === focus)?.focus({ preventScroll: true });
  return true;
}

function pointsOf(root) {
  return new Map([...root.querySelectorAll("[data-points]")].map((one) => [one.dataset.points, one.textContent]));
}

function nameOf(element) {
  if (element.matches("details")) return nameOf(element.querySelector("summary"));
  return element.dataset.key || element.id || `${element.closest("li[id]")?.id ?? ""} ${element.tagName} ${(element.getAttribute("aria-label") || element.textContent).trim().replace(/\d+/g, "#")}`;
}

/** Asks for a page and shows it; a problem is told without losing what is on the screen. */
export function visit(url, options = {}) {
  if (busy) return;
  main().classList.add("busy"); // nothing is tapped that is about to change
  busy = show(url, options).finally(() => {
    busy = null;
    main().classList.remove("busy");
  });
}

async function show(url, options) {
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" }, ...options });
    const html = await answer.text();
    online(true);
    if (!answer.ok) return problem(html);
    if (!swap(html, answer.url)) location.assign(answer.url);
  } catch {
    online(false);
    tell("No connection. Look whether it was done, then try again.");
  }
}

function problem(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const told = page.querySelector("[data-problem]")?.dataset.problem;
  tell(told || "This did not work. Load the page again.");
}

export function startForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!main().classList.contains("review") || form.method !== "post") return;
    if (busy) return event.preventDefault();
    if (!form.action.match(/\/(corrections|undo|redo)$/)) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    visit(form.action, { method: "POST", body });
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !main().classList.contains("review")) return;
    const url = new URL(link.getAttribute("href"), location.href);
    if (url.pathname !== location.pathname || !main().contains(link)) return;
    event.preventDefault();
    visit(url.href);
  });
}

export function startLive() {
  const look = async () => {
    const { poll, version, versionUrl } = main().dataset;
    if (poll && !busy && !document.hidden && !typing()) {
      try {
        if (poll === "page") await fresh();
        else {
          const answer = await fetch(versionUrl);
          online(answer.ok);
          if (answer.ok && (await answer.text()) !== version && version === main().dataset.version && !busy) await fresh(true);
        }
      } catch {
        online(false);
      }
    }
    setTimeout(look, main().dataset.poll === "page" ? PROGRESS_MS : VERSION_MS);
  };
  setTimeout(look, PROGRESS_MS);
  addEventListener("offline", () => online(false));
  addEventListener("online", () => online(true));
}

/** Loads this page again; `others` tells what somebody else changed. */
async function fresh(others = false) {
  const before = main().dataset.latest;
  const answer = await fetch(location.href);
  online(true);
  const html = await answer.text();
  if (!answer.ok || busy || typing()) return;
  swap(html, null);
  const latest = main().dataset.latest;
  if (others && latest && latest !== before) tell(latest);
}

/** Somebody is writing, choosing a file or sending it: the page stays as it is. */
function typing() {
  const active = document.activeElement;
  return Boolean(document.querySelector(".sending, .again, dialog[open]")) || (active?.matches("input:not([type=file]), select") && main().contains(active));
}
