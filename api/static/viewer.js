// Zoom and pan of a photo by changing the part of it that its SVG shows.
import { tell, visit } from "./live.js";

const TAP_PX = 26; // a finger is about so near to the mark that it means
const MOST = 14; // times the whole photo
const STEP = 1.5;
const TEXT_PX = 15; // of the piles' titles, at any zoom
const SHARP = 2.2; // from here on the photo is shown in its full size

export function openViewers(event) {
  for (const box of document.querySelectorAll("[data-viewer]")) new Viewer(box, event?.detail?.old?.querySelector("[data-viewer] .stage"));
}

class Viewer {
  constructor(box, old) {
    this.svg = box.querySelector(".stage");
    this.whole = numbers(this.svg.dataset.whole);
    this.view = numbers(this.svg.getAttribute("viewBox"));
    this.pointers = new Map();
    this.form = document.getElementById("add-form");
    this.cross = this.svg.querySelector(".cross");
    document.documentElement.classList.toggle("adding", Boolean(this.form));
    if (old && image(old) === image(this.svg)) this.keep(old);
    for (const link of this.svg.querySelectorAll("a.mark")) link.setAttribute("tabindex", link.classList.contains("selected") ? "0" : "-1");
    if (this.form) this.beginAdding();
    this.listen(box);
    this.show();
  }

  /** The zoom stays where it is, unless what is looked at now would be out of sight. */
  keep(old) {
    const seen = numbers(old.getAttribute("viewBox"));
    const target = this.svg.querySelector(".selected, .flagged");
    const inside = !target || within(seen, Number(target.dataset.x), Number(target.dataset.y));
    const zoomed = seen[2] < this.whole[2] * 0.98;
    const same = old.querySelector(".selected")?.dataset.mark !== this.svg.querySelector(".selected")?.dataset.mark;
    if (inside && (zoomed || !same)) this.view = seen;
    if (!target) this.view = seen;
    if (old.querySelector("image").dataset.sharp) this.sharpen();
  }

  listen(box) {
    const svg = this.svg;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => this.up(event));
    svg.addEventListener("click", (event) => this.click(event), true);
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? STEP ** 0.5 : STEP ** -0.5, this.place(event));
    }, { passive: false });
    for (const button of box.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => {
        if (button.dataset.zoom === "whole") this.view = [...this.whole];
        else this.zoom(button.dataset.zoom === "in" ? STEP : 1 / STEP);
        this.show();
      });
    }
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** The place of an event in pixels of the photo. */
  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  scale() {
    return 1 / this.svg.getScreenCTM().a;
  }

  down(event) {
    if (event.button) return;
    this.pointers.set(event.pointerId, event);
    this.moved = this.pointers.size > 1;
    this.start = [event.clientX, event.clientY];
  }

  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const far = Math.hypot(event.clientX - this.start[0], event.clientY - this.start[1]);
    if (!this.moved && far < 8) return;
    if (!this.moved) this.svg.setPointerCapture(event.pointerId);
    this.moved = true;
    const before = [...this.pointers.values()];
    this.pointers.set(event.pointerId, event);
    const after = [...this.pointers.values()];
    const scale = this.scale();
    const [a, b] = [middle(before), middle(after)];
    this.view[0] -= (b[0] - a[0]) * scale;
    this.view[1] -= (b[1] - a[1]) * scale;
    if (after.length > 1) this.zoom(spread(after) / (spread(before) || 1), this.place({ clientX: b[0], clientY: b[1] }));
    this.show();
  }

  up(event) {
    this.pointers.delete(event.pointerId);
  }

  /** A tap chooses the nearest mark, or adds a card; a drag does neither. */
  click(event) {
    if (event.detail === 0 && !this.form) return; // by keyboard, on a link
    event.preventDefault();
    event.stopPropagation();
    if (this.moved) return;
    if (this.form) return this.add(this.place(event));
    const [x, y] = this.place(event);
    const reach = TAP_PX * this.scale();
    const own = event.target.closest?.("a.mark");
    const [near] = [...this.svg.querySelectorAll("a.mark")]
      .map((mark) => ({ mark, far: Math.hypot(mark.dataset.x - x, mark.dataset.y - y) }))
      .filter(({ far }) => far < reach)
      .sort((one, other) => one.far - other.far);
    const link = near?.mark ?? own;
    const href = link?.getAttribute("href");
    if (!href) return;
    if (document.getElementById("main").classList.contains("review")) visit(new URL(href, location.href).href);
    else location.assign(href);
  }

  beginAdding() {
    this.at = [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2];
    this.svg.setAttribute("tabindex", "0");
    this.svg.focus({ preventScroll: true });
  }

  add([x, y]) {
    const [, , width, height] = this.whole;
    if (x < 0 || y < 0 || x > width || y > height) return tell("Tap on the photo.");
    this.form.elements.x.value = x.toFixed(1);
    this.form.elements.y.value = y.toFixed(1);
    this.form.requestSubmit();
  }

  key(event) {
    if (!this.form) return;
    const step = (event.shiftKey ? 4 : 20) * this.scale();
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) {
      this.at = [this.at[0] + moves[event.key][0], this.at[1] + moves[event.key][1]];
      this.cross.removeAttribute("hidden");
      this.show();
    } else if (event.key === "Enter") this.add(this.at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  zoom(times, about = [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2]) {
    const least = Math.max(this.whole[2], this.whole[3]) / MOST;
    const wide = Math.min(Math.max(this.view[2] / times, least), this.whole[2] * 1.1);
    const real = this.view[2] / wide;
    this.view = [about[0] - (about[0] - this.view[0]) / real, about[1] - (about[1] - this.view[1]) / real, wide, this.view[3] / real];
    this.show();
  }

  show() {
    this.view[0] = Math.min(Math.max(this.view[0], -this.view[2] / 2), this.whole[2] - this.view[2] / 2);
    this.view[1] = Math.min(Math.max(this.view[1], -this.view[3] / 2), this.whole[3] - this.view[3] / 2);
    this.svg.setAttribute("viewBox", this.view.map((one) => one.toFixed(1)).join(" "));
    if (this.whole[2] / this.view[2] > SHARP) this.sharpen();
    const text = (TEXT_PX * this.scale()).toFixed(1);
    for (const title of this.svg.querySelectorAll(".title")) {
      title.setAttribute("font-size", text);
      title.setAttribute("x", Math.max(title.dataset.x, this.view[0] + text / 2));
    }
    if (this.at) this.cross.setAttribute("transform", `translate(${this.at[0]} ${this.at[1]}) scale(${14 * this.scale()})`);
  }

  sharpen() {
    const picture = this.svg.querySelector("image");
    if (picture.dataset.sharp) return;
    picture.dataset.sharp = "1";
    const full = new Image();
    full.onload = () => picture.setAttribute("href", this.svg.dataset.full);
    full.src = this.svg.dataset.full;
  }
}

const numbers = (text) => text.split(" ").map(Number);
const image = (svg) => svg.dataset.full;
const within = ([x, y, width, height], px, py) => px > x && py > y && px < x + width && py < y + height;
const middle = (all) => [mean(all.map((one) => one.clientX)), mean(all.map((one) => one.clientY))];
const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;
const spread = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
