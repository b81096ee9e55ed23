/** What people put down: containers, platforms, towers, barrels, scrap. */
import { fill, line, outlined, rect, shadow, upright } from "./paint";
import { at, between, cornersOf, type Form, flat, inset, ring, round, scatter, seeded, wobble } from "./shapes";

/** A cargo container from above: ribs across, corner posts. */
export function container(form: Form, seed: string, high: number): string {
  const random = seeded(seed);
  const [side, top, edge] = [
    ["roof-b", "roof-a", "roof-line"],
    ["slate-b", "slate-a", "slate-line"],
    ["leaf1", "leaf2", "leaf-shade"],
  ][Math.floor(random() * 3)] as [string, string, string];
  return upright(form, (box) => {
    const { x, y, w, h } = box;
    const flatOn = w >= h;
    let ribs = "";
    for (let t = 0.36; t < Math.max(w, h) - 0.2; t += 0.3)
      ribs += flatOn ? `M${at(x + t, y + 0.16)}v${round(h - 0.32)}` : `M${at(x + 0.16, y + t)}h${round(w - 0.32)}`;
    const posts = cornersOf({ x: x + 0.11, y: y + 0.11, w: w - 0.22, h: h - 0.22 })
      .map(([px, py]) => ring(px, py, 0.1))
      .join("");
    const all = flat(cornersOf(box));
    return (
      shadow(all, high * 0.7) +
      fill(all, side, outlined(edge, 0.1)) +
      rect({ x: x + 0.14, y: y + 0.14, w: w - 0.28, h: h - 0.28 }, top) +
      line(ribs, side, 0.11) +
      line(ribs, "stone-hi", 0.03, 'opacity=".35" transform="translate(-.06 -.02)"') +
      fill(posts, "metal", outlined(edge, 0.04))
    );
  });
}

/** A platform of grating. */
export function gantry(form: Form, _seed: string, high: number): string {
  return upright(form, (box) => {
    const { x, y, w, h } = box;
    let bars = "";
    for (let t = 0.25; t < w; t += 0.25) bars += `M${at(x + t, y)}v${round(h)}`;
    for (let t = 0.25; t < h; t += 0.25) bars += `M${at(x, y + t)}h${round(w)}`;
    const all = flat(cornersOf(box));
    return (
      shadow(all, high * 0.9) +
      fill(all, "slate-a", 'opacity=".92"') +
      line(bars, "slate-line", 0.045, 'opacity=".8"') +
      line(all, "slate-line", 0.14) +
      line(all, "metal", 0.05)
    );
  });
}

/** A tower from above: a square shaft, its platform, a dish. */
export function tower(form: Form, _seed: string, high: number): string {
  return upright(form, (box) => {
    const all = cornersOf(box);
    const [x, y, r] = [box.x + box.w / 2, box.y + box.h / 2, Math.min(box.w, box.h) / 2];
    const cross = all.map((p) => `M${at(...p)}L${at(x, y)}`).join("");
    return (
      shadow(flat(all), high * 0.7) +
      fill(flat(all), "slate-b", outlined("slate-line", 0.12)) +
      fill(flat(inset(all, 0.3)), "slate-a", outlined("slate-line", 0.05)) +
      line(cross, "slate-line", 0.07) +
      fill(ring(x, y, r * 0.48), "metal", outlined("slate-line", 0.07)) +
      fill(ring(x - r * 0.06, y - r * 0.08, r * 0.32), "metal2") +
      line(`M${at(x, y)}l${at(-r * 0.3, -r * 0.36)}`, "slate-line", 0.09) +
      fill(ring(x - r * 0.3, y - r * 0.36, 0.12), "glass", outlined("slate-line", 0.04))
    );
  });
}

/** A stack of barrels. */
export function barrels(form: Form, seed: string, high: number): string {
  const random = seeded(seed);
  const places = scatter(form.points, random, 0.5, 0.24);
  const of = (k: number, off = 0) => places.map(([x, y]) => ring(x - off, y - off * 1.3, 0.26 * k)).join("");
  return (
    shadow(of(1), high * 0.5) +
    fill(of(1), "roof-b", outlined("roof-line", 0.05)) +
    fill(of(0.8, 0.02), "roof-a") +
    fill(of(0.4, 0.04), "roof-c") +
    fill(of(0.14, -0.08), "roof-line")
  );
}

/** Plates, beams and pieces of a wreck, one over the other. */
export function scrap(form: Form, seed: string, high: number): string {
  const random = seeded(seed);
  let out = fill(flat(wobble(form.points, random, 0.08, 0.5)), "soil2", 'opacity=".6"');
  for (const [x, y] of scatter(form.points, random, 0.44, 0.3)) {
    const [w, h, turn] = [between(random, 0.3, 0.9), between(random, 0.14, 0.42), between(random, 0, 180)];
    const plate = ["metal2", "metal", "roof-b", "slate-a", "slate-b"][Math.floor(random() * 5)] as string;
    out += `<g transform="rotate(${round(turn)} ${at(x, y)})">${rect({ x: x - w / 2, y: y - h / 2, w, h }, plate, outlined("slate-line", 0.05))}${line(`M${at(x - w * 0.36, y - h * 0.26)}h${round(w * 0.6)}`, "stone-hi", 0.04, 'opacity=".6"')}</g>`;
  }
  return shadow(flat(inset(form.points, 0.2)), high * 0.3) + out;
}
