// One key for everything that has a button; the buttons say which in `data-key`.
// A key that is pressed while a change is on its way waits for the page that follows.
import { idle, isBusy } from "./live.js";

export function startKeys() {
  document.addEventListener("keydown", async (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const active = document.activeElement;
    if (active?.matches("input:not([type=radio]):not([type=checkbox]), select, textarea")) {
      if (event.key === "Escape") active.blur();
      return;
    }
    if (!find(event)) return;
    event.preventDefault();
    while (isBusy()) await idle();
    const target = find(event);
    if (!target) return;
    if (target.matches("input")) {
      target.focus();
      target.select();
    } else target.click();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-help]")) help();
  });
}

function find(event) {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const plain = digit && event.key !== "=" ? digit : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const name = (event.shiftKey && (digit || /^[a-z]$/.test(plain)) ? "Shift+" : "") + plain;
  return document.querySelector(`#main [data-key="${CSS.escape(name)}"]:not(:disabled)`);
}

function help() {
  const dialog = document.querySelector("dialog.help");
  const list = dialog.querySelector("dl");
  list.replaceChildren();
  for (const one of document.querySelectorAll("#main [data-key]")) {
    const [name, says] = [document.createElement("dt"), document.createElement("dd")];
    const key = document.createElement("kbd");
    key.textContent = one.dataset.key.replace("ArrowLeft", "←").replace("ArrowRight", "→").replace(/^(Shift\+)?([a-z])$/, (_, shift, letter) => (shift || "") + letter.toUpperCase());
    name.append(key);
    says.textContent = one.dataset.says;
    list.append(name, says);
  }
  dialog.showModal();
}
